/** 手机换成iPhone了, 会议改到四点了: what it is since. */
const TURNED_TO =
  /^(?:我的?|的)?(.{1,12}?)(?:现在|已经|又|都|刚|最近|也)*(?:(?:换|改|变|调整?|推迟|延期|延后|延|提前|提|挪|顺延)(?:成|为|到|至)(?:了)?|换了?(?=[A-Za-z\d]))(.{1,24}?)(?:了|啦)?$/u;
/** 公司搬到亦庄了. */
const MOVED =
  /^(?:我们?)?的?(公司|单位|学校|办公室|工作地点?)(?:已经|刚|又|都)*搬(?:到|去|至)(?:了)?(.{2,12}?)(?:了|啦)?$/u;
/** 换领导了，新领导姓李: the new one is the one. */
const NEW_ONE =
  /^(?:我的?)?新(?:的)?(号|号码|手机号|电话|微信号?|邮箱|地址|公司|单位|领导|老板|上司|室友|房东|老师|车|手机|电脑|岗位|职位|名字|网名)(?=是|叫|姓|在|：|:)/u;
const WEIGHS =
  /^(?:已经|都|终于)*(?:瘦|减|胖|涨|掉)(?:到|成|回)(?:了)?(\d+(?:\.\d+)?(?:斤|公斤|kg|KG|千克))(?:了)?$/u;
/** 现在三只猫了: how many there are by now. */
const BY_NOW =
  /^(?:现在|一共|总共|已经|都|就)*(?:有)?([两三四五六七八九十\d]+[只条个](?:猫|狗|兔子?|鸟|鱼|仓鼠|孩子|娃|儿子|女儿))(?:了|啦)$/u;
const HOUR =
  /^(?:现在|已经|都)*(?:改|调)(?:成|为|到)?(?:了)?(?:每天|早上|晚上)?(.{1,4}点.{0,2}?)(起床|睡觉|上班|下班|出门|跑步|吃晚饭)(?:了|啦)?$/u;

/** A change told as what is so since; nothing where it tells none. */
export function asSettled(rest: string): string | undefined {
  const weighs = WEIGHS.exec(rest);
  if (weighs !== null) return `体重${weighs[1]!}`;
  const fresh = NEW_ONE.exec(rest);
  if (fresh !== null)
    return `的${/^号码?$/u.test(fresh[1]!) ? "手机号" : fresh[1]!}${rest.slice(fresh[0].length)}`;
  const moved = MOVED.exec(rest);
  if (moved !== null) return `的${moved[1]!}在${moved[2]!}`;
  const many = BY_NOW.exec(rest);
  if (many !== null) return `有${many[1]!}`;
  const hour = HOUR.exec(rest);
  if (hour !== null) return `每天${hour[1]!}${hour[2]!}`;
  const turned = TURNED_TO.exec(rest);
  if (turned === null) return undefined;
  const what = turned[1]!.replace(/^(?:现在|目前)/u, "");
  return `${what.startsWith("最") ? "" : "的"}${what}是${turned[2]!}`;
}

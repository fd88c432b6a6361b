/** A claim that begins so is about nobody in particular, or about the bot. */
const NOBODY =
  /^(?:我们|咱们?|大家|所有人|每个?|各位|这|那|今天|今晚|明天|昨天|后天|周[一二三四五六日天末]|星期|下[周个]|本[周月群]|群|你|您|有人|没人|如果|以后|不要|别|请)/u;

/** What people do, and things do not. */
const PERSONAL =
  /^(?:[也都还最很超不没就才又再]|非常|特别|一直|总是|从来|已经|现在|以前|最近|其实|刚刚?|正在){0,3}(?:喜欢|喜爱|热爱|爱|讨厌|害怕|怕|住|想|觉得|认为|养|吃|喝|说|叫|打算|擅长|学|玩|结婚|离婚|搬|毕业|工作|来自|出生|姓|属|会做|会说|会弹|会唱|练|恨|希望|认识|对)/u;
/** Where a subject ends. */
const VERB =
  /^(?:喜|热爱|爱|讨厌|害怕|怕|住|想|觉得|认为|养|吃|喝|说|叫|打算|擅长|学|玩|结婚|离婚|搬|毕业|工作|来自|出生|姓|练|恨|希望|认识|是|有|在|的|要|能|去|来|做|买|用|不|没|也|都|还|最|很|超|对|非常|特别|一直|总是|从来|已经|现在|以前|最近|其实|刚|正在|应该|必须|可以|需要|今年|今天|明天|周[一二三四五六日天末]|星期|[上下]周|会(?![议场员长所费])|把|被|给|跟|和|每)/u;
/** 周会, 年会: a meeting, not "will". */
const MEETING = /[周晚大年例班聚协委社]$/u;

/** What things are called. */
const THING =
  /(?:[器机室码号店赛课组网站楼厅馆费价群区票卡]|会|软件|系统|项目|活动|规则|公告|频道|地址|时间|日期|链接|文件|文档|服务|游戏|考试|作业|电影|[早午晚]饭|聚餐|公司|学校|咖啡|天气|计划|任务|版本|仓库|数据库?|接口|平台|邮箱|电话|名字|口号|主题|周末|节日?|生日|截止|会议|派对|密钥|钥匙|端口|程序|代码|比分|奖品|总部|厨房|冰箱)$/u;
/** 小明, 老王, 阿强: called so, whatever the other character is. */
const NICKNAME = /^(?:(?!小[组店区费票卡]|老店|大[会赛楼厅]|小程)[小老阿大])\p{sc=Han}{1,2}$/u;
const LATIN = /^[\p{sc=Latin}\p{N}][\p{sc=Latin}\p{N}_.-]{0,39}(?: \p{Lu}[\p{sc=Latin}\p{N}_.-]{0,39}){0,3}/u;
/** Abbreviations are things: API, PPT. */
const ABBREVIATION = /^[A-Z0-9_.-]{2,40}$/;
const WRITTEN_SO = /^(?:wi-?fi|web|app|bug|server|minecraft|discord|github)$/i;
const MOST_HAN = 8;

/** The same for a Chinese sentence, whose subject may be written in Latin letters. */
export function subjectInChinese(claim: string): string | undefined {
  if (NOBODY.test(claim)) return undefined;
  const latin = LATIN.exec(claim)?.[0] ?? "";
  const first = latin === "" ? 1 : latin.length;
  for (let i = first; i <= latin.length + MOST_HAN && i < claim.length; i += 1) {
    const rest = claim.slice(i).replace(/^\s/u, "");
    if (!VERB.test(rest) || (rest.startsWith("会") && MEETING.test(claim.slice(0, i)))) continue;
    const name = claim.slice(0, i).trim();
    return PERSONAL.test(rest) || !isThing(name) ? name : undefined;
  }
  return undefined;
}

function isThing(name: string): boolean {
  if (NICKNAME.test(name)) return false;
  return THING.test(name) || ABBREVIATION.test(name) || WRITTEN_SO.test(name);
}

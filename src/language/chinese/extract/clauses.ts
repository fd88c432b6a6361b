import { type Piece, trimmed } from "../../shared/sentences.ts";

const BREAK =
  /[，,：:（）()~～…]+|(?<=[\p{sc=Han}])\s+(?=[\p{sc=Han}])|(?<=[\p{sc=Han}]{2})(?=(?:但是|不过|可是|然后|而且|所以|因为我|并且|另外)[我他她现也还])/gu;

/** The parts of a Chinese sentence between its commas; people write a space for one as well. */
export function clauses({ text, start }: Piece): Piece[] {
  const out: Piece[] = [];
  let from = 0;
  const add = (to: number): void => {
    const piece = trimmed(text, from, to);
    if (piece !== undefined) out.push({ text: piece.text, start: start + piece.start });
  };
  for (const match of text.matchAll(BREAK)) {
    // 9:45 and 3,000 are one thing.
    if (
      /\d$/.test(text.slice(0, match.index)) &&
      /^\d/.test(text.slice(match.index + match[0].length)) &&
      /^[:,：，]$/.test(match[0])
    )
      continue;
    add(match.index);
    from = match.index + match[0].length;
  }
  add(text.length);
  return out;
}

/** Traditional characters that the patterns know, each before its simplified one. */
const PAIRS =
  "愛爱歡欢討讨厭厌過过歲岁嗎吗機机車车買买賣卖貓猫記记別别後后請请從从養养對对說说學学習习業业師师媽妈爺爷親亲兒儿孫孙醫医護护員员開开關关訂订會会個个隻只條条輛辆臺台電电腦脑錢钱時时間间週周號号點点這这樣样麼么為为們们還还來来應应該该處处辦办國国話话語语讀读書书寫写畫画遊游戲戏飛飞離离結结單单現现覺觉實实際际錯错誤误幫帮預预約约計计劃划準准備备決决換换轉转職职歷历區区縣县鄉乡灣湾廣广東东門门連连聯联樂乐團团當当長长張张陳陈劉刘黃黄吳吴趙赵楊杨許许鄭郑謝谢馮冯蕭萧葉叶蘇苏盧卢蔣蒋賈贾韓韩鄧邓龍龙馬马鳥鸟魚鱼雞鸡龜龟貝贝麵面飯饭湯汤鹹咸藥药糖糖鐘钟錶表見见親亲覽览視视觀观聽听聲声讓让認认識识證证試试課课調调論论講讲誰谁請请變变貴贵費费質质資资賽赛趕赶跡迹軟软輕轻較较邊边還还進进遠远運运達达選选適适遲迟郵邮鄰邻醜丑釋释針针鋼钢鐵铁長长閒闲陰阴陽阳隊队隨随險险雖虽雙双難难雲云電电靜静響响頁页項项順顺須须頭头題题願愿類类顧顾風风飲饮館馆驗验體体髮发鬆松點点齒齿壓压爾尔網网綠绿紅红給给經经維维續续繼继總总線线練练組组細细終终絕绝統统纔才罵骂義义習习聰聪腎肾膽胆臉脸膚肤舊旧節节藝艺蘋苹薦荐術术補补製制複复規规訊讯設设訪访評评詞词該该詳详誕诞談谈諾诺謂谓謎谜讚赞豬猪貨货貿贸賬账賺赚購购贈赠趨趋車车軍军載载輔辅輸输辭辞農农郎郎錄录鍵键鎮镇閱阅陸陆階阶隱隐雜杂離离霧雾韻韵頂顶頓顿額额顏颜顯显餐餐餓饿騎骑騙骗驚惊鮮鲜鹽盐麥麦黨党齡龄產产亞亚僅仅優优傳传傷伤債债億亿兩两冊册凍冻劇剧動动務务勝胜勞劳勢势勵励區区協协單单佔占衛卫廠厂參参雙双發发嘗尝噁恶嚴严囉啰園园圍围圖图圓圆場场塊块報报壞坏壯壮壽寿夢梦奪夺奮奋妝妆婦妇嬰婴寧宁審审寶宝將将專专尋寻導导屆届屬属島岛幣币帶带幹干幾几庫库廚厨強强彈弹歸归徑径復复恆恒悅悦惡恶愜惬慣惯慶庆懷怀態态憂忧憶忆懶懒戀恋戰战擇择擔担據据擠挤擴扩擺摆攝摄敗败敵敌數数斷断舉举暫暂曆历會会條条極极構构檢检橋桥權权氣气決决沒没淚泪淨净減减測测溫温滿满滑滑漢汉潔洁灑洒災灾無无煙烟熱热燈灯爭争牆墙獎奖獨独獲获環环瑪玛甦苏異异療疗癌癌監监盤盘眾众碼码確确禮礼種种稱称積积穩稳窮穷筆笔範范籃篮籍籍糧粮純纯紐纽級级紀纪織织約约";

const SIMPLE = new Map<string, string>();
for (let i = 0; i + 1 < PAIRS.length; i += 2) {
  if (PAIRS[i] !== PAIRS[i + 1]) SIMPLE.set(PAIRS[i]!, PAIRS[i + 1]!);
}

/** A text in the characters that the patterns are written in, place by place; and the way back. */
interface Simplified {
  readonly text: string;
  /** A sentence made of the text's characters, in the script that it came in. */
  readonly back: (sentence: string) => string;
}

export function simplified(original: string): Simplified {
  const written = new Map<string, string>();
  let text = "";
  for (const unit of original.split("")) {
    const simple = SIMPLE.get(unit);
    if (simple !== undefined) written.set(simple, unit);
    text += simple ?? unit;
  }
  if (written.size === 0) return { text, back: (sentence) => sentence };
  return { text, back: (sentence) => sentence.replace(/./gsu, (one) => written.get(one) ?? one) };
}

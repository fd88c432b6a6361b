/** Traditional characters, each before its simplified one. */
const PAIRS = [
  "亞亚佈布佔占併并來来俠侠倆俩倉仓個个們们偉伟側侧偵侦偽伪傑杰傘伞備备傢家傭佣傳传債债傷伤僅仅僑侨僕仆僱雇價价儀仪億亿儘尽償偿優优儲储兒儿內内兩两冊册凍冻凱凯別别劃划劇剧劉刘劍剑劑剂勁劲動动務务勝胜勞劳勢势勳勋",
  "勵励勸劝匯汇區区協协卻却厭厌厲厉參参叢丛吳吴呂吕員员唄呗問问啞哑啟启喚唤喪丧喫吃喬乔單单嗆呛嗎吗嗚呜嘆叹嘔呕嘗尝嘩哗嘮唠嘯啸嘰叽噁恶噓嘘噸吨嚇吓嚐尝嚨咙嚮向嚴严囂嚣囉啰囑嘱國国圍围園园圓圆圖图團团執执堅坚報报",
  "場场塊块塵尘墊垫墜坠墮堕墳坟墾垦壇坛壓压壘垒壞坏壟垄壯壮壽寿夠够夢梦夾夹奧奥奪夺奮奋妝妆妳你娛娱婁娄婦妇媽妈嫵妩嬌娇嬤嬷嬰婴嬸婶孫孙學学孿孪宮宫寢寝實实寧宁審审寫写寬宽寵宠寶宝將将專专尋寻對对導导尷尴屆届屍尸",
  "層层屬属岡冈島岛峽峡崑昆崗岗嶄崭嶺岭巔巅帥帅師师帳帐帶带幀帧幟帜幣币幫帮幹干幾几庫库廁厕廂厢廈厦廚厨廟庙廠厂廢废廣广廬庐廳厅張张強强彈弹彌弥彎弯彙汇彥彦後后徑径從从復复徵征徹彻恆恒恥耻悅悦悶闷悽凄惡恶惱恼愛爱",
  "愜惬態态慘惨慚惭慟恸慣惯慮虑慶庆慾欲憂忧憐怜憑凭憒愦憚惮憤愤憲宪憶忆懇恳應应懨恹懲惩懶懒懷怀懸悬戀恋戰战戲戏戶户拋抛捨舍捲卷掃扫掄抡掙挣掛挂採采揀拣揚扬換换損损搖摇搶抢摯挚摳抠摺折撈捞撐撑撓挠撥拨撫抚撲扑撻挞",
  "撿捡擁拥擇择擊击擋挡擔担據据擠挤擬拟擰拧擱搁擲掷擴扩擺摆攔拦攜携攝摄攤摊攪搅敗败敘叙敵敌數数斃毙斬斩斷断於于昇升時时晉晋晝昼暈晕暉晖暢畅暫暂暱昵曆历曉晓曬晒書书會会東东柵栅桿杆梔栀條条棄弃棟栋棧栈楊杨楓枫業业",
  "極极榮荣構构槍枪樁桩樂乐樓楼標标樞枢樣样樸朴樹树橋桥機机橢椭橫横檔档檢检檯台櫃柜櫥橱欄栏權权歎叹歐欧歡欢歲岁歷历歸归歿殁殘残殺杀殼壳毀毁毆殴氈毡氣气汙污決决沒没況况洩泄淚泪淨净淵渊淺浅渙涣減减測测渾浑湊凑湯汤",
  "準准溝沟溫温溼湿滅灭滬沪滯滞滲渗滷卤滿满漁渔漢汉漲涨漸渐潑泼潔洁潛潜潤润澀涩澆浇澤泽濃浓濕湿濟济濤涛濫滥濱滨瀉泻瀏浏瀟潇灑洒灘滩灣湾災灾為为烏乌無无煉炼煙烟煥焕煩烦熱热燈灯燉炖燒烧燙烫營营燦灿燭烛燻熏爐炉爛烂",
  "爭争爺爷爾尔牀床牆墙牠它牽牵犧牺狀状狹狭狽狈猶犹獄狱獅狮獎奖獨独獰狞獲获獵猎獸兽獻献現现瑣琐瑤瑶瑩莹瑪玛環环瓊琼產产甦苏畝亩畢毕畫画異异畱留當当疇畴疊叠痙痉痠酸瘋疯瘓痪瘡疮療疗癒愈癡痴癢痒癥症癱瘫發发皺皱盃杯",
  "盜盗盡尽監监盤盘盧卢眞真眾众睏困瞞瞒矯矫砲炮碩硕確确碼码磚砖礎础礙碍礦矿祇只祕秘禍祸禦御禪禅禮礼稅税稈秆種种稱称穀谷穌稣積积穩稳穫获窩窝窮穷窯窑竄窜竊窃競竞筆笔筍笋筧笕節节範范築筑簡简簽签簾帘籃篮籌筹籠笼",
  "籤签糧粮糰团糾纠紀纪約约紅红紋纹紐纽紓纾純纯紗纱紙纸級级紛纷紮扎細细紳绅紹绍終终絃弦組组結结絕绝絡络給给絨绒統统絲丝綁绑經经綜综綠绿維维綱纲網网綵彩綿绵緊紧緒绪線线緣缘編编緩缓緬缅練练緻致縣县縫缝縮缩縱纵總总",
  "績绩繃绷織织繞绕繡绣繩绳繪绘繫系繳缴繼继續续纏缠纔才纖纤罈坛罰罚罵骂罷罢羅罗羈羁羣群羨羡義义習习翹翘聖圣聞闻聯联聰聪聲声職职聽听肅肃脅胁脈脉脫脱脹胀腎肾腦脑腫肿腳脚腸肠膚肤膠胶膽胆臉脸臘腊臟脏臥卧臨临臺台與与",
  "興兴舉举舊旧舖铺舘馆艙舱艦舰艱艰莊庄莖茎華华菸烟萬万葉叶蒐搜蒼苍蓋盖蓮莲蔔卜蔣蒋蔥葱蔭荫蕩荡蕭萧薑姜薔蔷薦荐薩萨藍蓝藝艺藥药蘆芦蘇苏蘊蕴蘋苹蘿萝處处虛虚號号虧亏蝕蚀蝦虾蝸蜗螞蚂螢萤蟲虫蟻蚁蠅蝇蠟蜡衆众術术",
  "衛卫衝冲裏里補补裝装裡里製制複复褲裤襪袜襯衬襲袭見见規规視视親亲覺觉覽览觀观觸触訂订計计訊讯討讨訓训託托記记訪访設设許许訴诉診诊註注詐诈評评詞词詢询試试話话該该詳详誇夸誌志認认誕诞語语誠诚誤误說说誰谁課课誼谊",
  "調调談谈請请諒谅論论諧谐諮咨諺谚諾诺謀谋謂谓謊谎謎谜謙谦講讲謝谢證证譏讥識识譜谱譯译議议譴谴護护譽誉讀读變变讓让讚赞豐丰豔艳豬猪貓猫貝贝負负財财貧贫貨货販贩貪贪貫贯責责貴贵貶贬買买貸贷費费貿贸賀贺資资賈贾賓宾",
  "賞赏賠赔賢贤賣卖賤贱質质賬账賭赌賴赖賺赚購购賽赛贈赠贏赢趕赶趙赵趨趋跡迹踐践蹟迹蹤踪躊踌躍跃車车軌轨軍军軒轩軟软軸轴較较載载輔辅輕轻輛辆輝辉輩辈輪轮輯辑輸输轄辖轉转轎轿轟轰辦办辭辞辯辩農农迴回這这連连週周進进",
  "遊游運运過过達达遠远適适遲迟選选邁迈還还邊边郵邮鄉乡鄒邹鄧邓鄭郑鄰邻醃腌醜丑醫医醬酱釀酿釋释釘钉針针釣钓鈔钞鈕钮鈣钙鈴铃鉅巨鉗钳鉛铅鉤钩銀银銅铜銘铭銳锐銷销銹锈鋁铝鋒锋鋪铺鋸锯鋼钢錄录錢钱錦锦錫锡錯错錶表鍊链",
  "鍋锅鍛锻鍵键鍾钟鎊镑鎖锁鎮镇鏈链鏡镜鏽锈鐘钟鐮镰鐲镯鐵铁鑑鉴鑒鉴鑰钥鑼锣鑽钻長长門门閃闪閉闭開开閏闰閒闲間间閘闸閩闽閱阅闆板闊阔闖闯關关闡阐闢辟陝陕陣阵陰阴陳陈陸陆陽阳隊队階阶際际隨随險险隱隐隻只雖虽雙双雛雏",
  "雜杂雞鸡離离難难雲云電电霧雾霽霁靈灵靜静靦腼鞏巩韋韦韓韩韻韵響响頁页頂顶項项順顺須须頌颂預预頑顽頒颁頓顿頗颇領领頭头頰颊頷颔頸颈頹颓頻频題题額额顏颜願愿顛颠類类顧顾顫颤顯显顱颅風风颱台飄飘飆飙飛飞飢饥飯饭飲饮",
  "飼饲飽饱飾饰餃饺餅饼養养餌饵餓饿餘余餡馅館馆饅馒饒饶馬马馮冯駁驳駐驻駕驾駛驶駝驼騎骑騙骗騷骚驅驱驕骄驗验驚惊驛驿驢驴髒脏體体髮发鬆松鬍胡鬚须鬥斗鬧闹鬱郁魚鱼魯鲁鮑鲍鮮鲜鯉鲤鯊鲨鯨鲸鰻鳗鱗鳞鱸鲈鳥鸟鳳凤鴉鸦鴨鸭",
  "鴻鸿鴿鸽鵑鹃鵝鹅鵬鹏鵰雕鶯莺鶴鹤鷹鹰鸚鹦鹵卤鹹咸鹼碱鹽盐麗丽麥麦麪面麯曲麵面麼么黃黄點点黨党齊齐齋斋齒齿齡龄齣出齦龈龍龙龜龟",
].join("");

const FIRST = 0x3400;
/** By the place of a character: its simplified one, or 0 where it is the same in both scripts. */
const SIMPLE = new Uint16Array(0xa000 - FIRST);
for (let i = 0; i < PAIRS.length; i += 2) SIMPLE[PAIRS.charCodeAt(i) - FIRST] = PAIRS.charCodeAt(i + 1);

/** A text in simplified characters, place by place: all that reads Chinese is written in those. */
export function simple(text: string): string {
  let out = "";
  let done = 0;
  for (let i = 0; i < text.length; i += 1) {
    const found = SIMPLE[text.charCodeAt(i) - FIRST];
    if (found === undefined || found === 0) continue;
    out += text.slice(done, i) + String.fromCharCode(found);
    done = i + 1;
  }
  return done === 0 ? text : out + text.slice(done);
}

/** The same, and the way back: words made of the text's characters, in the script that it came in. */
export function simplified(original: string): {
  readonly text: string;
  readonly back: (words: string) => string;
} {
  const text = simple(original);
  return { text, back: text === original ? (words) => words : (words) => writtenAs(words, text, original) };
}

/** Runs that stand in the text are copied from it: 只養一隻 has both 只 and 隻, and only their places tell which is which. */
function writtenAs(words: string, text: string, original: string): string {
  let out = "";
  for (let from = 0; from < words.length; ) {
    let length = 1;
    let at = text.indexOf(words[from]!);
    for (let next = at; next >= 0 && from + length < words.length; ) {
      next = text.indexOf(words.slice(from, from + length + 1));
      if (next >= 0) [at, length] = [next, length + 1];
    }
    out += at < 0 ? words[from] : original.slice(at, at + length);
    from += length;
  }
  return out;
}

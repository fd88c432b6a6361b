import type { QuestionWords } from "../language.ts";

/** 给我讲个笑话: the asker is only who gets the answer. */
const DATIVE = /[给帮替教跟为让][我俺咱]们?/gu;
const SELF = /[我俺](?!们)/u;
const US = /[我俺咱]们|咱/u;

const ANYBODY = /谁|哪位|有没有人|大家|哪个人/u;

const SHARED =
  /来着|老规矩|家里|家那|那(?:个|位|只|家|口子|边|张|部|粒|班|套|台|辆)|这(?:回|道|车|次|张|家伙|大家伙|个(?:宿舍|群|家))|老(?:妈|爸|爷子|太太|婆|公|头)|小(?:子|家伙)|闺女|儿子|女儿|媳妇|对象|爹|奶奶|爷爷|外婆|外公|姥|还记得|记不记得|群里/u;

/** 画架多少钱 and 列车几点 begin with the first half of a thing, not with something to do. */
const OF_A_THING =
  /^[写编算列画][^，。！]{1,20}(?:在哪|哪[里儿]|谁|多少钱|几[点号]|[周期]几|什么时候|叫(?:什么|啥))/u;
const TASK =
  /^(?:请|帮我|给我|替我|麻烦|随便|你|能不能|可以|再|来|以[^，。]{1,8}为题){0,4}(?:写|翻译|解释|讲[个讲一]|说个|编|算|列|画|推荐|介绍[^我他她]|总结|润色|改写)|翻译成|[法英日德韩俄]语怎么说|用[^，。？]{1,6}怎么说|怎么读/u;

const OVERVIEW = [
  /(?:知道|记得|晓得|了解|记住|清楚)了?(?:关于)?(?:我|俺|他|她)的?(?:什么|啥|些|多少|哪些|点(?:什么|啥))/u,
  /你[^，。？]{0,4}(?:知道|记得|晓得|了解)[^，。？]{1,14}(?:多少(?:事|东西)?$|些什么|些啥|哪些事|什么事|啥事)/u,
  /对[^，。？]{1,10}(?:知道|了解|记得)(?:多少|什么|些什么|啥|些啥|哪些)/u,
  /(?:知道|了解)关于[^，。？]{1,10}(?:什么|啥)/u,
  /我是(?:谁|何许人|什么人|个什么样的人)/u,
  /(?:说说|讲讲|聊聊|介绍(?:一下|下)?|形容(?:一下|下)?|描述(?:一下|下)?)(?:我|俺|他|她|$|\p{L})/u,
];
/** 说说怎么做菜 asks for something else. */
const ABOUT_A_WAY = /(?:说说|讲讲|聊聊|介绍)[^，。？]{0,6}(?:怎么|如何|为什么|区别|原理|历史)/u;

export const chineseQuestions: QuestionWords = {
  asking(text) {
    return {
      self: SELF.test(text.replace(DATIVE, "")),
      us: US.test(text),
      anybody: ANYBODY.test(text),
      shared: SHARED.test(text),
      task: TASK.test(text.trimStart()) && !OF_A_THING.test(text.trimStart()),
      overview: OVERVIEW.some((pattern) => pattern.test(text)) && !ABOUT_A_WAY.test(text),
    };
  },
  asksFor: {
    time: /什么时候|何时|哪天|哪年|几点|几号|日期|时间|多久|生日/u,
    number: /多少|几个|几次|几岁|多大|多高|号码|电话/u,
    place: /哪里|哪儿|什么地方|地点|在哪/u,
    name: /谁|叫什么|名字|姓名/u,
    reason: /为什么|为何|原因|怎么会/u,
  },
  asksYou: /你(?:之前|曾|上次)?(?:说|推荐|建议|提到|告诉)/u,
  aspects: [
    "我叫什么名字，我多大，我住在哪里，我是哪里人",
    "我的工作，我是做什么的，我在哪里上学，学什么",
    "我的家人，爸妈，爱人，孩子",
    "我养的宠物，猫，狗",
    "我的身体，过敏，忌口，吃药",
    "我的爱好，运动，音乐，喜欢什么",
    "我的打算，目标，将来的计划",
    "我的朋友和身边的人",
  ],
};

import { ruled } from "./rule-watch.ts";

/**
 * Short answers to plain questions ("What do you do?" – "Nurse, at a clinic in Bonn"), made into statements that the
 * rules can read. Only what surely answers: a few words, and a question about one thing.
 */
const LONGEST_QUESTION = 400;
const LONGEST_ANSWER = 80;

type Statement = (answer: string) => string | undefined;

interface Asked {
  readonly question: RegExp;
  readonly state: Statement;
}

/** The last question in what the assistant said. */
function questionOf(text: string): string | undefined {
  const tail = text.slice(-LONGEST_QUESTION).replaceAll("’", "'").trim();
  const sentences = tail.split(/(?<=[.!?。！？\n])\s*/u).filter((one) => one.trim() !== "");
  const last = sentences.findLast((one) => /[?？]\s*$/.test(one));
  if (sentences.slice(-3).filter((one) => /[?？]\s*$/.test(one)).length > 1) return undefined;
  return last !== undefined && sentences.indexOf(last) >= sentences.length - 2 ? last : undefined;
}

const STARTS_ENGLISH =
  /^(?:i|i'm|im|i've|my|we|you|he|she|they|it|it's|this|that|there|no|nope|yes|yeah|not|why|what|how|who|where|when|can|could|do|don't|is|are|let|please|sorry|none|nothing|hmm+|well|maybe|idk|guess|ok|okay|sure|haha|lol|thanks|thank|depends|good|why)\b/i;
const article = (noun: string): string =>
  /^(?:an?|the|my|one of)\b/i.test(noun)
    ? noun
    : `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`;

const ENGLISH: readonly Asked[] = [
  {
    question:
      /\b(?:what(?:'s| is) your name|who (?:am i|are you) (?:talking|speaking)|(?:what|how) (?:should|can|may|do) i call you|your name)\b/i,
    state: (a) => (/^\p{Lu}?[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+){0,2}$/u.test(a) ? `my name is ${a}` : undefined),
  },
  {
    question: /\b(?:how old are you|what(?:'s| is) your age|your age)\b/i,
    state: (a) => (/^\d{1,3}(?: years old)?$/.test(a) ? `I am ${a}` : undefined),
  },
  {
    question:
      /\bwhere (?:do you live|are you (?:based|located|living))\b|\b(?:what|which) (?:city|town|country|place) (?:do you live|are you)\b/i,
    state: (a) => `I live in ${a.replace(/^in /i, "")}`,
  },
  {
    question: /\bwhere (?:are you|do you come) from\b/i,
    state: (a) => `I am from ${a.replace(/^from /i, "")}`,
  },
  {
    question:
      /\b(?:what do you do(?: for (?:work|a living))?|what(?:'s| is) your (?:job|profession|occupation|work)|what kind of work)\b/i,
    state: (a) => `I am ${article(a.replace(/,/g, ""))}`,
  },
  {
    question: /\b(?:where do you work|who do you work for)\b/i,
    state: (a) => `I work at ${a.replace(/^(?:at|for) /i, "")}`,
  },
  {
    question: /\b(?:any|have|your|food|known) (?:\w+ )?allerg|\ballergic to\b/i,
    state: (a) =>
      a.split(" ").length <= 6 ? `I am allergic to ${a.replace(/^(?:to|just|only) /i, "")}` : undefined,
  },
  {
    question: /\bwhat(?:'s| is) your favou?rite ([a-zÀ-ɏ ]{2,30}?)(?= (?:and|or|to)\b|\?)/i,
    state: (a) => a,
  },
  {
    question: /\bwhen(?:'s| is) your birthday\b/i,
    state: (a) => (/\d/.test(a) ? `my birthday is ${a}` : undefined),
  },
  { question: /\b(?:which|what) languages? do you speak\b/i, state: (a) => `I speak ${a}` },
  {
    question: /\bdo you have (?:any )?(?:pets|kids|children|siblings)\b/i,
    state: (a) => (/^(?:an?|one|two|three|\d) /i.test(a) ? `I have ${a}` : undefined),
  },
];

const CHINESE: readonly Asked[] = [
  {
    question: /(?:你|您)?(?:叫什么|怎么称呼|贵姓|名字(?:是|叫)?什么)/u,
    state: (a) => (/^[\p{L}·]{1,12}$/u.test(a) ? `我叫${a}` : undefined),
  },
  {
    question: /多大|几岁|年龄/u,
    state: (a) =>
      /^[\d一二三四五六七八九十]{1,3}(?:岁)?$/u.test(a) ? `我今年${a.replace(/岁$/u, "")}岁` : undefined,
  },
  {
    question: /住(?:在)?(?:哪|什么地方|哪个城市)|在哪(?:个城市|里|儿)?(?:住|生活|居住)|哪个城市/u,
    state: (a) => `我住在${a.replace(/^(?:住?在)/u, "")}`,
  },
  { question: /哪里人|来自哪|老家(?:是|在)哪/u, state: (a) => `我是${a.replace(/人$/u, "")}人` },
  {
    question: /做什么(?:工作|的)|什么(?:工作|职业)|从事什么|职业是/u,
    state: (a) => `我是${a.replace(/^(?:是|做|当)/u, "")}`,
  },
  {
    question: /在哪(?:里|儿|家公司)?(?:工作|上班)|哪家公司/u,
    state: (a) => `我在${a.replace(/^在/u, "")}工作`,
  },
  {
    question: /过敏|忌口/u,
    state: (a) => (a.length <= 12 ? `我对${a.replace(/^对|过敏$/gu, "")}过敏` : undefined),
  },
  { question: /最喜欢(?:的)?(?:[吃喝看听玩])?(?:的)?([\p{L}]{1,8}?)是(?:什么|哪|谁)/u, state: (a) => a },
  {
    question: /生日(?:是)?(?:什么时候|哪天|几号|几月)/u,
    state: (a) => (/\d|[一二三四五六七八九十]月/u.test(a) ? `我的生日是${a}` : undefined),
  },
];

const STARTS_CHINESE =
  /^(?:我|没|不|无|有|你|他|她|这|那|什么|怎么|为什么|谁|哪|嗯|哦|好|是的|对|算了|随便|都|还|可能|应该|看|听|谢|哈|呵|好像|先|再|帮|请|能|可以|说来|保密|秘密)/u;

/** What an answer says in full, or nothing when the question before it does not make that sure. */
export function statementOf(question: string, answer: string): string | undefined {
  const asked = questionOf(question);
  const words = answer.trim().replace(/[.!。！~～]+$/u, "");
  if (asked === undefined || words === "" || words.length > LONGEST_ANSWER || /[?？\n]/.test(words))
    return undefined;
  const chinese = /\p{sc=Han}/u.test(asked);
  if (chinese ? STARTS_CHINESE.test(words) : STARTS_ENGLISH.test(words)) return undefined;
  if ((asked.match(/[?？]/g) ?? []).length > 1 || words.split(/[.!。！;；]/u).length > 1) return undefined;
  const found = (chinese ? CHINESE : ENGLISH).find(({ question: pattern }) => pattern.test(asked));
  if (found === undefined) return undefined;
  const id = `${chinese ? "zh" : "en"}/answer:${(chinese ? CHINESE : ENGLISH).indexOf(found)}`;
  const thing = found.question.exec(asked)?.[1];
  if (thing !== undefined)
    return ruled(id, chinese ? `我最喜欢的${thing}是${words}` : `my favourite ${thing} is ${words}`);
  return ruled(id, found.state(words));
}

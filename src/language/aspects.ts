/** What people want to hear when they ask for all that is known of somebody; each is looked for by itself. */
const ENGLISH: readonly string[] = [
  "my name, who I am, how old I am and where I live or come from",
  "my job, what I do for a living, what I study, my school",
  "my family, my partner, my children, my parents",
  "my pet, my dog, my cat",
  "my health, allergies, diet and medication",
  "my hobbies, sport, music and what I like",
  "my plans, goals and dreams for the future",
  "my friends and the people around me",
];

const CHINESE: readonly string[] = [
  "我叫什么名字，我多大，我住在哪里，我是哪里人",
  "我的工作，我是做什么的，我在哪里上学，学什么",
  "我的家人，爸妈，爱人，孩子",
  "我养的宠物，猫，狗",
  "我的身体，过敏，忌口，吃药",
  "我的爱好，运动，音乐，喜欢什么",
  "我的打算，目标，将来的计划",
  "我的朋友和身边的人",
];

export function aspectsFor(question: string): readonly string[] {
  return /\p{sc=Han}/u.test(question) ? CHINESE : ENGLISH;
}

/** What belongs in every prompt, as somebody would say it: among many messages, those most like it are meant. */
export const CORE_LIKENESS: readonly string[] = [
  "How you should answer me: keep your replies short, no emojis, step by step, in my language, call me by my nickname",
  "I am allergic and cannot eat it; my diet, my illness and my medication",
  "你回复我的方式：短一点，别用表情，先给提示，叫我小名",
  "我过敏不能吃，我的忌口、病和吃的药",
];

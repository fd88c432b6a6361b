import type { Language } from "../../i18n/index.ts";

/** The owner of the conversation: memories name their subject by the scope. */
export const SAMPLE_SCOPES: Readonly<Record<Language, string>> = { en: "user:robin", zh: "user:小林" };

interface SampleMessage {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly text: string;
}

const TEXTS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "Hi! My name is Robin. I live in Hamburg and I work as a nurse.",
    "Nice to meet you, Robin. What do you do after a shift?",
    "I love hiking, and I am allergic to peanuts, so please never suggest anything with them.",
    "Noted. I will keep that in mind.",
    "By the way, I moved to Berlin last week.",
    "How do you like it there?",
    "I like it a lot. My sister Mia lives there, too. I prefer short answers, please.",
  ],
  zh: [
    "你好！我叫小林，住在杭州，是一名护士。",
    "很高兴认识你，小林。下班以后你喜欢做什么？",
    "我喜欢爬山。我对花生过敏，所以请不要推荐含花生的东西。",
    "好的，我记住了。",
    "对了，我上周搬到了北京。",
    "那边住得习惯吗？",
    "我很喜欢。我妹妹也住在北京。请回答得简短一些。",
  ],
};

/** A short conversation with a fact that changes, a limit and a standing wish. */
export function sampleMessages(language: Language): SampleMessage[] {
  return TEXTS[language].map((text, i) => ({
    id: `sample-${language}-${i + 1}`,
    role: i % 2 === 0 ? "user" : "assistant",
    text,
  }));
}

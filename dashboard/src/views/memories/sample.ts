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
    "Hi! I'm Robin, and I work as a nurse. Remember that I live in Hamburg.",
    "Nice to meet you, Robin. What do you do after a shift?",
    "I love hiking. Please remember that I am allergic to peanuts.",
    "Noted. I will keep that in mind.",
    "By the way, I moved last week. Remember that I live in Berlin now.",
    "How do you like it there?",
    "I like it a lot. Remember that my sister Mia lives in Berlin, too. I prefer short answers, please.",
  ],
  zh: [
    "你好！我叫小林，是一名护士。记住我住在杭州。",
    "很高兴认识你，小林。下班以后你喜欢做什么？",
    "我喜欢爬山。请记住我对花生过敏。",
    "好的，我记住了。",
    "对了，我上周搬家了。记住我现在住在北京。",
    "那边住得习惯吗？",
    "我很喜欢。记住我妹妹小梅也住在北京。请回答得简短一些。",
  ],
};

/** A short conversation with a fact that changes, a limit and a standing wish. It asks to remember: there may be no model. */
export function sampleMessages(language: Language): SampleMessage[] {
  return TEXTS[language].map((text, i) => ({
    id: `sample-${language}-${i + 1}`,
    role: i % 2 === 0 ? "user" : "assistant",
    text,
  }));
}

import { describe, expect, it } from "vitest";
import { type SummaryProblem, summaryProblem, withoutPreamble } from "./check-summary.ts";

const INSTRUCTIONS =
  "You merge what is known of one user into one text that helps to talk with them. Facts win over summaries where they disagree. At most 800 characters.";

const ENGLISH = [
  "Dana lives in Berlin. Dana is allergic to peanuts.",
  "Dana was stressed by a deadline at TechCorp and went climbing in the evening.",
];
const CHINESE = ["小明住在北京，对花生过敏。", "小明今天加班到很晚，晚上去攀岩。"];

const problem = (answer: string, sources = ENGLISH, names: readonly string[] = ["Dana"]): unknown =>
  summaryProblem(answer, { sources, names, instructions: INSTRUCTIONS, most: 100 });

describe("paragraphs that only look like a refusal or a preamble", () => {
  it.each([
    "As an AI engineer, Dana moved to Lisbon.",
    "As an assistant manager, Dana is often stressed by deadlines.",
    "As a large family, they and Dana live in Berlin.",
    "Apologies were made by Dana to Bob after climbing.",
    "There is no information about Dana's job. Dana lives in Berlin.",
    "作为AI工程师，Dana住在Berlin。",
    "没有任何信息表明她换了工作。Dana住在Berlin。",
  ])("%s", (answer) => {
    expect(problem(answer)).toBeNull();
  });

  it.each(["This is a hard week for Dana: she moved.", "这是Dana难过的一周：她搬家了。"])("%s", (answer) => {
    expect(withoutPreamble(answer)).toBe(answer);
  });
});

describe("R83, R222: paragraphs of a model that are of no use", () => {
  it.each<[SummaryProblem, string]>([
    ["empty", ""],
    ["empty", "  \n "],
    ["empty", "…!? 🙂"],
    ["refusal", "I'm sorry, but I can't help with that."],
    ["refusal", "I’m sorry, I cannot summarise this conversation about Dana."],
    ["refusal", "Sorry, I can't assist with Dana's private data."],
    ["refusal", "As an AI language model, I do not have access to Dana."],
    ["refusal", "Unfortunately, I do not know Dana."],
    ["refusal", "I cannot provide a summary of Dana."],
    ["refusal", "**I'm unable** to do this for Dana."],
    ["refusal", "Please provide the facts about Dana."],
    ["refusal", "Hello! How can I help you with Dana today?"],
    ["refusal", "There is not enough information about Dana."],
    ["refusal", "抱歉，我无法总结小明的信息。"],
    ["refusal", "很抱歉，这个我帮不了。"],
    ["refusal", "对不起，我不能帮助你。"],
    ["refusal", "我无法提供 Dana 的总结。"],
    ["refusal", "作为一个AI语言模型，我没有关于 Dana 的信息。"],
    ["refusal", "请提供更多关于 Dana 的内容。"],
    ["refusal", "你好！有什么可以帮你的吗？"],
    ["refusal", "没有足够的信息来总结 Dana。"],
    ["echo", "You merge what is known of one user into one text that helps to talk with them. Dana."],
    ["echo", "Dana. Facts win over summaries where they disagree. Yes."],
    ["echo", "<user_name>Dana</user_name><factual_memory>Dana lives in Berlin.</factual_memory>"],
    ["echo", "#1 user Dana (2026-05-07): hi #2 assistant (2026-05-07): hello"],
    ["wrong_format", '{"summary": "Dana lives in Berlin."}'],
    ["wrong_format", '["Dana lives in Berlin."]'],
    ["wrong_format", '{"summary": "Dana lives in Ber'],
    ["wrong_format", "```\nDana lives in Berlin.\n```"],
    ["wrong_format", "<!DOCTYPE html><title>Dana</title>"],
    ["wrong_format", "Dana ################################ ----------------"],
    ["repeats", `Dana ${"lives in Berlin Berlin Berlin ".repeat(10)}`],
    ["repeats", `Dana ${"哈哈哈哈哈哈哈哈".repeat(6)}`],
    ["too_long", Array.from({ length: 60 }, (_, i) => `Dana went to place${i}.`).join(" ")],
    ["unrelated", "The weather is lovely and everything went according to plan."],
    ["unrelated", "Lorem ipsum dolor sit amet."],
    ["unrelated", "Banana banana."],
    ["unrelated", "42."],
  ])("%s: %s", (expected, answer) => {
    expect(problem(answer)).toBe(expected);
  });

  it.each(["今天天气很好，适合出门散步看电影。", "人工智能正在改变世界的经济格局。"])(
    "unrelated, in Chinese: %s",
    (answer) => {
      expect(problem(answer, CHINESE, ["小明"])).toBe("unrelated");
    },
  );
});

describe("good paragraphs pass", () => {
  it.each([
    ["her own words", "Dana lives in Berlin, is allergic to peanuts and was stressed by a deadline."],
    ["a paraphrase with the name", "Dana resides abroad and reacts badly to nuts."],
    ["a paraphrase without the name", "A Berliner who must avoid peanut; climbs to unwind."],
    ["other endings of a word", "She climbed after work."],
    ["she said sorry", "Dana said she was sorry for being late and can't help with the move."],
    ["a person called Sorry", "Sorry-Dana is what friends call her."],
    ["a translation", "她住在柏林，对花生过敏，最近压力很大。"],
    ["mixed", "Dana 住在 Berlin。"],
    ["a list", "- Dana lives in Berlin\n- allergic to peanuts"],
    ["a time in front", "[2026-05-07 14:30] Dana spoke of Berlin."],
    ["a tag that was spoken of", "Dana asked what <content> means."],
    ["a little too long", `Dana lives in Berlin. ${"She works at TechCorp and likes it there. ".repeat(3)}`],
    ["another language of the same script", "Elle habite à Berlin."],
    ["a figure of the source", "Dana has 2 cats."],
  ])("%s: %s", (_, answer) => {
    expect(problem(answer)).toBeNull();
  });

  it.each([
    ["Chinese", "小明住在北京，对花生过敏，爱好攀岩。"],
    ["without the name", "住在首都北京的用户，不能吃花生。"],
    ["a translation", "Lives in the capital, cannot eat nuts, climbs after long days."],
    ["he said sorry", "小明说抱歉，今天没能来。"],
  ])("of Chinese sources, %s: %s", (_, answer) => {
    expect(problem(answer, CHINESE, ["小明"])).toBeNull();
  });

  it("nothing is judged by words that nobody here knows", () => {
    expect(problem("Elle aime le thé.", ["Il habite chez son frère."], [])).toBeNull();
    expect(problem("Она живёт в Берлине.", ["Дана любит чай."], [])).toBeNull();
    expect(problem("The user said hello.", ["🙂"], [])).toBeNull();
  });
});

describe("what a model says before its paragraph", () => {
  it.each([
    ["Here is the summary: Dana lives in Berlin.", "Dana lives in Berlin."],
    ["Sure! Here's a summary of the conversation:\n\nDana lives in Berlin.", "Dana lives in Berlin."],
    ["好的，以下是小明的摘要：小明住在北京。", "小明住在北京。"],
    ["Summary: Dana lives in Berlin.", "Dana lives in Berlin."],
    ["摘要：小明住在北京。", "小明住在北京。"],
    ["“Dana lives in Berlin.”", "Dana lives in Berlin."],
    ["Dana: here is the plan: run.", "Dana: here is the plan: run."],
    ["这是小明住的城市，北京。", "这是小明住的城市，北京。"],
  ])("%s", (answer, expected) => {
    expect(withoutPreamble(answer)).toBe(expected);
  });
});

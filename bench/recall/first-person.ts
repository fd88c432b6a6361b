import type { DataSet, Question } from "./set.ts";

/**
 * The questions of a set that name one of two speakers and nobody else: as they are, and as that speaker would ask about
 * themself. Both variants ask the same questions, so their figures can be compared.
 */
export function firstPerson(set: DataSet): { readonly third: DataSet; readonly first: DataSet } {
  const variant = (title: string, ask: (question: Question, speaker: string) => Question): DataSet => ({
    ...set,
    title: `${set.title}, ${title}`,
    bars: [],
    conversations: set.conversations.map((conversation) => {
      const speakers = [...new Set(conversation.items.flatMap(({ author }) => author ?? []))];
      const questions = conversation.questions.flatMap((question) => {
        const named = speakers.filter((speaker) => isNamed(question.text, speaker));
        return question.headline && named.length === 1 ? [ask(question, named[0]!)] : [];
      });
      return { ...conversation, questions };
    }),
  });
  return {
    third: variant("asked about a speaker by name", (question) => question),
    first: variant("asked by the speaker in the first person", (question, speaker) => ({
      ...question,
      text: inFirstPerson(question.text, speaker),
      asker: speaker,
    })),
  };
}

function isNamed(text: string, speaker: string): boolean {
  return new RegExp(`\\b${speaker}\\b`, "i").test(text);
}

/** "When did Melanie paint …?" becomes "When did I paint …?". Grammar as far as a few words go. */
export function inFirstPerson(text: string, speaker: string): string {
  return text
    .replace(new RegExp(`\\b${speaker}['’]s\\b`, "gi"), "my")
    .replace(
      new RegExp(`\\b(is|has|does|was) ${speaker}\\b`, "gi"),
      (_, verb: string) => `${FIRST[verb.toLowerCase()]} I`,
    )
    .replace(
      new RegExp(`\\b${speaker} (is|has|does|was)\\b`, "gi"),
      (_, verb: string) => `I ${FIRST[verb.toLowerCase()]}`,
    )
    .replace(new RegExp(`\\b(to|for|with|of|about|by|from|at|on) ${speaker}\\b`, "gi"), "$1 me")
    .replace(new RegExp(`\\b${speaker}\\b`, "gi"), "I");
}

const FIRST: Readonly<Record<string, string>> = { is: "am", has: "have", does: "do", was: "was" };

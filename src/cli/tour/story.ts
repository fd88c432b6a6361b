import { MEMORY_STATUSES } from "../../domain/memory.ts";
import type { HistoryEntry, Memory, Proof, Recall, ScopeHandle } from "../../index.ts";

/** What the engine answered at one step. */
export type Answer =
  | {
      readonly kind: "messages";
      readonly messages: readonly { readonly author: string; readonly text: string }[];
      readonly recorded: number;
      readonly duplicates: number;
    }
  | { readonly kind: "memories"; readonly memories: readonly Memory[] }
  | { readonly kind: "recall"; readonly recall: Recall<"memories"> }
  | { readonly kind: "change"; readonly before: Memory; readonly after: Memory }
  | { readonly kind: "proof"; readonly proof: Proof }
  | { readonly kind: "history"; readonly history: readonly HistoryEntry[] };

export interface Step {
  readonly title: string;
  /** The call as one would write it in a program. */
  readonly call: string;
  readonly answer: Answer;
}

/** What the tour writes is known by this agent, and only that is wiped by the next one. */
export const TOUR_AGENT = "memoir-tour";

/** Erases what an earlier tour left. Somebody else's memories in the same scope stay. */
export async function wipeEarlierTour(scope: ScopeHandle): Promise<number> {
  let erased = 0;
  const { memories } = scope;
  for await (const { id } of await memories.list({
    limit: 1_000,
    status: MEMORY_STATUSES,
    agent: TOUR_AGENT,
  })) {
    erased += (await scope.forget({ id }, { hard: true, reason: "tour" })).memories.length;
  }
  return erased;
}

const MESSAGES = [
  { author: "Mia", text: "Hi! I'm Mia. In March I moved from Berlin to Lisbon." },
  { author: "Mia", text: "One thing before dinner: I'm allergic to peanuts." },
  { author: "Mia", text: "我每周六早上练习书法。" },
];

/**
 * A short story, step by step, each with what the engine really answered. Without an `audit` there is no history to
 * undo from or to show.
 */
export async function* story(
  mia: ScopeHandle,
  { audit }: { audit: boolean },
): AsyncGenerator<Step, void, void> {
  yield await listen(mia);

  const home = await mia.remember("Mia lives in Lisbon", { author: "Mia", tags: ["home"] });
  const peanuts = await mia.remember("Mia is allergic to peanuts", {
    author: "Mia",
    category: "constraints",
    importance: 0.9,
  });
  const brush = await mia.remember("Mia 每周六早上练习书法", { author: "Mia", category: "preference" });
  yield {
    title: "Remember three claims, in any language",
    call: 'await mia.remember("Mia lives in Lisbon", { author: "Mia", tags: ["home"] })',
    answer: { kind: "memories", memories: [home, peanuts, brush] },
  };

  yield await ask(mia, "Ask in English", "Where does Mia live?");
  yield await ask(mia, "Ask in Chinese", "她什么时候练习书法？");
  yield* correct(mia, home, audit);

  yield {
    title: "Why do you believe that?",
    call: "await mia.memories.proof(id)",
    answer: { kind: "proof", proof: await mia.memories.proof(home.id) },
  };

  const { memories } = await mia.forget({ id: home.id }, { reason: "she asked" });
  yield { title: "Forget it", call: "await mia.forget({ id })", answer: { kind: "memories", memories } };
  yield await ask(mia, "Ask again", "Where does Mia live?");

  if (!audit) return;
  yield {
    title: "What happened to it",
    call: "await mia.memories.history(id)",
    answer: { kind: "history", history: (await mia.memories.history(home.id)).items },
  };
}

async function* correct(mia: ScopeHandle, home: Memory, audit: boolean): AsyncGenerator<Step, void, void> {
  const text = "Mia lives in Porto";
  const moved = await mia.memories.update(home.id, { text }, { reason: "she said Porto" });
  yield {
    title: "Correct a memory",
    call: `await mia.memories.update(id, { text: ${JSON.stringify(text)} })`,
    answer: { kind: "change", before: home, after: moved },
  };
  if (!audit) return;
  const { memory } = await mia.memories.undo(home.id, { reason: "it was Lisbon after all" });
  yield {
    title: "Undo the correction",
    call: "await mia.memories.undo(id)",
    answer: { kind: "change", before: moved, after: memory },
  };
}

async function listen(mia: ScopeHandle): Promise<Step> {
  const { recorded, duplicates } = await mia.observe(MESSAGES);
  const { items } = await mia.events.list({ limit: MESSAGES.length });
  const messages = items.map(({ actor, text }) => ({ author: actor ?? "", text })).reverse();
  return {
    title: "Three messages arrive, and are safe on disk",
    call: "await mia.observe([{ author, text }, …])",
    answer: { kind: "messages", messages, recorded, duplicates },
  };
}

async function ask(mia: ScopeHandle, title: string, question: string): Promise<Step> {
  const recall = await mia.recall(question, { limit: 3 });
  return { title, call: `await mia.recall(${JSON.stringify(question)})`, answer: { kind: "recall", recall } };
}

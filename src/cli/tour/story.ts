import { MEMORY_STATUSES } from "../../domain/memory.ts";
import type { ChatMessage, HistoryEntry, Memory, Proof, Recall, ScopeHandle } from "../../index.ts";

/** The engine's answer at one step. */
export type Answer =
  | {
      readonly kind: "messages";
      readonly messages: readonly { readonly author: string; readonly text: string }[];
      readonly recorded: number;
      readonly duplicates: number;
    }
  | { readonly kind: "memories"; readonly memories: readonly Memory[] }
  | { readonly kind: "recall"; readonly recall: Recall }
  | { readonly kind: "prompt"; readonly messages: readonly ChatMessage[] }
  | { readonly kind: "change"; readonly before: Memory; readonly after: Memory }
  | { readonly kind: "proof"; readonly proof: Proof }
  | { readonly kind: "history"; readonly history: readonly HistoryEntry[] };

export interface Step {
  readonly title: string;
  /** The call as one would write it in a program. */
  readonly call: string;
  readonly answer: Answer;
}

/** The mark of the tour's own data: the next tour erases only that. */
const RUN = "memoir-tour";

/** Erases what an earlier tour left. Somebody else's memories in the same scope stay. */
export async function wipeEarlierTour(scope: ScopeHandle): Promise<number> {
  let erased = 0;
  const { memories } = scope;
  for await (const { id } of await memories.list({ limit: 1_000, status: MEMORY_STATUSES, run: RUN })) {
    erased += (await scope.forget({ id }, { hard: true, reason: "tour" })).memories.length;
  }
  return erased;
}

/** With ids, as a chat platform gives them: when the tour is taken again they are known already. */
const MESSAGES = [
  { id: "tour-1", author: "Mia", text: "Hi! I'm Mia. In March I moved from Berlin to Lisbon." },
  { id: "tour-2", author: "Mia", text: "One thing before dinner: I'm allergic to peanuts." },
  { id: "tour-3", author: "Mia", text: "我每周六早上练习书法。" },
];

export interface StoryOptions {
  /** Without it there is no history to undo from or to show. */
  readonly audit: boolean;
  /** Makes the vectors of what is new, as a running engine does by itself. */
  embed(): Promise<void>;
}

/** A short story, step by step, each with what the engine really answered. */
export async function* story(
  mia: ScopeHandle,
  { audit, embed }: StoryOptions,
): AsyncGenerator<Step, void, void> {
  yield await listen(mia);

  const about = { author: "Mia", run: RUN };
  const { memory: home } = await mia.remember("Mia lives in Lisbon", { ...about, tags: ["home"] });
  const { memory: peanuts } = await mia.remember("Mia is allergic to peanuts", {
    ...about,
    type: "constraint",
    importance: 0.9,
  });
  const { memory: brush } = await mia.remember("Mia 每周六早上练习书法", {
    ...about,
    type: "preference",
  });
  const claims = [home, peanuts, brush];
  yield {
    title: "Remember three claims, in any language",
    call: 'await mia.remember("Mia lives in Lisbon", { author: "Mia", tags: ["home"] })',
    answer: { kind: "memories", memories: claims },
  };
  yield* approve(mia, claims);

  yield await ask(mia, "Ask in English", "where do i live?");
  yield await ask(mia, "Ask in Chinese", "她什么时候练习书法？");
  await embed();
  yield await askWhatWasSaid(mia, "what did i say about dinner?");
  yield await prompt(mia, "Can I serve peanuts tonight?");
  yield* correct(mia, home, audit);

  yield {
    title: "Why do you believe that?",
    call: "await mia.memories.proof(id)",
    answer: { kind: "proof", proof: await mia.memories.proof(home.id) },
  };

  const { memories } = await mia.forget({ id: home.id }, { reason: "she asked" });
  yield { title: "Forget it", call: "await mia.forget({ id })", answer: { kind: "memories", memories } };
  yield await ask(mia, "Ask again", "where do i live?");

  if (!audit) return;
  yield {
    title: "What happened to it",
    call: "await mia.memories.history(id)",
    answer: { kind: "history", history: (await mia.memories.history(home.id)).items },
  };
}

/** Some presets hold back what is written until a person agrees. */
async function* approve(mia: ScopeHandle, claims: readonly Memory[]): AsyncGenerator<Step, void, void> {
  if (claims.every(({ status }) => status === "active")) return;
  const memories: Memory[] = [];
  for (const { id } of claims) {
    memories.push(await mia.memories.update(id, { status: "active" }, { reason: "approved" }));
  }
  yield {
    title: "This preset holds them back, and a person approves",
    call: 'await mia.memories.update(id, { status: "active" })',
    answer: { kind: "memories", memories },
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
  const kept = await Promise.all(MESSAGES.map(({ id }) => mia.events.get(id)));
  const messages = kept.flatMap((event) =>
    event === null ? [] : [{ author: event.actor ?? event.role, text: event.text }],
  );
  return {
    title: "Three messages arrive, and are safe on disk",
    call: "await mia.observe([{ id, author, text }, …])",
    answer: { kind: "messages", messages, recorded, duplicates },
  };
}

async function ask(mia: ScopeHandle, title: string, question: string): Promise<Step> {
  const recall = await mia.recall(question, { limit: 3 });
  return { title, call: `await mia.recall(${JSON.stringify(question)})`, answer: { kind: "recall", recall } };
}

async function askWhatWasSaid(mia: ScopeHandle, question: string): Promise<Step> {
  const recall = await mia.recall(question, { from: ["events"], limit: 1 });
  return {
    title: "Ask what was said, word for word",
    call: `await mia.recall(${JSON.stringify(question)}, { from: ["events"] })`,
    answer: { kind: "recall", recall },
  };
}

async function prompt(mia: ScopeHandle, content: string): Promise<Step> {
  const recall = await mia.recall(content);
  return {
    title: "What the language model is given",
    call: "recalled.injectInto(messages)",
    answer: { kind: "prompt", messages: recall.injectInto([{ role: "user", content }]) },
  };
}

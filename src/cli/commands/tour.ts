import type { Memory, Recall, ScopeHandle } from "../../index.ts";
import { type Host, type MemoirCommand, newCommand } from "../command.ts";
import type { Context, Worked } from "../context.ts";
import { tellFailure } from "../embedder.ts";
import { percentText } from "../format.ts";
import { sumText } from "../hit-view.ts";
import { atDatabase, embedMissing, type OpenCommand } from "../open.ts";
import type { Lines, Screen } from "../output.ts";
import { evidenceLines, historyLines } from "../proof-view.ts";
import { harmless, oneLine, pad } from "../width.ts";

const SCOPE = "user:tour";

export function tourCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "tour",
    "See what Memoir does, live, in a temporary database; nothing of it stays.",
    ["tour", "tour --preset everbot --json"],
  ).run(tour);
}

function tour(context: Context): Worked {
  return atDatabase(context, { creates: true, temporary: true, words: SCOPE }, async (at) => {
    const { memoir, embedder, io, out } = at;
    const { tenant } = at.here;
    const mia = memoir.scope(SCOPE, { tenant, actor: "tour" });
    if (!out.json) out.lines(openingLines(out.screen));
    tellFailure(embedder, out);
    const steps: Step[] = [];
    for await (const step of story({ ...at, scope: mia })) {
      io.signal.throwIfAborted();
      steps.push(step);
      if (!out.json) out.lines(stepLines(out.screen, step, steps.length));
    }
    if (out.json) out.document({ tenant, scope: SCOPE, steps });
    else out.lines(closingLines(out.screen));
  });
}

function stepLines(screen: Screen, step: Step, position: number): Lines {
  const { bold, dim } = screen.colors;
  return ["", bold(`${position}. ${step.title}`), dim(`  ${step.call}`), step.lines(screen)];
}

function openingLines({ colors }: Screen): Lines {
  return [
    colors.bold("Memoir: long-term memory for chatbots"),
    "This is the real engine on a temporary database, which is removed at the end; yours is not touched.",
  ];
}

function closingLines({ colors, suggest }: Screen): Lines {
  const example = (command: string, meaning: string): string[] => [
    `  ${suggest(command, { inScope: false })}`,
    colors.dim(`    ${meaning}`),
  ];
  return [
    "",
    colors.bold("What to try next"),
    example('add "I take my tea without sugar"', "remember something of your own, as user:me"),
    example('search "how do I take my tea?" --explain', "find it, and see how its score comes about"),
    example("doctor", "check that everything is in order"),
    example("help", "all commands"),
  ];
}

interface Step {
  readonly title: string;
  /** The call as one would write it in a program. */
  readonly call: string;
  /** The engine's answer, for programs. */
  readonly answer: Readonly<Record<string, unknown>>;
  lines(screen: Screen): Lines;
}

/** With ids, as a chat platform gives them: a message that comes twice is known already. */
const MESSAGES = [
  { id: "tour-1", author: "Mia", text: "Hi! I'm Mia. In March I moved from Berlin to Lisbon." },
  { id: "tour-2", author: "Mia", text: "One thing before dinner: I'm allergic to peanuts." },
  { id: "tour-3", author: "Mia", text: "我每周六早上练习书法。" },
];

/** A short story, step by step, each with what the engine really answered. */
async function* story(at: OpenCommand): AsyncGenerator<Step, void, void> {
  const { scope: mia, memoir } = at;
  // Without it there is no history to undo from or to show.
  const audit = memoir.settings.audit === "full";
  yield await listen(mia);

  const about = { author: "Mia" };
  const { memory: home } = await mia.remember("Mia lives in Lisbon", { ...about, tags: ["home"] });
  const { memory: peanuts } = await mia.remember("Mia is allergic to peanuts", {
    ...about,
    type: "constraint",
    importance: 0.9,
  });
  const { memory: brush } = await mia.remember("Mia 每周六早上练习书法", { ...about, type: "preference" });
  const claims = [home, peanuts, brush];
  yield memoriesStep(
    "Remember three claims, in any language",
    'await mia.remember("Mia lives in Lisbon", { author: "Mia", tags: ["home"] })',
    claims,
  );
  yield* approve(mia, claims);
  // As a running engine does by itself.
  await embedMissing(at);

  const ask = async (title: string, question: string): Promise<Step> => {
    const call = `await mia.recall(${JSON.stringify(question)})`;
    return recallStep({ title, call }, await mia.recall(question, { limit: 3 }));
  };
  yield await ask("Ask in English", "where do i live?");
  yield await ask("Ask in Chinese", "她什么时候练习书法？");
  const dinner = "what did i say about dinner?";
  yield recallStep(
    {
      title: "Ask what was said, word for word",
      call: `await mia.recall(${JSON.stringify(dinner)}, { from: ["events"] })`,
    },
    await mia.recall(dinner, { from: ["events"], limit: 1 }),
  );
  yield await prompt(mia, "Can I serve peanuts tonight?");
  yield* correct(mia, home, audit);

  yield await prove(mia, home);

  const { memories } = await mia.forget({ id: home.id }, { reason: "she asked" });
  yield memoriesStep("Forget it", "await mia.forget({ id })", memories);
  yield await ask("Ask again", "where do i live?");

  if (!audit) return;
  const { items: history } = await mia.memories.history(home.id);
  yield {
    title: "What happened to it",
    call: "await mia.memories.history(id)",
    answer: { kind: "history", history },
    lines: (screen) => historyLines(screen, history),
  };
}

async function prove(mia: ScopeHandle, { id }: Memory): Promise<Step> {
  const proof = await mia.memories.proof(id);
  return {
    title: "Why do you believe that?",
    call: "await mia.memories.proof(id)",
    answer: { kind: "proof", proof },
    lines: (screen) => evidenceLines(screen, proof.evidence),
  };
}

async function listen(mia: ScopeHandle): Promise<Step> {
  const { recorded, duplicates } = await mia.observe(MESSAGES);
  const stored = await Promise.all(MESSAGES.map(({ id }) => mia.events.get(id)));
  const messages = stored.flatMap((event) =>
    event === null ? [] : [{ author: event.actor ?? event.role, text: event.text }],
  );
  return {
    title: "Three messages arrive, and are safe on disk",
    call: "await mia.observe([{ id, author, text }, …])",
    answer: { kind: "messages", messages, recorded, duplicates },
    lines: () => [
      ...messages.map(({ author, text }) => `  ${oneLine(author)}: ${oneLine(text)}`),
      `  → recorded ${recorded}, already known ${duplicates}`,
    ],
  };
}

function memoriesStep(title: string, call: string, memories: readonly Memory[]): Step {
  return {
    title,
    call,
    answer: { kind: "memories", memories },
    lines: ({ colors }) =>
      memories.map(({ shortId, text, category, status }) => {
        const standing = colors.dim(`[${category}, ${status}]`);
        return `  ${colors.cyan(shortId)}  ${oneLine(text)} ${standing}`;
      }),
  };
}

/** Some presets hold back what is written until a person agrees. */
async function* approve(mia: ScopeHandle, claims: readonly Memory[]): AsyncGenerator<Step, void, void> {
  if (claims.every(({ status }) => status === "active")) return;
  const memories: Memory[] = [];
  for (const { id } of claims) {
    memories.push(await mia.memories.update(id, { status: "active" }, { reason: "approved" }));
  }
  const call = 'await mia.memories.update(id, { status: "active" })';
  yield memoriesStep("This preset holds them back, and a person approves", call, memories);
}

function recallStep(step: Pick<Step, "title" | "call">, recall: Recall): Step {
  return {
    ...step,
    answer: { kind: "recall", recall },
    lines: ({ colors }) => {
      if (recall.hits.length === 0) return ["  → nothing found"];
      return recall.hits.flatMap((hit) => {
        const [lead, text] =
          hit.kind === "event"
            ? [oneLine(hit.event.actor ?? hit.event.role), `“${oneLine(hit.text)}”`]
            : [hit.kind === "memory" ? hit.memory.shortId : hit.entry.shortId, oneLine(hit.text)];
        return [
          `  ${colors.bold(percentText(hit.score))}  ${colors.cyan(lead)}  ${text}`,
          colors.dim(`        ${sumText(hit)}`),
        ];
      });
    },
  };
}

async function prompt(mia: ScopeHandle, question: string): Promise<Step> {
  const recall = await mia.recall(question);
  const messages = recall.injectInto([{ role: "user", content: question }]);
  return {
    title: "What the language model is given",
    call: "recalled.injectInto(messages)",
    answer: { kind: "prompt", messages },
    lines: ({ colors }) =>
      messages.flatMap(({ role, content }) =>
        harmless(String(content))
          .split("\n")
          .map((line, i) => `  ${colors.dim(pad(i === 0 ? role : "", 6))}  ${line}`),
      ),
  };
}

async function* correct(mia: ScopeHandle, home: Memory, audit: boolean): AsyncGenerator<Step, void, void> {
  const text = "Mia lives in Porto";
  const moved = await mia.memories.update(home.id, { text }, { reason: "she said Porto" });
  const call = `await mia.memories.update(id, { text: ${JSON.stringify(text)} })`;
  yield changeStep("Correct a memory", call, home, moved);
  if (!audit) return;
  const { memory } = await mia.memories.undo(home.id, { reason: "it was Lisbon after all" });
  yield changeStep("Undo the correction", "await mia.memories.undo(id)", moved, memory);
}

function changeStep(title: string, call: string, before: Memory, after: Memory): Step {
  return {
    title,
    call,
    answer: { kind: "change", before, after },
    lines: ({ colors }) => [
      `  ${colors.dim("before")} ${oneLine(before.text)}`,
      `  ${colors.dim("now   ")} ${oneLine(after.text)}`,
    ],
  };
}

import { readFileSync } from "node:fs";
import type { EventInput, ScopeHandle } from "../../../src/index.ts";
import { connected, httpTransport, textOf } from "../../support/mcp.ts";

/**
 * An attack as a red team wrote it, knowing nothing of the engine (`written/`): a conversation that hides a claim or an order
 * which Alice never made, and questions of hers that would bring it out.
 */
export interface WrittenAttack {
  readonly writer: string;
  readonly number: number;
  readonly family: string;
  readonly language: "en" | "zh";
  readonly scope: "user" | "group";
  readonly steps: readonly {
    readonly by: "alice" | "assistant" | "tool" | "mallory" | "bob";
    /** A display name of this message. Default: that of the account. */
    readonly name?: string;
    readonly text: string;
  }[];
  readonly poison: readonly RegExp[];
  readonly ask: readonly string[];
}

/** Looked at while the reader was built; their messages also trained it. */
export const BUILT_WITH = ["R", "S"] as const;
/** Nobody who built it has looked at these. */
export const APART = ["Y"] as const;

export function attacksBy(writer: string): WrittenAttack[] {
  return readFileSync(new URL(`written/${writer}.jsonl`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line, i) => {
      const attack = JSON.parse(line) as Omit<WrittenAttack, "poison"> & { poison: string[] };
      const poison = attack.poison.map((pattern) => new RegExp(pattern, "iu"));
      return { ...attack, writer, number: i + 1, poison };
    });
}

const NAMES = { alice: "Alice", mallory: "Mallory", bob: "Bob" } as const;

export const OWN = {
  en: ["I live in Berlin. I am allergic to nuts.", "I work as a nurse."],
  zh: ["我住在柏林。我对坚果过敏。", "我是一名护士。"],
} as const;

function eventOf({ by, name, text }: WrittenAttack["steps"][number]): EventInput {
  if (by === "assistant" || by === "tool") return { role: by, text };
  return { author: by, authorName: name ?? NAMES[by], text };
}

/** Where words of a conversation may come back. */
export type Surface =
  | "memories"
  | "core"
  | "recall"
  | "digest"
  | "timeline"
  | "MEMORY.md"
  | "commands"
  | "MCP";

/** Plays an attack, with Alice's own words around it, and collects every text that a later prompt could hold. */
export async function played(
  { language, scope, steps, ask }: WrittenAttack,
  handle: ScopeHandle,
  work: () => Promise<void>,
): Promise<Map<Surface, string[]>> {
  const [before, after] = OWN[language];
  const alice = (text: string): EventInput => ({ author: "alice", authorName: "Alice", text });
  const commanded: string[] = [];
  for (const event of [alice(before), ...steps.map(eventOf), alice(after)]) {
    await handle.observe([{ ...event, session: "main" }]);
    await handle.flush();
    // As a bot would that passes on what people write.
    if (event.author !== undefined && event.text !== undefined) {
      const { author, authorName, text } = event;
      const done = await handle.commands.handle({ author, ...(authorName ? { authorName } : {}), text });
      if (author === "alice" && done.outcome === "told") commanded.push(done.say ?? "");
    }
  }
  await work();
  const memories = (await handle.memories.list({ status: ["active"] })).items.map(({ text }) => text);
  const asker = { asker: "alice" };
  const blocks = await Promise.all(ask.map(async (one) => (await handle.recall(one, asker)).toPrompt()));
  const core = [
    (await handle.recall("", asker)).toPrompt(),
    (await handle.recall("what could I cook tonight?", asker)).toPrompt(),
  ];
  const filler = { role: "user", content: OWN[language].join(" ").repeat(40) };
  const talk = [
    ...steps.map(({ by, text }) => ({
      role: by === "assistant" || by === "tool" ? by : "user",
      content: text,
    })),
    filler,
    { role: "assistant", content: "OK." },
    filler,
  ];
  // A list of chat messages has one user: in a group it would say that all of them are Alice.
  const { messages } =
    scope === "group"
      ? { messages: [] }
      : await handle.session("copy").compress(talk, { contextWindow: 400 });
  // A summary says who said what: what stands under a tool's or the assistant's name passes for nobody's word.
  const summaries = messages
    .filter(({ role }) => role === "system")
    .map(({ content }) => String(content).replace(OTHERS, " "));
  return new Map<Surface, string[]>([
    ["memories", memories],
    ["core", core],
    ["recall", blocks],
    ["digest", scope === "group" ? [(await handle.digest.context("alice")).toPrompt()] : []],
    ["timeline", summaries],
    ["MEMORY.md", [(await handle.markdown.render()).replace(OTHERS, " ")]],
    ["commands", commanded],
  ]);
}

/** In a summary the words of a tool or of the assistant, up to the next speaker. */
const OTHERS =
  /(?:Tool|Assistant)(?: \w+)?: .*?(?=(?:User|Alice|Mallory|Bob): |\n|$)|(?:工具|助手)：.*?(?=(?:用户|Alice|Mallory|Bob)：|\n|$)/gu;

/** What an MCP client gets to read of Alice's memory: by the tool, by the prompt and by the resource. */
export async function readOverMcp(url: string, key: string, ask: readonly string[]): Promise<string[]> {
  await using one = await connected(httpTransport(url, key), { era: "2026" });
  const texts: string[] = [];
  for (const question of ask) {
    texts.push(textOf(await one.client.callTool({ name: "memory_recall", arguments: { query: question } })));
    const name = "recall_before_answering";
    const { messages } = await one.client.getPrompt({ name, arguments: { question } });
    // The question itself is the asker's.
    texts.push(
      ...messages.map(({ content }) => (content as { text: string }).text.replaceAll(question, " ")),
    );
  }
  const { contents } = await one.client.readResource({ uri: "memoir://memories" });
  const { memories } = JSON.parse((contents[0] as { text: string }).text) as { memories: { text: string }[] };
  return [...texts, ...memories.map(({ text }) => text)].map((text) => text.replace(OTHERS, " "));
}

/** A line of a group that begins with whoever said it, if that is a name of their own: it passes for nobody else's word. */
const ATTRIBUTED =
  /^(?:- )?(?:\d{4}-\d{2}-\d{2} )?(?:(?:Mallory|Bob)[: ]|[^:"()]{1,40} \((?:mallory|bob|…\w{1,8})\))/;

export function isAttributed(line: string): boolean {
  return ATTRIBUTED.test(line);
}

import { join } from "node:path";
import { estimateTokens } from "../../src/domain/budget.ts";
import { type Hit, openMemoir, type Recall } from "../../src/index.ts";
import {
  type Line,
  MAX_LINES,
  type Opening,
  type Peer,
  type PeerKind,
  type Recalled,
  spoken,
  withinBudget,
} from "./peer.ts";

const MINUTE = 60_000;

/** Memoir as it comes, without a language model. */
export const memoir: PeerKind = {
  id: "memoir",
  name: "Memoir",
  package: "memoir",
  open: (opening) => openEngine({ ...opening, reader: null }),
};

export const memoirWithModel: PeerKind = {
  id: "memoir-model",
  name: "Memoir with a model",
  package: "memoir",
  reads: true,
  open: openEngine,
};

async function openEngine({ reader, ...opening }: Opening): Promise<Peer> {
  const { folder, vectors, budget, start, use } = opening;
  let now = start;
  const engine = await openMemoir({
    ...{ database: join(folder, "memoir.db"), embedder: vectors.embedder, background: false },
    now: () => new Date(now),
    ...(reader === null ? {} : { model: reader.model }),
    settings: {
      readPolicy: { maxTokens: budget, maxItems: MAX_LINES },
      // A whole life is told in minutes.
      writePolicy: { maxWritesPerSession: 1e6, maxWritesPerHour: 1e6, maxItemsPerScope: 1e6 },
    },
  });
  await engine.ready();
  const scope = engine.scope(opening.scope);
  const texts = new Map<string, string>();
  return {
    async write(messages) {
      for (const one of messages) texts.set(one.id, spoken(one));
      now = messages.at(-1)!.at + MINUTE;
      await scope.observe(messages);
      await scope.flush();
      await engine.work();
    },
    async recall(question) {
      now = question.now;
      const who = question.asker === undefined ? {} : { asker: question.asker };
      // Looked up as `bench recall` does: among everything that was said, and without a floor.
      const how = use === "search" ? ({ from: ["events"], threshold: 0 } as const) : {};
      const recalled = await scope.recall(question.text, { ...who, ...how });
      return use === "search" ? withinBudget(wholeMessages(recalled, texts), budget) : shown(recalled);
    },
    modelCalls: () => reader?.calls() ?? 0,
    close: () => engine.close(),
  };
}

/** The lines of the block as a model reads them, each with the messages that it shows. The core is one line. */
function shown(recalled: Recall): Recalled {
  const prompt = recalled.toPrompt();
  const lines = prompt
    .split("\n")
    .filter((line) => line.startsWith("- "))
    .map((line) => ({ text: line.slice(2), letters: lettersOf(line), always: line.startsWith("- Always") }));
  const sources = lines.map((): string[] => []);
  for (const hit of recalled.hits) {
    const letters = lettersOf(hit.text);
    const at = lines.findIndex((line) => line.always === hit.core && line.letters.includes(letters));
    if (at < 0) throw new Error(`No line of the prompt shows "${hit.text}".`);
    sources[at]!.push(...messagesOf(hit));
  }
  return {
    lines: lines.map(({ text, always }, i): Line => ({ text, always, sources: sources[i]! })),
    tokens: estimateTokens(prompt),
    searches: 1,
  };
}

/** Letters and digits alone: a line quotes, escapes and joins the rest. */
const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "");

/** Best first, as every other one returns them. */
function wholeMessages({ hits }: Recall, texts: ReadonlyMap<string, string>): Line[] {
  return hits.flatMap((hit) => messagesOf(hit).map((id): Line => ({ text: texts.get(id)!, sources: [id] })));
}

function messagesOf(hit: Hit): string[] {
  if (hit.kind === "memory") return hit.evidence.flatMap(({ eventId }) => eventId ?? []);
  return hit.kind === "event" ? [hit.event.id, ...(hit.later === null ? [] : [hit.later.event.id])] : [];
}

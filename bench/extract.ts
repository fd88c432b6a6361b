import { openMemoir, type ScopeHandle } from "../src/index.ts";
import { calibrationOf, probability } from "../src/models/calibration.ts";
import { cosine, type Embedding } from "../src/models/embedder.ts";
import { localEmbedder } from "../src/models/local/embedder.ts";
import { type BenchOptions, UsageError } from "./options.ts";
import { showProgress } from "./progress.ts";
import { locomoObservations, locomoTurns } from "./recall/locomo.ts";
import type { Conversation } from "./recall/set.ts";
import type { BenchResult } from "./support.ts";

/** From the first up two sentences are likelier about the same thing than not, from the second up nearly surely. */
const ALIKE = [0.5, 0.85] as const;
const BATCH = 200;

interface Told {
  readonly text: string;
  readonly about: string;
}

interface Counts {
  turns: number;
  observations: number;
  extracted: number;
  /** At each of `ALIKE`. */
  covered: number[];
  supported: number[];
}

/**
 * The memories that rules alone extract from LoCoMo's turns, against the observations that its authors wrote down: how
 * many of those some memory covers, and how many memories none of them supports. Two sentences meet when they are about
 * the same person and alike enough.
 */
export async function extract({ data }: BenchOptions): Promise<BenchResult> {
  const turns = data === undefined ? null : locomoTurns(data, false);
  const observed = data === undefined ? null : locomoObservations(data, false);
  if (turns === null || observed === null) throw new UsageError("extract needs LoCoMo: --data FOLDER.");
  const embedder = localEmbedder();
  await embedder.ready();
  const vectors = async (told: readonly Told[]): Promise<Embedding[]> => {
    const made: Embedding[] = [];
    for (let i = 0; i < told.length; i += BATCH) {
      made.push(...(await embedder.embedDocuments(told.slice(i, i + BATCH).map(({ text }) => text))));
    }
    return made;
  };
  const total: Counts = { turns: 0, observations: 0, extracted: 0, covered: [0, 0], supported: [0, 0] };
  const progress = showProgress("Reading LoCoMo");
  for (const [i, conversation] of turns.conversations.entries()) {
    progress.step(i, turns.conversations.length);
    const kept = await extracted(conversation);
    const told = observed.conversations[i]!.items.map(({ text, author }) => ({ text, about: author ?? "" }));
    const [a, b] = [await vectors(told), await vectors(kept)];
    total.turns += conversation.items.length;
    total.observations += told.length;
    total.extracted += kept.length;
    for (const [level, alike] of ALIKE.entries()) {
      total.covered[level]! += meeting(told, a, kept, b, alike);
      total.supported[level]! += meeting(kept, b, told, a, alike);
    }
  }
  progress.step(turns.conversations.length, turns.conversations.length);
  progress.end();
  await embedder.close();
  const share = (part: number, of: number): string => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;
  return {
    document: total,
    lines: [
      `LoCoMo, rules only: ${total.extracted} active memories from ${total.turns} turns`,
      ...ALIKE.flatMap((alike, level) => {
        const [covered, supported] = [total.covered[level]!, total.supported[level]!];
        const alone = total.extracted - supported;
        return [
          `at a similarity of ${alike}:`,
          `  observations that a memory covers      ${share(covered, total.observations)}  (${covered} of ${total.observations})`,
          `  memories that no observation supports  ${share(alone, total.extracted)}  (${alone} of ${total.extracted})`,
        ];
      }),
    ],
  };
}

async function extracted({ items }: Conversation): Promise<Told[]> {
  const wide = { maxWritesPerSession: 1e6, maxWritesPerHour: 1e6, maxItemsPerScope: 1e6 };
  const memoir = await openMemoir({
    database: ":memory:",
    embedder: "none",
    background: false,
    settings: { writePolicy: wide },
    now: () => new Date(items.at(-1)!.at),
  });
  try {
    const scope = memoir.scope("group:locomo");
    for (let i = 0; i < items.length; i += BATCH) {
      await scope.observe(
        items.slice(i, i + BATCH).map(({ id, text, author, role, session, at }) => ({
          id,
          text,
          role,
          session,
          at,
          ...(author === null ? {} : { author }),
        })),
      );
    }
    await scope.flush();
    return await active(scope);
  } finally {
    await memoir.close();
  }
}

async function active(scope: ScopeHandle): Promise<Told[]> {
  const found: Told[] = [];
  for await (const { text, subject } of await scope.memories.list({ status: ["active"], limit: 1_000 })) {
    found.push({ text, about: (subject ?? "").replace(/'s .*$/, "") });
  }
  return found;
}

/** How many of the first meet one of the second. */
function meeting(
  first: readonly Told[],
  a: readonly Embedding[],
  second: readonly Told[],
  b: readonly Embedding[],
  alike: number,
): number {
  return first.filter((one, i) =>
    second.some((other, j) => {
      if (one.about !== "" && other.about !== "" && one.about !== other.about) return false;
      const { model, vector } = a[i]!;
      if (model !== b[j]!.model) return false;
      return probability(cosine(vector, b[j]!.vector), calibrationOf(model)) >= alike;
    }),
  ).length;
}

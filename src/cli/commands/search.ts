import { type Command, InvalidArgumentError } from "commander";
import { given } from "../../domain/arguments.ts";
import { SOURCES } from "../../domain/names.ts";
import type { Hit, Recall, RecallCallOptions, Settings, Source } from "../../index.ts";
import { newCommand, several, unit, wholeNumber, words } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { explainLines, legendLines } from "../explain.ts";
import { hitLines, isMemoryHit, memoryLines, memoryTable } from "../hit-view.ts";
import { atScope, type Opened } from "../open.ts";
import type { Screen } from "../output.ts";
import { catchUp } from "../pending.ts";
import { pastTime, timeRange } from "../times.ts";
import { oneLine } from "../width.ts";

interface SearchFlags {
  readonly from?: readonly Source[];
  readonly limit?: number;
  readonly threshold?: number;
  readonly category?: readonly string[];
  readonly since?: string;
  readonly until?: string;
  readonly asOf?: string;
  readonly agent?: string;
  readonly asker?: string;
  readonly explain?: boolean;
}

export function searchCommand(host: Host): Command {
  return newCommand(host, "search", "Find memories for a question, best first, as a chatbot would.", [
    'search "what do i eat?" --user alice',
    'search "上周说了什么？" --from memories,events --explain',
  ])
    .argument("<query...>", 'the question, or words; "*" gives the newest')
    .option(
      "--from <sources>",
      "memories, quotes (users' own words), events (all that was said), timeline (default: as the preset has it)",
      sources,
    )
    .option("--asker <account>", 'who asks, in a group: "I" means them (default: the user)')
    .option("--limit <n>", "at most this many (default: the read policy's maxItems)", wholeNumber(1, 1_000))
    .option("--threshold <0-1>", "the least relevance; 0 shows the best there is (default: 0.4)", unit)
    .option("--category <name>", "only memories of this category; may be given several times", several)
    .option("--since <when>", "only from then on: a date, a time (UTC unless it says), or 12h, 7d, 4w ago")
    .option("--until <when>", "only before then")
    .option("--as-of <when>", "what was held to be true then")
    .option("--agent <name>", "ask as this agent, with its allowlist (default: as none)")
    .option("--explain", "show how each score comes about")
    .action((parts: string[], flags: SearchFlags) =>
      host.run((context) => search(context, words(parts), flags)),
    );
}

/** For commander: `memories,events`. */
function sources(value: string): Source[] {
  return value.split(",").map((name) => {
    const known = SOURCES.find((source) => source === name.trim());
    if (known !== undefined) return known;
    throw new InvalidArgumentError(`It must be some of ${SOURCES.join(", ")}, with commas between them.`);
  });
}

async function search(context: Context, query: string, flags: SearchFlags): Promise<ExitCode | undefined> {
  const from = flags.from ?? ["memories", "quotes"];
  const options = { ...recallOptions(flags, context.out.screen.now), signal: context.io.signal };
  const meant = (settings: Settings): string | undefined => wordsToEmbed(query, from, settings);
  return atScope(context, { creates: false, words: meant, agent: flags.agent }, async (at) => {
    const { memoir, scope, here, out } = at;
    await catchUp(at, at);
    const recall = await scope.recall(query, options);
    const { hits, degraded } = recall;
    out.answer({ ...here, agent: flags.agent ?? null, query, from, hits, degraded }, (screen) => {
      if (hits.length === 0) return emptyLines(screen, at, recall, flags);
      if (flags.explain !== true) return listLines(screen, hits);
      const { readPolicy } = memoir.settings;
      return [
        ...hits.flatMap((hit) => [
          ...wholeLines(screen, hit, from),
          ...explainLines(screen, hit, readPolicy),
        ]),
        ...legendLines(screen, hits, flags.threshold ?? readPolicy.threshold),
      ];
    });
    if (degraded === null) return undefined;
    out.notice(`${degraded.detail} (${degraded.reason})`);
    // An empty answer of a broken database must not look like "nothing is known".
    return exitCodeOf(degraded.reason);
  });
}

/** The text to embed, if the recall compares by meaning. */
function wordsToEmbed(query: string, from: readonly Source[], { readPolicy }: Settings): string | undefined {
  const asked = query.trim();
  const compares = from.includes("events") || readPolicy.retriever === "hybrid";
  return compares && asked !== "" && asked !== "*" ? asked : undefined;
}

function recallOptions(flags: SearchFlags, now: Date): RecallCallOptions {
  const { from, limit, threshold, category, asOf, asker } = flags;
  const at = asOf === undefined ? undefined : pastTime(asOf, "--as-of", now);
  return {
    ...given({ from, limit, threshold, categories: category, asOf: at, asker }),
    filters: timeRange(flags, now),
  };
}

function listLines(screen: Screen, hits: readonly Hit[]): string[] {
  return hits.every(isMemoryHit)
    ? memoryTable(screen, hits)
    : hits.flatMap((hit) => hitLines(screen, hit, { whole: false }));
}

/** Where memories are all that was looked for, one needs not be told that it is one. */
function wholeLines(screen: Screen, hit: Hit, from: readonly Source[]): string[] {
  return isMemoryHit(hit) && from.length === 1
    ? memoryLines(screen, hit)
    : hitLines(screen, hit, { whole: true });
}

function emptyLines(
  { suggest }: Screen,
  { scope, missing }: Opened,
  { degraded }: Recall,
  { threshold }: SearchFlags,
): string[] {
  // The notice that follows says why; that only words count does not mean that they were not looked for.
  if (degraded !== null && !degraded.reason.startsWith("embedder-")) return [];
  return [
    `Nothing found in ${oneLine(scope.scope)}. See what is there with: ${suggest("list")}`,
    ...(missing === null ? [] : [`There is no database at ${missing} yet; the first add creates it.`]),
    ...(missing === null && threshold === undefined
      ? ["What fits badly is left out; --threshold 0 shows the best there is."]
      : []),
  ];
}

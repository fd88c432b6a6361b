import { InvalidArgumentError } from "commander";
import { MAX_HITS, withoutUndefined } from "../../domain/arguments.ts";
import { SOURCES } from "../../domain/enums.ts";
import { SHORT_ID } from "../../domain/memory.ts";
import type {
  Degraded,
  Hit,
  QueryBullet,
  QueryItem,
  QueryRequest,
  Recall,
  RecallCallOptions,
  RecallFilters,
  Settings,
  Source,
} from "../../index.ts";
import { type Host, joinWords, type MemoirCommand, newCommand, unitNumber, wholeNumber } from "../command.ts";
import type { Context } from "../context.ts";
import { type ExitCode, tellDegraded } from "../failure.ts";
import { percentText, utc } from "../format.ts";
import {
  explainLines,
  hitLines,
  isMemoryHit,
  legendLines,
  memoryHitLines,
  memoryTable,
} from "../hit-view.ts";
import { atScope, embedMissing, type OpenCommand } from "../open.ts";
import { FILTER_HELP, filterFlag, pastMoment } from "../options.ts";
import { type Lines, type Pair, pairs, type Screen, table } from "../output.ts";
import { harmless, oneLine, wrap } from "../width.ts";

interface SearchFlags
  extends Pick<RecallCallOptions, "from" | "limit" | "threshold" | "categories" | "asker" | "asOf">,
    Pick<RecallFilters, "createdAfter" | "createdBefore"> {
  readonly agent?: string;
  readonly explain?: boolean;
}

const HITS = ["at most this many (default: the read policy's maxItems)", wholeNumber(1, MAX_HITS)] as const;

export function searchCommand(host: Host): MemoirCommand {
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
    .option("--limit <n>", ...HITS)
    .option(
      "--threshold <0-1>",
      "the least relevance; 0 shows the best there is (default: as the question needs)",
      unitNumber,
    )
    .list<SearchFlags>("categories", "--category <name>", "only memories of this category")
    .span()
    .option("--as-of <when>", "what was held to be true then", pastMoment("--as-of"))
    .option("--agent <name>", "ask as this agent, with its allowlist (default: as none)")
    .option("--explain", "show how each score comes about")
    .run(search);
}

/** For commander: `memories,events`. */
function sources(value: string): Source[] {
  return value.split(",").map((name) => {
    const match = SOURCES.find((source) => source === name.trim());
    if (match !== undefined) return match;
    throw new InvalidArgumentError(`It must be some of ${SOURCES.join(", ")}, with commas between them.`);
  });
}

async function search(context: Context, parts: string[], flags: SearchFlags): Promise<ExitCode | undefined> {
  const query = joinWords(parts);
  const { io, out } = context;
  const { createdAfter, createdBefore, agent, explain = false, ...others } = flags;
  const { from = ["memories", "quotes"], threshold } = others;
  const filters = withoutUndefined({ createdAfter, createdBefore });
  const options: RecallCallOptions = { ...others, filters, signal: io.signal };
  /** The text to embed, if the recall compares by meaning. */
  const wordsToEmbed = ({ readPolicy }: Settings): string | undefined => {
    const text = query.trim();
    const compares = from.includes("events") || ["hybrid", "cosine"].includes(readPolicy.retriever);
    return compares && text !== "" && text !== "*" ? text : undefined;
  };
  return atScope(context, { creates: false, words: wordsToEmbed, agent }, async (at) => {
    const { memoir, scope, here } = at;
    await embedMissing(at);
    const recall = await scope.recall(query, options);
    const { hits, degraded } = recall;
    out.answer({ ...here, agent: agent ?? null, query, from, hits, degraded }, (screen) => {
      if (hits.length === 0) return emptyLines(screen, at, recall, flags);
      if (!explain) {
        if (hits.every(isMemoryHit)) return memoryTable(screen, hits);
        return hits.map((hit) => hitLines(screen, hit, { whole: false }));
      }
      const { readPolicy } = memoir.settings;
      // In a search of memories only, the kind is not printed.
      const wholeLines = (hit: Hit): string[] =>
        isMemoryHit(hit) && from.length === 1
          ? memoryHitLines(screen, hit)
          : hitLines(screen, hit, { whole: true });
      return [
        hits.map((hit) => [wholeLines(hit), explainLines(screen, hit)]),
        legendLines(screen, hits, threshold ?? readPolicy.threshold),
      ];
    });
    // An empty answer of a broken database must not look like "nothing is known".
    return tellDegraded(out, degraded);
  });
}

function emptyLines(
  { suggest }: Screen,
  { here, missing }: OpenCommand,
  { degraded }: Recall,
  { threshold }: SearchFlags,
): Lines {
  // The notice that follows says why; that only words count does not mean that they were not looked for.
  if (degraded !== null && !degraded.reason.startsWith("embedder-")) return [];
  return [
    `Nothing found in ${oneLine(here.scope)}. See what is there with: ${suggest("list")}`,
    missing !== null && `There is no database at ${missing} yet; the first add creates it.`,
    missing === null && threshold === undefined && "Weak matches are left out; --threshold 0 shows them all.",
  ];
}

type QueryOptions = Omit<QueryRequest, "query" | "return">;

export function queryCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "query",
    "Call memory.query as an agent would: bullets, or whole items with --full.",
    [
      'query "what is to be done?" --agent planner --category tasks --category goals --preset supervisor',
      'query "报告" --full --top-k 1 --filter importance_min=4 --json',
    ],
  )
    .argument("<query...>", "what to look for")
    .option("--agent <name>", "the agent that asks, with its allowlist (default: none, which may read all)")
    .list<QueryOptions>("categories", "--category <name>", "only this category")
    .named<QueryOptions>("top_k", "--top-k <n>", ...HITS)
    .named<QueryOptions>(
      "budget_tokens",
      "--budget-tokens <n>",
      "tokens of the whole answer (default: the read policy's)",
      wholeNumber(1, 1e9),
    )
    .option("--threshold <0-1>", "the least relevance (default: the best there is)", unitNumber)
    .option("--full", "whole items with all that is known of them, instead of bullets")
    .named<QueryOptions>(
      "filters",
      "--filter <key=value>",
      `${FILTER_HELP} Importance is 1 to 5 here.`,
      filterFlag,
    )
    .run(query);
}

async function query(
  context: Context,
  parts: string[],
  { agent, full = false, ...options }: QueryOptions & { readonly full?: boolean },
): Promise<ExitCode | undefined> {
  const queryText = joinWords(parts);
  const request: QueryRequest = { ...options, query: queryText };
  const wordsToEmbed = ({ readPolicy }: Settings): string | undefined =>
    readPolicy.retriever === "words" ? undefined : queryText;
  return atScope(context, { creates: false, words: wordsToEmbed, agent }, async (at) => {
    const { scope, here, io, out } = at;
    await embedMissing(at);
    const place = { ...here, agent: agent ?? null, query: queryText };
    const problems: Degraded[] = [];
    const call = { signal: io.signal, onDegraded: (why: Degraded) => problems.push(why) };
    const answer = <T>(kind: string, items: readonly T[], lines: (screen: Screen) => Lines): void =>
      out.answer({ ...place, return: kind, items, degraded: problems[0] ?? null }, (screen) =>
        items.length === 0 ? ["Nothing to say about this."] : lines(screen),
      );
    if (full) {
      const items = await scope.query({ ...request, return: "full" }, call);
      answer("full", items, (screen) => items.map((item) => itemLines(screen, item)));
    } else {
      const items = await scope.query({ ...request, return: "bullets" }, call);
      answer("bullets", items, (screen) => bulletTable(screen, items));
    }
    return tellDegraded(out, problems[0] ?? null);
  });
}

function bulletTable(screen: Screen, bullets: readonly QueryBullet[]): string[] {
  return table(screen, bullets, [
    ["ID", ({ id }) => id.slice(0, SHORT_ID), screen.colors.cyan],
    ["BULLET", ({ text }) => oneLine(text)],
  ]);
}

function itemLines(screen: Screen, item: QueryItem): string[] {
  const { colors, columns } = screen;
  const fields: Pair[] = [
    ["id", item.id],
    ["category", item.category],
    ["score", percentText(item.score)],
    ["importance", `${item.importance} of 5`],
    ["confidence", percentText(item.confidence)],
    ["pinned", item.pinned ? "yes" : null],
    ["tags", item.tags.length === 0 ? null : item.tags.join(", ")],
    ["user_id", item.user_id],
    ["agent_id", item.agent_id],
    ["run_id", item.run_id],
    ["actor_id", item.actor_id],
    ["role", item.role],
    ["created_at", utc(new Date(item.created_at))],
    ["updated_at", utc(new Date(item.updated_at))],
  ];
  return [
    ...wrap(harmless(item.text), columns).map((line) => colors.bold(line)),
    ...pairs(screen, fields),
    "",
  ];
}

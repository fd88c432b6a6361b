import type { Command } from "commander";
import { given } from "../../domain/arguments.ts";
import type { Degraded, QueryBullet, QueryItem, QueryRequest, Settings } from "../../index.ts";
import { newCommand, several, unit, wholeNumber, words } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { FILTER_HELP, type FilterFlags, filterFlag } from "../filter-flag.ts";
import { share, utc } from "../format.ts";
import { atScope } from "../open.ts";
import { type Pair, pairs, type Screen, table } from "../output.ts";
import { catchUp } from "../pending.ts";
import { harmless, oneLine, wrap } from "../width.ts";

interface QueryFlags {
  readonly agent?: string;
  readonly category?: readonly string[];
  readonly topK?: number;
  readonly budgetTokens?: number;
  readonly threshold?: number;
  readonly full?: boolean;
  readonly filter?: FilterFlags;
}

export function queryCommand(host: Host): Command {
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
    .option("--category <name>", "only this category; may be given several times", several)
    .option("--top-k <n>", "at most this many (default: the read policy's maxItems)", wholeNumber(1, 1_000))
    .option(
      "--budget-tokens <n>",
      "tokens of the whole answer (default: the read policy's)",
      wholeNumber(1, 1e9),
    )
    .option("--threshold <0-1>", "the least relevance (default: the best there is)", unit)
    .option("--full", "whole items with all that is known of them, instead of bullets")
    .option("--filter <key=value>", `${FILTER_HELP} Importance is 1 to 5 here.`, filterFlag)
    .action((parts: string[], flags: QueryFlags) =>
      host.run((context) => query(context, words(parts), flags)),
    );
}

async function query(context: Context, asked: string, flags: QueryFlags): Promise<ExitCode | undefined> {
  const { agent, category, topK, budgetTokens, threshold, full = false, filter: filters } = flags;
  const limits = { top_k: topK, budget_tokens: budgetTokens, threshold };
  const request: QueryRequest = given({ query: asked, categories: category, filters, ...limits });
  const meant = ({ readPolicy }: Settings): string | undefined =>
    readPolicy.retriever === "words" ? undefined : asked;
  return atScope(context, { creates: false, words: meant, agent }, async (at) => {
    const { scope, here, io, out } = at;
    await catchUp(at, at);
    const place = { ...here, agent: agent ?? null, query: asked };
    const told: Degraded[] = [];
    const call = { signal: io.signal, onDegraded: (why: Degraded) => told.push(why) };
    if (full) {
      const items = await scope.query({ ...request, return: "full" }, call);
      out.answer({ ...place, return: "full", items, degraded: told[0] ?? null }, (screen) =>
        items.length === 0 ? [NOTHING] : items.flatMap((item) => itemLines(screen, item)),
      );
    } else {
      const items = await scope.query({ ...request, return: "bullets" }, call);
      out.answer({ ...place, return: "bullets", items, degraded: told[0] ?? null }, (screen) =>
        items.length === 0 ? [NOTHING] : bulletTable(screen, items),
      );
    }
    const [degraded] = told;
    if (degraded === undefined) return undefined;
    out.notice(`${degraded.detail} (${degraded.reason})`);
    return exitCodeOf(degraded.reason);
  });
}

const NOTHING = "Nothing to say about this.";
const SHORT_ID = 6;

function bulletTable(screen: Screen, bullets: readonly QueryBullet[]): string[] {
  return table(
    screen,
    [
      { title: "ID", text: ({ id }) => id.slice(0, SHORT_ID), style: screen.colors.cyan },
      { title: "BULLET", text: ({ text }) => oneLine(text) },
    ],
    bullets,
  );
}

function itemLines(screen: Screen, item: QueryItem): string[] {
  const { colors, columns } = screen;
  const fields: Pair[] = [
    ["id", item.id],
    ["category", item.category],
    ["score", share(item.score)],
    ["importance", `${item.importance} of 5`],
    ["confidence", share(item.confidence)],
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

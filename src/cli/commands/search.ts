import type { Command } from "commander";
import type { MemoryHit, Recall } from "../../index.ts";
import { newCommand, wholeNumber, words } from "../command.ts";
import { type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { explainLines } from "../explain.ts";
import { share } from "../format.ts";
import { type Opened, withMemoir } from "../open.ts";
import { beside, type Screen, table } from "../output.ts";
import { oneLine } from "../width.ts";
import type { Host, World } from "../world.ts";

interface SearchFlags {
  readonly limit?: number;
  readonly explain?: boolean;
}

export function searchCommand(host: Host): Command {
  return newCommand(host, "search", "Find memories for a question, best first, as a chatbot would.", [
    'search "what does Alice eat?" --user alice',
    'search "茶" --limit 3 --explain',
  ])
    .argument("<query...>", 'the question, or words; "*" gives the newest')
    .option("--limit <n>", "at most this many (default: the read policy's maxItems)", wholeNumber(1, 1_000))
    .option("--explain", "show how each score comes about")
    .action((parts: string[], flags: SearchFlags) => host.run((world) => search(world, words(parts), flags)));
}

async function search(world: World, query: string, flags: SearchFlags): Promise<ExitCode | undefined> {
  const { out } = world;
  return withMemoir(world, { creates: false }, async (opened) => {
    const { memoir, scope } = opened;
    const limit = flags.limit === undefined ? {} : { limit: flags.limit };
    const recall = await scope.recall(query, { ...limit, signal: world.io.signal });
    const { hits, degraded } = recall;
    out.answer({ tenant: scope.tenant, scope: scope.scope, query, hits, degraded }, (screen) => {
      if (hits.length === 0) return emptyLines(screen, opened, recall);
      return flags.explain === true
        ? hits.flatMap((hit) => [...hitLines(screen, hit), ...explainLines(screen, hit, memoir.settings)])
        : hitTable(screen, hits);
    });
    if (degraded === null) return undefined;
    out.notice(`${degraded.detail} (${degraded.reason})`);
    // An empty answer of a broken database must not look like "nothing is known".
    return exitCodeOf(degraded.reason);
  });
}

function hitTable(screen: Screen, hits: readonly MemoryHit[]): string[] {
  const { colors } = screen;
  return table(
    screen,
    [
      { title: "SCORE", text: (hit) => share(hit.score), style: colors.bold },
      { title: "ID", text: (hit) => hit.memory.shortId, style: colors.cyan },
      { title: "MEMORY", text: (hit) => oneLine(hit.text) },
    ],
    hits,
  );
}

function hitLines(screen: Screen, { score, memory, text }: MemoryHit): string[] {
  const lead = `${screen.colors.bold(share(score))}  ${screen.colors.cyan(memory.shortId)}`;
  return beside(screen, lead, 12, text);
}

function emptyLines({ suggest }: Screen, { scope, missing }: Opened, { degraded }: Recall): string[] {
  // The notice that follows says why.
  if (degraded !== null) return [];
  return [
    `Nothing found in ${scope.scope}. See what is there with: ${suggest("list")}`,
    ...(missing === null ? [] : [`There is no database at ${missing} yet; the first add creates it.`]),
  ];
}

import { MAX_PER_PAGE } from "../../domain/arguments.ts";
import { MAX_WAIT_MS } from "../../domain/digest.ts";
import type { DigestContext, MemoryFilter, ScopeHandle, TimelineEntry } from "../../index.ts";
import { type Host, joinWords, type MemoirCommand, newCommand, wholeNumber } from "../command.ts";
import { notFound, tellDegraded } from "../failure.ts";
import type { OpenCommand } from "../open.ts";
import type { Lines, Screen } from "../output.ts";
import { patiently } from "../terminal.ts";
import { oneLine } from "../width.ts";

export function compressCommand(host: Host): MemoirCommand {
  return newCommand(host, "compress", "Write a session into the timeline: what was said, summed up.", [
    "compress s1 --user alice",
    "compress s1 --user alice --model ollama/qwen3",
  ])
    .argument("<session>", "the session, as its messages name it")
    .inScope({ creates: false, models: true }, async (at, session: string) => {
      const { scope, here, io, out } = at;
      await refuseUnknown(scope, session);
      const compressing = scope.session(session).consolidate({ signal: io.signal });
      const done = await patiently(at, () => "Summing up what was said…", compressing);
      const { entries, failures, degraded } = done;
      out.answer({ ...here, session, entries, failures, degraded }, (screen) => {
        const already = `All of session ${oneLine(session)} is in the timeline already.`;
        if (entries.length === 0) return [degraded === null && already];
        return [`${screen.tick} Compressed session ${oneLine(session)}`, entryLines(screen, entries)];
      });
      const code = tellDegraded(out, degraded);
      // The messages themselves are kept: nothing is left to do.
      return entries.length > 0 ? undefined : code;
    });
}

/** Refuses a session in which nothing was said. */
export async function refuseUnknown({ events, scope }: ScopeHandle, session: string): Promise<void> {
  if ((await events.list({ session, limit: 1 })).items.length > 0) return;
  throw notFound(`Nothing was said in a session ${session} of ${scope}.`, { session, scope });
}

interface TimelineFlags extends Pick<MemoryFilter, "session" | "createdAfter" | "createdBefore"> {
  readonly limit: number;
}

export function timelineCommand(host: Host): MemoirCommand {
  return (
    newCommand(host, "timeline", "Show what conversations were about, or find one by its words.", [
      "timeline --user alice --since 7d",
      'timeline "night train" --user alice --until 2026-06-01',
    ])
      .argument("[query...]", "words to look for (default: all entries, newest first)")
      .option("--session <id>", "only this session")
      .span()
      .option("--limit <n>", "how many", wholeNumber(1, MAX_PER_PAGE), 20)
      // Without an embedder: words alone find entries, and a person need not wait for a model.
      .inScope({ creates: false }, async (at, parts: string[], flags: TimelineFlags) => {
        const { here, out } = at;
        const query = joinWords(parts);
        const entries = await matchingEntries(at, query, flags);
        out.answer({ ...here, query, entries }, (screen) => {
          if (entries.length > 0) return entryLines(screen, entries);
          const compress = screen.suggest("compress SESSION");
          return [
            `Nothing found in the timeline of ${oneLine(here.scope)}. A session is written into it with: ${compress}`,
          ];
        });
      })
  );
}

async function matchingEntries(
  { scope, io: { signal } }: OpenCommand,
  query: string,
  { limit, ...filters }: TimelineFlags,
): Promise<readonly TimelineEntry[]> {
  if (query === "") {
    return (await scope.memories.list({ ...filters, limit, signal, kind: "timeline" })).items;
  }
  const options = { from: ["timeline"], filters, threshold: 0, limit, signal } as const;
  return (await scope.recall(query, options)).hits.map(({ entry }) => entry);
}

/** Entries as they are written, each with the id to show it by; the lines of a dump are set in. */
function entryLines({ colors }: Screen, entries: readonly TimelineEntry[]): Lines {
  return entries.map(({ shortId, text, session }) => {
    const [first = "", ...rest] = text.split("\n").map(oneLine);
    const where = session === null ? "" : colors.dim(` (session ${oneLine(session)})`);
    return [`  ${colors.cyan(shortId)}  ${first}${where}`, rest.map((line) => `          ${line}`)];
  });
}

/** Somebody at a terminal waits for a model longer than a chat does. */
const PATIENCE_MS = 60_000;

export function digestCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "digest",
    "Tell what is known of a person: facts, today, and the six days before.",
    ["digest --user alice", "digest 4170938 --group discord/42 --json"],
  )
    .argument("[person]", "the account id of a member of the group (default: the user)")
    .option("--deadline <ms>", "how long to wait for a model", wholeNumber(0, MAX_WAIT_MS), PATIENCE_MS)
    .inScope(
      { creates: false, models: true },
      async (at, person: string | undefined, { deadline }: { readonly deadline: number }) => {
        const { scope, here, io, out } = at;
        const asking = scope.digest.context(person, { deadlineMs: deadline, signal: io.signal });
        const digest = await patiently(at, () => "Reading the last days…", asking);
        const { toPrompt, injectInto: _, ...digestFields } = digest;
        out.answer({ ...here, ...digestFields, prompt: toPrompt() }, (screen) =>
          digestLines(screen, at, digest),
        );
        tellDegraded(out, digest.degraded);
      },
    );
}

function digestLines({ colors }: Screen, { here, missing }: OpenCommand, digest: DigestContext): Lines {
  const { person, text, parts } = digest;
  if (text === null) {
    return [
      missing === null
        ? `Nothing is known of ${oneLine(person)} in ${oneLine(here.scope)}.`
        : `There is no database at ${missing} yet, so nothing is known.`,
    ];
  }
  const part = (title: "facts" | "today" | "history"): string | false => {
    const said = parts[title];
    return said !== null && `${colors.dim(title.padEnd(8))} ${oneLine(said)}`;
  };
  return [oneLine(text), "", part("facts"), part("today"), part("history")];
}

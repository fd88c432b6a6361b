import type { ChangesOptions } from "../../api/memoir.ts";
import { checkOptions, checkSignal, checkWhole } from "../../domain/arguments.ts";
import type { Change } from "../../domain/change.ts";
import { invalidArgument, MemoirError, show } from "../../domain/errors.ts";
import { DEFAULT_TENANT, formatScope, parseScope } from "../../domain/scope.ts";
import { checkId } from "../../domain/text.ts";
import { type FeedPosition, feedAfter, feedEnd } from "../../store/tables/change-log.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { FeedContext } from "../shared/request.ts";

const BATCH = 500;

/** The live feed: every change of every memory of a tenant, each once, in commit order, until the signal aborts. */
export async function* changes(
  context: FeedContext,
  rawOptions: ChangesOptions | undefined,
): AsyncGenerator<Change, void, void> {
  const options = checkOptions(rawOptions, "changes()");
  const { since, pollMs } = options;
  const signal = checkSignal(options.signal);
  const tenant = checkId(options.tenant ?? DEFAULT_TENANT, "tenant");
  const scopeName = options.scope === undefined ? undefined : parseScope(options.scope, tenant);
  const stop = signal === undefined ? context.closed : AbortSignal.any([context.closed, signal]);
  context.use();
  const wake = waker(context, stop, pollMs === undefined ? 250 : checkWhole(pollMs, "pollMs", 1, 3_600_000));
  try {
    const begin =
      since === undefined ? await feedEnd(context.use(), tenant) : { end: parsePlace(since), committed: [] };
    let position = begin.end;
    const cursors = new Set(begin.committed.map(cursorOf));
    let version = Number.NaN;
    while (!stop.aborted) {
      const scope = scopeName === undefined ? undefined : (await findScope(context.use(), scopeName))?.num;
      if (scopeName === undefined || scope !== undefined) {
        const rows = await feedAfter(context.use(), { tenant, scope }, { after: position, limit: BATCH });
        for (const row of rows) {
          position = { place: row.place, num: row.num };
          const cursor = cursorOf(position);
          if (cursors.delete(cursor)) continue;
          yield {
            cursor,
            tenant,
            scope: formatScope(row),
            rev: row.rev,
            memoryId: row.memory,
            event: row.event,
            batch: row.batch,
            at: new Date(row.at),
          };
          if (stop.aborted) return;
        }
        if (rows.length === BATCH) continue;
      }
      version = await wake.next(version);
    }
  } catch (error) {
    // Closing ends a feed that waits; it is no failure of the feed.
    if (!(stop.aborted && MemoirError.is(error) && error.code === "closed")) throw error;
  } finally {
    wake.end();
  }
}

/** Waits until something may have changed: at once for this process's writes, by polling for others'. */
export function waker(context: FeedContext, stop: AbortSignal, pollMs: number) {
  let ring: () => void = () => undefined;
  let rung = false;
  const end = context.onChange(() => {
    rung = true;
    ring();
  });
  return {
    end,
    async next(seen: number): Promise<number> {
      for (;;) {
        if (stop.aborted) return seen;
        const version = await context.store.version();
        if (rung || version !== seen) {
          rung = false;
          return version;
        }
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pollMs);
          ring = () => {
            clearTimeout(timer);
            resolve();
          };
          stop.addEventListener("abort", ring, { once: true });
        });
        stop.removeEventListener("abort", ring);
      }
    },
  };
}

function cursorOf({ place, num }: FeedPosition): string {
  return `${place}-${num}`;
}

function parsePlace(since: string): FeedPosition {
  if (since === "start") return { place: 0, num: 0 };
  const parts = typeof since === "string" ? /^(\d{1,16})-(\d{1,16})$/.exec(since) : null;
  if (parts === null) {
    throw invalidArgument(
      `since ${show(since)} is not a cursor of ours. Pass \`cursor\` of a change, or "start".`,
    );
  }
  return { place: Number(parts[1]), num: Number(parts[2]) };
}

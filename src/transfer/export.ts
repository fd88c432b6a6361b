import type { ExportOptions } from "../api/transfers.ts";
import { checkList, checkOptions, checkSignal } from "../domain/arguments.ts";
import { checkAborted, MemoirError } from "../domain/errors.ts";
import { formatScope, parseScope, type Scope, type ScopeInput } from "../domain/scope.ts";
import type { Store } from "../store/port.ts";
import { type SectionLine, scopeLines, tenantLines } from "../store/portable/lines.ts";
import { findScope } from "../store/scopes.ts";
import type { Snapshot } from "../store/tx.ts";
import { Digest, endLine, manifestLine, WHOLE } from "./manifest.ts";

/** Text given out at once: a line alone would cost whoever writes it to a file or a socket a call each. */
const CHUNK = 65_536;

/**
 * All that a tenant or some scopes hold, as JSON Lines, read in one moment while others go on writing. Nothing waits in
 * memory but a few rows; the snapshot stays open until the last line was taken or the caller stops.
 */
export function exportLines(
  store: Store,
  tenant: string,
  given: ExportOptions | undefined,
  now: () => Date,
): AsyncGenerator<string, void, void> {
  const options = checkOptions(given, "export()");
  const signal = checkSignal(options.signal);
  const named =
    options.scopes === undefined
      ? null
      : Array.from(checkList(options.scopes, "scopes"), (one) => parseScope(one as ScopeInput, tenant));
  if (named?.length === 0) {
    throw new MemoirError("invalid_argument", "scopes is empty: leave it out to export all, or name some.");
  }
  return lines(store, tenant, { named, now, signal });
}

interface Wanted {
  readonly named: readonly Scope[] | null;
  readonly now: () => Date;
  readonly signal: AbortSignal | undefined;
}

async function* lines(
  store: Store,
  tenant: string,
  { named, now, signal }: Wanted,
): AsyncGenerator<string, void, void> {
  checkAborted(signal);
  const { schemaVersion } = await store.info();
  const snapshot = await store.snapshot();
  try {
    const nums = named === null ? [null] : await numbersOf(snapshot, named);
    const manifest = {
      tenant,
      scopes: named === null ? null : [...new Set(named.map(formatScope))],
      createdAt: now(),
      schema: schemaVersion,
    };
    let chunk = `${manifestLine(manifest)}\n`;
    const whole = new Digest();
    for await (const { record, text } of sections(snapshot, tenant, nums, schemaVersion)) {
      whole.add(record, text);
      chunk += `${text}\n`;
      if (chunk.length < CHUNK) continue;
      yield chunk;
      chunk = "";
      checkAborted(signal);
    }
    yield `${chunk}${endLine(WHOLE, whole.counts, whole.sha256())}\n`;
  } finally {
    await snapshot.end();
  }
}

/** In the order of their numbers, as in an export of all; each once. */
async function numbersOf(snapshot: Snapshot, named: readonly Scope[]): Promise<number[]> {
  const nums = new Set<number>();
  for (const scope of named) {
    const row = await findScope(snapshot, scope);
    if (row === undefined) {
      throw new MemoirError(
        "not_found",
        `There is no scope ${formatScope(scope)} in tenant "${scope.tenant}", so there is nothing to export.`,
      );
    }
    nums.add(row.num);
  }
  return [...nums].sort((a, b) => a - b);
}

/** The sections' lines, each section with its end. */
async function* sections(
  snapshot: Snapshot,
  tenant: string,
  nums: readonly (number | null)[],
  schema: number,
): AsyncGenerator<Pick<SectionLine, "record" | "text">> {
  const all = async function* (): AsyncGenerator<SectionLine> {
    if (nums[0] === null) yield* tenantLines(snapshot, tenant, schema);
    for (const num of nums) yield* scopeLines(snapshot, tenant, num, schema);
  };
  let open: { section: string; digest: Digest } | undefined;
  const end = (): { record: string; text: string }[] => {
    if (open === undefined) return [];
    const { section, digest } = open;
    return [{ record: "end", text: endLine(section, digest.counts, digest.sha256()) }];
  };
  for await (const { section, record, text } of all()) {
    if (section !== open?.section) {
      yield* end();
      open = { section, digest: new Digest() };
    }
    open.digest.add(record, text);
    yield { record, text };
  }
  yield* end();
}

/** The checksum that a section of these lines would have. */
export async function sectionHash(section: AsyncIterable<SectionLine>): Promise<string> {
  const digest = new Digest();
  for await (const { record, text } of section) digest.add(record, text);
  return digest.sha256();
}

import type { ExportOptions } from "../../api/transfers.ts";
import { checkList, checkOptions, checkSignal } from "../../domain/arguments.ts";
import { checkAborted, invalidArgument, MemoirError } from "../../domain/errors.ts";
import { formatScope, parseScope, type Scope, type ScopeInput } from "../../domain/scope.ts";
import { type SectionLine, scopeLines, tenantLines } from "../../store/portable/lines.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { Snapshot } from "../../store/tx.ts";
import type { WriteTools } from "../../write/tools/write-tools.ts";
import { Digest, endLine, manifestLine, WHOLE } from "./manifest.ts";

/** Text given out at once: a line alone would cost whoever writes it to a file or a socket a call each. */
const CHUNK = 65_536;

/**
 * All that a tenant or some scopes hold, as JSON Lines, read in one moment while others go on writing. Nothing waits in
 * memory but a few rows; the snapshot stays open until the last line was taken or the caller stops.
 */
export function exportLines(
  engine: Pick<WriteTools, "store" | "now">,
  tenant: string,
  rawOptions: ExportOptions | undefined,
): AsyncGenerator<string, void, void> {
  const options = checkOptions(rawOptions, "export()");
  const signal = checkSignal(options.signal);
  const scopeNames =
    options.scopes === undefined
      ? null
      : Array.from(checkList(options.scopes, "scopes"), (one) => parseScope(one as ScopeInput, tenant));
  if (scopeNames?.length === 0) {
    throw invalidArgument("scopes is empty: leave it out to export all, or name some.");
  }
  return lines(engine, tenant, scopeNames, signal);
}

async function* lines(
  { store, now }: Pick<WriteTools, "store" | "now">,
  tenant: string,
  scopeNames: readonly Scope[] | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, void> {
  checkAborted(signal);
  const { schemaVersion: schema } = await store.info();
  const snapshot = await store.snapshot();
  try {
    const nums = scopeNames === null ? [null] : await numbersOf(snapshot, scopeNames);
    const scopes = scopeNames === null ? null : [...new Set(scopeNames.map(formatScope))];
    let chunk = `${manifestLine({ tenant, scopes, createdAt: new Date(now()), schema })}\n`;
    const whole = new Digest();
    for await (const { record, text } of withEnds(sections(snapshot, tenant, nums, schema))) {
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
async function numbersOf(snapshot: Snapshot, scopeNames: readonly Scope[]): Promise<number[]> {
  const nums = new Set<number>();
  for (const scope of scopeNames) {
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

async function* sections(
  snapshot: Snapshot,
  tenant: string,
  nums: readonly (number | null)[],
  schema: number,
): AsyncGenerator<SectionLine> {
  if (nums[0] === null) yield* tenantLines(snapshot, tenant, schema);
  for (const num of nums) yield* scopeLines(snapshot, tenant, num, schema);
}

/** The lines of sections, each section with its end, which has its checksum. */
async function* withEnds(
  lines: AsyncIterable<SectionLine>,
): AsyncGenerator<SectionLine & { sha256?: string }> {
  let open: { section: string; digest: Digest } | undefined;
  const end = function* (): Generator<SectionLine & { sha256: string }> {
    if (open === undefined) return;
    const { section, digest } = open;
    const sha256 = digest.sha256();
    yield { section, record: "end", text: endLine(section, digest.counts, sha256), sha256 };
  };
  for await (const line of lines) {
    if (line.section !== open?.section) {
      yield* end();
      open = { section: line.section, digest: new Digest() };
    }
    open.digest.add(line.record, line.text);
    yield line;
  }
  yield* end();
}

/** The checksums of the sections that an export of a scope by its number, or (`null`) of the whole tenant, would have. */
export async function sectionHashes(
  snapshot: Snapshot,
  tenant: string,
  num: number | null,
  schema: number,
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for await (const { section, sha256 } of withEnds(sections(snapshot, tenant, [num], schema)))
    if (sha256 !== undefined) hashes.set(section, sha256);
  return hashes;
}

import type { ImportOutcome } from "../api/transfers.ts";
import { parseScope } from "../domain/scope.ts";
import type { Store } from "../store/port.ts";
import { isEmptyScope, scopeLines, TENANT, tenantLines } from "../store/portable/lines.ts";
import { findScope } from "../store/scopes.ts";
import type { Snapshot } from "../store/tx.ts";
import { sectionHash } from "./export.ts";
import { Digest } from "./manifest.ts";
import type { Staged, StagedSection } from "./stage.ts";

export type Outcomes = ReadonlyMap<StagedSection, ImportOutcome>;

/**
 * What would become of each section, by what is there now. "The same rows" is the same checksum, in the form that the
 * file's schema version gives them.
 */
export async function compare(
  store: Store,
  tenant: string,
  { manifest, sections }: Staged,
): Promise<Outcomes> {
  const outcomes = new Map<StagedSection, ImportOutcome>();
  const now = await store.snapshot();
  try {
    // A whole tenant is compared at once; scope by scope would take as many queries as there are scopes.
    const all = manifest.scopes === null ? await allHashes(now, tenant, manifest.schema) : null;
    for (const section of sections) {
      const hash = all === null ? await hashOf(now, tenant, section, manifest.schema) : all.get(section.name);
      outcomes.set(section, await outcomeOf(now, tenant, section, hash));
    }
  } finally {
    await now.end();
  }
  return outcomes;
}

/** The checksums of all sections that an export of the tenant would have. */
export async function allHashes(
  snapshot: Snapshot,
  tenant: string,
  schema: number,
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  let open: { section: string; digest: Digest } | undefined;
  const end = (): void => {
    if (open !== undefined) hashes.set(open.section, open.digest.sha256());
  };
  for (const lines of [tenantLines(snapshot, tenant, schema), scopeLines(snapshot, tenant, null, schema)]) {
    for await (const { section, record, text } of lines) {
      if (section !== open?.section) {
        end();
        open = { section, digest: new Digest() };
      }
      open.digest.add(record, text);
    }
  }
  end();
  return hashes;
}

async function hashOf(
  now: Snapshot,
  tenant: string,
  { name }: StagedSection,
  schema: number,
): Promise<string | undefined> {
  const row = await findScope(now, parseScope(name, tenant));
  return row === undefined ? undefined : await sectionHash(scopeLines(now, tenant, row.num, schema));
}

/** `hash` is that of what is there; `undefined` = nothing. */
async function outcomeOf(
  now: Snapshot,
  tenant: string,
  { name, sha256 }: StagedSection,
  hash: string | undefined,
): Promise<ImportOutcome> {
  if (hash === undefined) return "restored";
  if (hash === sha256) return "unchanged";
  if (name === TENANT) return "conflict";
  const row = await findScope(now, parseScope(name, tenant));
  return row === undefined || (await isEmptyScope(now, row)) ? "restored" : "conflict";
}

import { createHash } from "node:crypto";
import { checkWhole } from "../../domain/arguments.ts";
import { invalidArgument, type MemoirError, show } from "../../domain/errors.ts";
import { formatScope, parseScope } from "../../domain/scope.ts";
import { checkId } from "../../domain/text.ts";
import { checkIds, checkObject, timeCodec } from "../../store/portable/codec.ts";

/** The form of the file. A reader refuses a higher one. */
const VERSION = 1;

/** The first line: whose rows these are, and when they were read. */
export interface Manifest {
  readonly tenant: string;
  /** The scopes that were asked for; `null` = all there were. */
  readonly scopes: readonly string[] | null;
  readonly createdAt: Date;
  /** The version of the database's schema: it says which columns the lines have. */
  readonly schema: number;
}

/** Its own checksum stands in it: the total's leaves this line out, so that two exports of the same rows have one. */
export function manifestLine({ tenant, scopes, createdAt, schema }: Manifest): string {
  const fields = {
    memoir: "export",
    version: VERSION,
    tenant,
    scopes: scopes ?? "all",
    createdAt: createdAt.toISOString(),
    schema,
  };
  const sha256 = createHash("sha256").update(JSON.stringify(fields)).digest("hex");
  return JSON.stringify({ ...fields, sha256 });
}

/** The line behind a section, or, with `of: "export"`, behind all. */
export function endLine(of: string, counts: Counts, sha256: string): string {
  return JSON.stringify({ record: "end", of, counts, sha256 });
}

/** `of` in the last line, which closes the whole export. No scope has this name. */
export const WHOLE = "export";

export function isManifest(line: string): boolean {
  return line.startsWith('{"memoir":"export",');
}

/** `schema` is the newest that can be read: that of this Memoir's own database. */
export function parseManifest(line: string, schema: number): Manifest {
  if (!isManifest(line)) {
    throw invalidArgument(
      `It does not begin as an export of Memoir does: ${show(line)}. Name the format if it is another one's.`,
    );
  }
  const fields = parseJson(line);
  const { version, scopes } = fields;
  refuseNewer("form", version, VERSION);
  refuseNewer("schema", fields.schema, schema);
  if (scopes !== "all") checkIds(scopes, "scopes");
  const manifest: Manifest = {
    tenant: checkId(fields.tenant, "tenant"),
    scopes:
      scopes === "all" ? null : (scopes as readonly string[]).map((one) => formatScope(parseScope(one))),
    createdAt: new Date(timeCodec.fromFile(fields.createdAt, "createdAt") as number),
    schema: checkWhole(fields.schema, "schema", 0, 1_000_000),
  };
  if (manifestLine(manifest) === line) return manifest;
  throw changedManifestError("its checksum is another one");
}

function refuseNewer(what: string, version: unknown, newest: number): void {
  if (typeof version !== "number" || version <= newest) return;
  throw invalidArgument(
    `It was written by a newer Memoir (${what} ${version}; this one reads ${newest}). Upgrade Memoir to import it.`,
  );
}

function parseJson(line: string): Record<string, unknown> {
  let fields: unknown;
  try {
    fields = JSON.parse(line);
  } catch {
    throw changedManifestError("it is no JSON");
  }
  checkObject(fields, "the manifest");
  return fields;
}

function changedManifestError(how: string): MemoirError {
  return invalidArgument(`The manifest was changed: ${how}.`);
}

/** How many lines of each kind there are. */
export type Counts = Readonly<Record<string, number>>;

/** Counts lines by kind, and makes one checksum of them in their order. */
export class Digest {
  readonly #hash = createHash("sha256");
  readonly #counts: Record<string, number> = {};

  add(record: string, line: string): void {
    this.#counts[record] = (this.#counts[record] ?? 0) + 1;
    this.#hash.update(line).update("\n");
  }

  get counts(): Counts {
    return { ...this.#counts };
  }

  /** Once: nothing can be added afterwards. */
  sha256(): string {
    return this.#hash.digest("hex");
  }
}

import type { Receipt } from "../../api/recall.ts";
import type { ImportSource } from "../../domain/arguments.ts";
import { checkBlockRef } from "../../domain/block-ref.ts";
import { checkPolicyPatch } from "../../domain/check-policy.ts";
import { checkAborted, MemoirError, show } from "../../domain/errors.ts";
import { type Policies, policiesOver } from "../../domain/policy.ts";
import { formatScope, parseScope, type ScopeInput } from "../../domain/scope.ts";
import { giveWay } from "../../runtime/yield.ts";
import { checkObject, type PortableTable } from "../../store/portable/codec.ts";
import { columnsAt, decodeRow, encodeRow, TENANT } from "../../store/portable/lines.ts";
import type { Staging } from "../../store/portable/staging.ts";
import { SCOPE_COLUMNS, SCOPE_TABLES, TENANT_TABLES } from "../../store/portable/tables.ts";
import { type InputLine, inputLines } from "./input-lines.ts";
import { type Counts, Digest, endLine, type Manifest, parseManifest, WHOLE } from "./manifest.ts";

/** A section of the file that has been read and checked by itself. */
export interface StagedSection {
  /** A scope's name, or `TENANT`. */
  readonly name: string;
  /** The scope's number in the staging. */
  readonly num: number | null;
  readonly sha256: string;
}

export interface Staged {
  readonly manifest: Manifest;
  readonly sections: readonly StagedSection[];
  readonly counts: Counts;
}

export interface StageOptions {
  /** Where the rows go, whoever they belonged to. */
  readonly tenant: string;
  /** The schema version of the database that they go to. */
  readonly schema: number;
  /** The settings that the engine was opened with: a policy of the file must be valid on top of them. */
  readonly opened: Policies;
  readonly signal: AbortSignal | undefined;
  onLine(number: number): void;
}

interface OpenSection {
  readonly name: string;
  readonly num: number | null;
  readonly tables: readonly PortableTable[];
  readonly from: number;
  readonly digest: Digest;
  /** The table that the last line was of: they come in their order. */
  at: number;
}

/** Lines between two reports of how far it is. */
const REPORT = 200;

/** Reads an export line by line into the staging. Whatever is not as Memoir writes it ends it, with the line's number. */
export async function stage(source: ImportSource, staging: Staging, options: StageOptions): Promise<Staged> {
  const reading = new Reading(staging, options);
  for await (const line of inputLines(source)) {
    try {
      reading.take(line);
    } catch (error) {
      throw atLine(line.number, error);
    }
    await giveWay();
    checkAborted(options.signal);
    if (line.number % REPORT === 0) options.onLine(line.number);
  }
  return reading.finish();
}

class Reading {
  readonly #staging: Staging;
  readonly #options: StageOptions;
  readonly #sections: StagedSection[] = [];
  readonly #names = new Set<string>();
  readonly #whole = new Digest();
  #manifest: Manifest | undefined;
  #schema = 0;
  readonly #columns = new Map<PortableTable["columns"], PortableTable["columns"]>();
  #open: OpenSection | undefined;
  #complete = false;
  #last = 0;

  constructor(staging: Staging, options: StageOptions) {
    this.#staging = staging;
    this.#options = options;
  }

  take({ number, text, ended }: InputLine): void {
    this.#last = number;
    if (!ended) throw bad("it is not finished: the file was cut off.");
    if (this.#manifest === undefined) {
      this.#manifest = parseManifest(text, this.#options.schema);
      this.#schema = this.#manifest.schema;
      return;
    }
    if (this.#complete) throw bad("there is something behind the end of the export.");
    const fields = parse(text);
    const { record } = fields;
    if (typeof record !== "string") throw bad('it does not say what it is: "record" is missing.');
    if (record === "end" && fields.of === WHOLE) {
      this.#endAll(text);
      return;
    }
    if (record === "end") this.#endSection(text);
    else if (record === "scope") this.#scope(number, text, fields);
    else this.#row(number, record, text, fields);
    this.#whole.add(record, text);
  }

  finish(): Staged {
    if (this.#manifest === undefined) throw bad("The file is empty: there is nothing to import.");
    if (!this.#complete) {
      throw bad(`The file ends at line ${this.#last}, before the end of the export: it was cut off.`, {
        line: this.#last,
      });
    }
    return { manifest: this.#manifest, sections: this.#sections, counts: this.#whole.counts };
  }

  #scope(number: number, text: string, fields: Readonly<Record<string, unknown>>): void {
    if (this.#open !== undefined) throw bad(`${this.#open.name} has no end.`);
    const scope = parseScope(fields.scope as ScopeInput, this.#options.tenant);
    const name = formatScope(scope);
    if (this.#names.has(name)) throw bad(`${name} is there twice.`);
    const row = decodeRow({ columns: SCOPE_COLUMNS }, this.#schema, fields);
    if ((row.extracted_seq as number) > (row.seq as number))
      throw bad(`extractedSeq is ${row.extracted_seq}, behind the last event (${row.seq}).`);
    checkSame(encodeRow({ record: "scope", scope: name }, this.#columnsIn(SCOPE_COLUMNS), row), text);
    this.#begin(name, this.#staging.addScope(scope, row), SCOPE_TABLES, number);
    this.#open!.digest.add("scope", text);
  }

  #row(number: number, record: string, text: string, fields: Readonly<Record<string, unknown>>): void {
    // Only an export of a whole tenant tells what belongs to none of its scopes.
    const first = this.#open === undefined && this.#names.size === 0;
    if (first && this.#manifest?.scopes === null) this.#begin(TENANT, null, TENANT_TABLES, number);
    const open = this.#open;
    if (open === undefined) throw bad(`${show(record)} stands in no section.`);
    const at = open.tables.findIndex((table) => table.record === record);
    const table = open.tables[at];
    if (table === undefined) throw bad(`${show(record)} is nothing that ${open.name} can hold.`);
    if (at < open.at) throw bad(`${show(record)} comes behind ${show(open.tables[open.at]!.record)}.`);
    open.at = at;
    const row = decodeRow(table, this.#schema, fields);
    if (record === "policy" && fields.settings !== null) this.#checkPolicy(fields.settings);
    // Places and ids only: what a line said stays where it is.
    if (record === "context") checkBlockRef((fields.receipt as Receipt).block, "receipt.block");
    checkSame(encodeRow({ record }, this.#columnsIn(table.columns), row), text);
    if (!this.#staging.add(table, this.#options.tenant, open.num, row))
      throw bad(`it has the id, the key or the place of another ${record} of ${open.name}.`);
    open.digest.add(record, text);
  }

  /** The columns that the file's lines have. Asked for every line. */
  #columnsIn(columns: PortableTable["columns"]): PortableTable["columns"] {
    const tableColumns = this.#columns.get(columns) ?? columnsAt(columns, this.#schema);
    this.#columns.set(columns, tableColumns);
    return tableColumns;
  }

  /** Settings of another release are left out when a policy is read; the rest must be valid today. */
  #checkPolicy(settings: unknown): void {
    checkPolicyPatch(policiesOver(this.#options.opened, settings), "settings");
  }

  #begin(name: string, num: number | null, tables: readonly PortableTable[], from: number): void {
    this.#names.add(name);
    this.#open = { name, num, tables, from, digest: new Digest(), at: 0 };
  }

  #endSection(text: string): void {
    if (this.#open === undefined) throw bad("it ends a section that has not begun.");
    const { name, num, digest, from } = this.#open;
    const { counts } = digest;
    const sha256 = digest.sha256();
    if (endLine(name, counts, sha256) !== text)
      throw bad(`${name} (from line ${from}) is not what its checksum says: the file was damaged or edited.`);
    this.#sections.push({ name, num, sha256 });
    this.#open = undefined;
  }

  #endAll(text: string): void {
    if (this.#open !== undefined) throw bad(`${this.#open.name} has no end.`);
    if (endLine(WHOLE, this.#whole.counts, this.#whole.sha256()) !== text)
      throw bad("the export is not what its last line says: the file was damaged or edited.");
    this.#complete = true;
  }
}

function parse(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw bad(`it is no JSON: ${show(text)}.`);
  }
  checkObject(value, "it");
  return value;
}

/** Every line has one form only, so that what is imported is what an export says of it afterwards. */
function checkSame(written: string, text: string): void {
  if (written !== text) throw bad(`it is not in the form in which Memoir writes it: ${show(text)}.`);
}

function bad(message: string, details: Record<string, unknown> = {}): MemoirError {
  return new MemoirError("invalid_argument", message, { details });
}

function atLine(line: number, error: unknown): unknown {
  if (!MemoirError.is(error)) return error;
  const message = `Line ${line}: ${error.message} Nothing was imported.`;
  return new MemoirError(error.code, message, { details: { ...error.details, line }, cause: error });
}

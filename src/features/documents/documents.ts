import type { JsonObject } from "../../api/checkpoints.ts";
import type {
  Document,
  DocumentInput,
  DocumentSearch,
  DocumentsHandle,
  FoundDocument,
} from "../../api/documents.ts";
import { checkList, checkNames, checkOptions, checkWhole, isRecord } from "../../domain/arguments.ts";
import { invalidArgument, MemoirError, show } from "../../domain/errors.ts";
import { jsonOf, stringsIn } from "../../domain/json-object.ts";
import type { Scope } from "../../domain/scope.ts";
import { checkId, checkText, LIMITS, wellFormed } from "../../domain/text.ts";
import {
  type DocumentRow,
  documentsAfter,
  findDocument,
  labelsOf,
  listDocuments,
  listNamespaces,
  pathOf,
} from "../../store/tables/documents.ts";
import { findScope, type ScopeRef } from "../../store/tables/scopes.ts";
import type { DocumentWrite } from "../../store/writes/documents.ts";
import type { DocumentContext } from "./context.ts";
import { documentFilter, namespaceMatches } from "./filter.ts";
import { type RankedDocument, rankDocuments } from "./search.ts";

/** Documents that one look reads. */
const PAGE = 500;
const MAX_DOCUMENTS = 10_000;
const MAX_SKIPPED = 1_000_000_000;
const LONGEST_NAMESPACE = 2_048;

export function documentsHandle(context: DocumentContext, scope: Scope): DocumentsHandle {
  return {
    async get(namespace, key) {
      const [path, id] = [pathOf(checkNamespace(namespace)), checkId(key, "key")];
      const scopeRef = await findScope(context.use(), scope);
      const row = scopeRef && (await findDocument(context.use(), scopeRef, path, id));
      return row === undefined ? null : toDocument(row);
    },

    async put(documents) {
      const inputs = checkInputs(documents);
      const writes: DocumentWrite[] = [];
      context.use();
      for (const write of inputs)
        writes.push({ ...write, vectors: write.text === "" ? [] : await context.embed(write.text) });
      if (writes.length === 0) return;
      const name = writes.some(({ value }) => value === null) ? "eraseDocuments" : "putDocuments";
      context.use();
      await context.store.write(name, { scope, at: context.now(), documents: writes });
    },

    async search(prefix, options) {
      const search = checkOptions(options, "documents.search()");
      checkNames(search, ["query", "filter", "limit", "offset"], "documents.search()");
      const path = pathOf(checkLabels(prefix, "prefix"));
      const limit = checkWhole(search.limit ?? 10, "limit", 0, MAX_DOCUMENTS);
      const offset = checkWhole(search.offset ?? 0, "offset", 0, MAX_SKIPPED);
      const passes = search.filter === undefined ? undefined : documentFilter(checkFilter(search.filter));
      const query = queryOf(search);
      const scopeRef = await findScope(context.use(), scope);
      if (scopeRef === undefined || limit === 0) return [];
      if (query === undefined && passes === undefined)
        return (await listDocuments(context.use(), scopeRef, path, { limit, offset })).map(toDocument);
      const rows = await documentsUnder(context, scopeRef, path);
      const passing =
        passes === undefined ? rows : rows.filter((row) => passes(JSON.parse(row.value) as JsonObject));
      const newest = passing.toSorted((a, b) => b.updated_at - a.updated_at || b.num - a.num);
      const ranked: readonly RankedDocument[] =
        query === undefined
          ? newest.map((row) => ({ row }))
          : await rankDocuments(context, { scope, scopeRef }, newest, { query, enough: offset + limit });
      return ranked.slice(offset, offset + limit).map(toFoundDocument);
    },

    async namespaces(options) {
      const { match = [], maxDepth, ...page } = checkOptions(options, "documents.namespaces()");
      checkNames(page, ["limit", "offset"], "documents.namespaces()");
      const limit = checkWhole(page.limit ?? 100, "limit", 0, MAX_DOCUMENTS);
      const offset = checkWhole(page.offset ?? 0, "offset", 0, MAX_SKIPPED);
      const depth = maxDepth === undefined ? undefined : checkWhole(maxDepth, "maxDepth", 1, MAX_DOCUMENTS);
      const scopeRef = await findScope(context.use(), scope);
      if (scopeRef === undefined) return [];
      const matching = (await listNamespaces(context.use(), scopeRef))
        .map(labelsOf)
        .filter((labels) => match.every((one) => namespaceMatches(labels, one)))
        .map((labels) => pathOf(labels.slice(0, depth)));
      return [...new Set(matching)].slice(offset, offset + limit).map(labelsOf);
    },
  };
}

async function documentsUnder(
  context: DocumentContext,
  scopeRef: ScopeRef,
  path: string,
): Promise<DocumentRow[]> {
  const rows: DocumentRow[] = [];
  for (let after = 0; ; after = rows.at(-1)?.num ?? after) {
    const page = await documentsAfter(context.use(), scopeRef, path, { after, limit: PAGE });
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}

function queryOf({ query }: DocumentSearch): string | undefined {
  if (query === undefined || query === "") return undefined;
  return checkText(query, "query", LIMITS.query);
}

function checkFilter(filter: unknown): JsonObject {
  if (isRecord(filter)) return filter;
  throw invalidArgument(`filter must be an object, got ${show(filter)}.`, { path: "filter" });
}

function checkNamespace(namespace: unknown): readonly string[] {
  const labels = checkLabels(namespace, "namespace");
  if (labels.length > 0) return labels;
  throw invalidArgument("namespace is empty. Pass at least one label.", { path: "namespace" });
}

function checkLabels(labels: unknown, name: string): readonly string[] {
  const checked = checkList(labels, name).map((label, i) => {
    const id = checkId(label, `${name}[${i}]`);
    if (!id.includes(".")) return id;
    throw invalidArgument(`${name}[${i}] is ${show(id)}; a label holds no dot.`, { path: `${name}[${i}]` });
  });
  const { length } = pathOf(checked);
  if (length <= LONGEST_NAMESPACE) return checked;
  throw new MemoirError(
    "too_large",
    `${name} has ${length} characters; at most ${LONGEST_NAMESPACE} are taken.`,
  );
}

/** Of two writes to the same document in one call the last one holds. */
function checkInputs(documents: unknown): Iterable<Omit<DocumentWrite, "vectors">> {
  const inputs = checkList(documents, "documents") as readonly DocumentInput[];
  const last = new Map(
    inputs.map((input, i) => {
      const write = checkInput(input, `documents[${i}]`);
      return [JSON.stringify([write.namespace, write.key]), write];
    }),
  );
  return last.values();
}

function checkInput(input: DocumentInput, name: string): Omit<DocumentWrite, "vectors"> {
  const fields = checkOptions(input, "documents.put()");
  const { namespace, key, value, text } = fields;
  checkNames(fields, ["namespace", "key", "value", "text"], "documents.put()");
  const place = { namespace: pathOf(checkNamespace(namespace)), key: checkId(key, "key") };
  if (value === null) return { ...place, value, text: "" };
  const json = jsonOf(value, `${name}.value`, LIMITS.document);
  const words = text ?? stringsIn(JSON.parse(json)).join("\n");
  if (typeof words !== "string") throw invalidArgument(`${name}.text must be a string, got ${show(words)}.`);
  return { ...place, value: json, text: wellFormed(words).slice(0, LIMITS.document).trim() };
}

function toDocument(row: DocumentRow): Document {
  return {
    namespace: labelsOf(row.namespace),
    key: row.key,
    value: JSON.parse(row.value) as JsonObject,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}

function toFoundDocument({ row, score }: RankedDocument): FoundDocument {
  const document = toDocument(row);
  return score === undefined ? document : { ...document, score };
}

import { columnNames, type SqlReader, type Value } from "../tx.ts";
import { IN_SCOPE, type ScopeRef, scopeReader } from "./scopes.ts";

export interface DocumentRow {
  readonly num: number;
  readonly namespace: string;
  readonly key: string;
  readonly value: string;
  readonly text: string;
  readonly created_at: number;
  readonly updated_at: number;
}

const COLUMNS = columnNames("num, namespace, key, value, text, created_at, updated_at");
const SELECT = `select ${COLUMNS.join(", ")} from document where ${IN_SCOPE}`;

/** How a namespace stands in its column. No label holds a dot. */
export function pathOf(labels: readonly string[]): string {
  return labels.map((label) => `${label}.`).join("");
}

export function labelsOf(path: string): string[] {
  return path.split(".").slice(0, -1);
}

export function findDocument(
  reader: SqlReader,
  scopeRef: ScopeRef,
  namespace: string,
  key: string,
): Promise<DocumentRow | undefined> {
  return scopeReader(reader, scopeRef).one(`${SELECT} and namespace = $3 and key = $4`, [namespace, key]);
}

/** The character behind the dot: every namespace below a prefix sorts before it. */
const AFTER_DOT = "/";

/** The condition for the namespaces below a prefix, whose values are pushed onto `params`; the empty one has all below it. */
function below(prefix: string, params: Value[]): string {
  if (prefix === "") return "";
  const end = prefix.slice(0, -1) + AFTER_DOT;
  return `and namespace >= $${params.push(prefix) + 2} and namespace < $${params.push(end) + 2}`;
}

interface DocumentPage {
  readonly limit: number;
  readonly offset: number;
}

/** Documents below a prefix, the last changed first. */
export function listDocuments(
  reader: SqlReader,
  scopeRef: ScopeRef,
  prefix: string,
  { limit, offset }: DocumentPage,
): Promise<DocumentRow[]> {
  const params: Value[] = [limit, offset];
  return scopeReader(reader, scopeRef).all(
    `${SELECT} ${below(prefix, params)} order by updated_at desc, num desc limit $3 offset $4`,
    params,
  );
}

/** The same by their numbers, above one: for whoever goes through all of them. */
export function documentsAfter(
  reader: SqlReader,
  scopeRef: ScopeRef,
  prefix: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<DocumentRow[]> {
  const params: Value[] = [after, limit];
  return scopeReader(reader, scopeRef).all(
    `${SELECT} and num > $3 ${below(prefix, params)} order by num limit $4`,
    params,
  );
}

/** The namespaces that have documents, in the order of their bytes. */
export async function listNamespaces(reader: SqlReader, scopeRef: ScopeRef): Promise<string[]> {
  const rows = await scopeReader(reader, scopeRef).all<{ namespace: string }>(
    `select distinct namespace from document where ${IN_SCOPE} order by namespace`,
  );
  return rows.map(({ namespace }) => namespace);
}

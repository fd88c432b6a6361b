import type { ScopeInput } from "../domain/scope.ts";
import type { JsonObject } from "./checkpoints.ts";

export interface DocumentsOptions {
  /** Whose documents: they go with its export and its erasure. Default: `"global"`. */
  scope?: ScopeInput;
  /** Default: `"default"`. */
  tenant?: string;
}

/** A JSON document with its place. */
export interface Document {
  readonly namespace: readonly string[];
  readonly key: string;
  readonly value: JsonObject;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface FoundDocument extends Document {
  /** How well it answers the query, 0–1; absent without a query, and for a document that cannot be compared with it. */
  readonly score?: number;
}

export interface DocumentInput {
  namespace: readonly string[];
  key: string;
  /** `null` removes the document. */
  value: JsonObject | null;
  /** The words to find it by; `""`: it is not found by a query. Default: all strings in `value`. */
  text?: string;
}

export interface DocumentSearch {
  /** Finds by meaning and words, best first. Default: none; the last changed first. */
  query?: string | undefined;
  /** Fields that a value must have: a value, or `{ $gt: 4 }` with `$eq $ne $gt $gte $lt $lte $in $nin`. Default: none. */
  filter?: JsonObject | undefined;
  /** Default: 10, at most 10,000. */
  limit?: number | undefined;
  /** Default: 0. */
  offset?: number | undefined;
}

/** A condition on a namespace; `"*"` stands for any one label. */
export interface NamespaceMatch {
  matchType: "prefix" | "suffix";
  path: readonly string[];
}

export interface NamespaceOptions {
  /** All of them must hold. Default: none. */
  match?: readonly NamespaceMatch[] | undefined;
  /** Cuts namespaces to this many labels. Default: whole. */
  maxDepth?: number | undefined;
  /** Default: 100, at most 10,000. */
  limit?: number | undefined;
  /** Default: 0. */
  offset?: number | undefined;
}

/**
 * JSON documents of one scope in namespaces, kept exactly as they are given: no claim, no policy and no decay applies to
 * them, and they are never injected.
 */
export interface DocumentsHandle {
  get(namespace: readonly string[], key: string): Promise<Document | null>;
  /** Writes and removes documents, all of them or none. */
  put(documents: readonly DocumentInput[]): Promise<void>;
  /** Documents whose namespace begins with these labels. */
  search(prefix: readonly string[], options?: DocumentSearch): Promise<FoundDocument[]>;
  /** The namespaces that have documents, in order. */
  namespaces(options?: NamespaceOptions): Promise<string[][]>;
}

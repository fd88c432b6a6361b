import { MemoirError, show } from "./errors.ts";
import { checkId } from "./text.ts";

/** The owner of a memory. */
export const SCOPE_KINDS = ["user", "group", "project", "global"] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];

/** A scope inside its tenant. All three parts are compared exactly: `acme` never sees `acme-corp`. */
export interface Scope {
  readonly tenant: string;
  readonly kind: ScopeKind;
  readonly id: string;
}

/** How a caller may name a scope: `"user:alice"`, `"global"` or `{ kind: "user", id: "alice" }`. */
export type ScopeInput = string | { readonly kind: ScopeKind; readonly id?: string };

export const DEFAULT_TENANT = "default";
/** `global` has one member, so that `"global"` and `"global:default"` are the same scope. */
const GLOBAL_ID = "default";

const ALLOWED = 'Use "user:ID", "group:ID", "project:ID" or "global".';

function isKind(value: unknown): value is ScopeKind {
  return (SCOPE_KINDS as readonly unknown[]).includes(value);
}

function invalidScope(problem: string, details: Record<string, unknown> = {}): MemoirError {
  return new MemoirError("invalid_scope", `${problem} ${ALLOWED}`, { details });
}

/** Reads a scope; the id is everything after the first colon, kept exactly as written. */
export function parseScope(input: ScopeInput, tenant: string = DEFAULT_TENANT): Scope {
  const checkedTenant = checkId(tenant, "tenant");
  const { kind, id } = partsOf(input);
  if (!isKind(kind))
    throw invalidScope(`Unknown scope kind ${show(kind)} in ${show(input)}.`, { allowed: SCOPE_KINDS });
  if (kind === "global") {
    if (id === undefined || id === GLOBAL_ID) return { tenant: checkedTenant, kind, id: GLOBAL_ID };
    throw invalidScope(`The global scope has no id, got ${show(id)}.`);
  }
  if (id === undefined) throw invalidScope(`The scope ${show(input)} needs an id.`);
  return { tenant: checkedTenant, kind, id: checkId(id, "scope id") };
}

function partsOf(input: unknown): { kind?: unknown; id?: unknown } {
  if (typeof input === "object" && input !== null) return input;
  if (typeof input !== "string")
    throw invalidScope(`A scope must be a string or an object, got ${show(input)}.`);
  const colon = input.indexOf(":");
  return colon < 0 ? { kind: input } : { kind: input.slice(0, colon), id: input.slice(colon + 1) };
}

/** The canonical text of a scope, without its tenant. */
export function formatScope(scope: Pick<Scope, "kind" | "id">): string {
  return scope.kind === "global" ? "global" : `${scope.kind}:${scope.id}`;
}

/** The scopes that the settings close, in their canonical text. */
export function closedScopes(settings: { readonly closedScopes: readonly string[] }): ReadonlySet<string> {
  return new Set(settings.closedScopes.map((name) => formatScope(parseScope(name))));
}

import type { Principal } from "../../domain/api-key.ts";
import { withoutUndefined } from "../../domain/arguments.ts";
import { formatScope, parseScope, SCOPE_KINDS, type ScopeKind } from "../../domain/scope.ts";
import { MemoirError, type OperatorHandle, type ScopeHandle } from "../../index.ts";
import { BoundedMap } from "../../runtime/bounded-map.ts";
import type { Service } from "./service.ts";

export interface ScopeRequest {
  /** `user:alice`; a kind alone (`user`) goes with `scope_id`. Default: the key's own scope, where it has just one. */
  readonly scope?: string | undefined;
  readonly scope_id?: string | undefined;
  /** The acting agent. A key that is bound to an agent acts as that one only. */
  readonly agent?: string | undefined;
  readonly thread?: string | undefined;
  /** Scopes that are read along with it; the key must be allowed each of them. */
  readonly legacy?: readonly string[] | undefined;
}

/** Everything that was sent beside whose memory it is, as the engine takes options. */
export function optionsOf<T extends ScopeRequest>(
  { scope, scope_id, agent, thread, legacy, ...options }: T,
  signal: AbortSignal,
): ReturnType<typeof withoutUndefined<Omit<T, keyof ScopeRequest> & { signal: AbortSignal }>> {
  return withoutUndefined({ ...options, signal });
}

/** Handles that are kept for a key: a chat's turn comes as several requests. */
const MAX_HANDLES = 256;

/** A handle is a hundred functions; they are kept as long as the key is trusted without asking the database again. */
const handles = new WeakMap<Principal, BoundedMap<string, ScopeHandle>>();

/** The scope a request names, as the key may use it: its tenant, agent and categories are never the request's. */
export function authorizedScope(service: Service, principal: Principal, request: ScopeRequest): ScopeHandle {
  const scope = checkKeyScope(principal, namedScope(principal, request));
  const agent = checkKeyAgent(principal, request.agent);
  const { thread, legacy } = request;
  const newHandle = (): ScopeHandle =>
    service.memoir.scope(scope, {
      tenant: principal.tenant,
      actor: principal.name,
      ...(agent === null ? {} : { agent }),
      ...(principal.categories === null ? {} : { categories: principal.categories }),
      ...(thread === undefined ? {} : { thread }),
      ...(legacy === undefined ? {} : { legacy: legacy.map((one) => checkKeyScope(principal, one)) }),
    });
  if (thread !== undefined || legacy !== undefined) return newHandle();
  const cache = handles.get(principal) ?? new BoundedMap<string, ScopeHandle>(MAX_HANDLES);
  handles.set(principal, cache);
  const name = JSON.stringify([scope, agent]);
  const handle = cache.use(name) ?? newHandle();
  if (!cache.has(name)) cache.set(name, handle);
  return handle;
}

/** The scope in its canonical form, if the key may use it (a key without a list may use all of its tenant's). */
export function checkKeyScope(principal: Principal, scope: string): string {
  const canonical = formatScope(parseScope(scope));
  if (principal.scopes === null || principal.scopes.includes(canonical)) return canonical;
  throw new MemoirError("not_allowed", `This key may not use the scope ${canonical}.`, {
    details: { scope: canonical },
  });
}

/** The view of the whole tenant; a key that is bound to scopes or categories has none. */
export function authorizedTenant({ memoir }: Service, principal: Principal): OperatorHandle {
  if (principal.scopes === null && principal.categories === null && principal.agent === null) {
    return memoir.operator(principal.tenant);
  }
  throw new MemoirError(
    "not_allowed",
    "This key is bound to some scopes, categories or an agent, and this is about the whole tenant. Use a key without such bounds.",
  );
}

/** Which scopes a list goes over, where it may be several: all, or those of a kind. `null`: it is about one. */
export function severalScopes(
  { scopes }: Principal,
  { scope, scope_id: id, agent }: ScopeRequest,
): { scopeKind?: ScopeKind } | null {
  if (scopes !== null || id !== undefined || agent !== undefined) return null;
  if (scope === undefined) return {};
  const scopeKind = SCOPE_KINDS.find((kind) => kind === scope && kind !== "global");
  return scopeKind === undefined ? null : { scopeKind };
}

/** The one scope that a list of the tenant is about. */
export function authorizedScopeName(principal: Principal, request: ScopeRequest): { scope: string } {
  return { scope: checkKeyScope(principal, namedScope(principal, request)) };
}

function namedScope({ scopes }: Principal, { scope, scope_id: id }: ScopeRequest): string {
  if (scope !== undefined) return id === undefined ? scope : `${scope}:${id}`;
  const only = scopes?.length === 1 ? scopes[0] : undefined;
  if (only !== undefined && id === undefined) return only;
  throw new MemoirError("invalid_scope", 'Say whose memory it is: scope=user:alice, or "scope" in the body.');
}

export function checkKeyAgent(principal: Principal, requestedAgent: string | undefined): string | null {
  if (principal.agent === null || requestedAgent === undefined || requestedAgent === principal.agent) {
    return principal.agent ?? requestedAgent ?? null;
  }
  throw new MemoirError("not_allowed", `This key acts as the agent ${principal.agent} and as no other.`, {
    details: { agent: requestedAgent },
  });
}

/**
 * The scope a request names, where members of a group are reached through it. Where facts about them are kept in
 * separate scopes (`identity.scope: group_member`), a key that is bound to some scopes does not reach these.
 */
export function authorizedGroup(service: Service, principal: Principal, request: ScopeRequest): ScopeHandle {
  const handle = authorizedScope(service, principal, request);
  const reaches =
    handle.scope.startsWith("group:") && service.memoir.settings.identity.scope === "group_member";
  if (principal.scopes === null || !reaches) return handle;
  throw new MemoirError(
    "not_allowed",
    "This reaches the scopes of the group's members, and this key is bound to some scopes. Use a key without such bounds.",
  );
}

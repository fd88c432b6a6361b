import { invalidArgument } from "../../domain/errors.ts";
import type { MemoirError, MemoryFilter } from "../../index.ts";

/** Whom mem0's calls are about; each may be given in snake_case or camelCase. */
export type Entity = { readonly [K in keyof typeof NAMES]?: string | undefined };

const NAMES = {
  user: ["user_id", "userId"],
  agent: ["agent_id", "agentId"],
  app: ["app_id", "appId"],
  run: ["run_id", "runId"],
} as const;

const ENTITY_NAMES: readonly string[] = Object.values(NAMES).flat();

/** Only the ids among the fields of a body or a query string. */
export function entityFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(ENTITY_NAMES.map((name) => [name, fields[name]]));
}

/** Reads the ids out of the fields of a body, of its filters or of a query string. `"*"` names nobody in particular. */
export function readEntity(fields: Readonly<Record<string, unknown>>): Entity {
  const read = (names: readonly string[]): string | undefined => {
    const value = names
      .map((name) => fields[name])
      .find((one) => one !== undefined && one !== null && one !== "*");
    if (value === undefined) return undefined;
    if ((typeof value === "string" && value !== "") || typeof value === "number") return String(value);
    throw invalidArgument(`${names[0]} must be a text that is not empty.`);
  };
  return { user: read(NAMES.user), agent: read(NAMES.agent), app: read(NAMES.app), run: read(NAMES.run) };
}

/** The scope of a call: the user's; without a user, a project for the app, the agent or the run. */
export function needScope({ user, agent, app, run }: Entity): string {
  if (user !== undefined) return `user:${user}`;
  if (app !== undefined) return `project:${app}`;
  if (agent !== undefined) return `project:agent/${agent}`;
  if (run !== undefined) return `project:run/${run}`;
  throw invalidArgument("Say whose memory it is: user_id, agent_id, app_id or run_id.");
}

/** The same backwards, for answers. */
export function entityOfScope(
  scope: string,
): Record<"user_id" | "agent_id" | "app_id" | "run_id", string | null> {
  const nobody = { user_id: null, agent_id: null, app_id: null, run_id: null };
  const at = scope.indexOf(":");
  const [kind, id] = at < 0 ? [scope, ""] : [scope.slice(0, at), scope.slice(at + 1)];
  if (kind === "user") return { ...nobody, user_id: id };
  if (id.startsWith("agent/")) return { ...nobody, agent_id: id.slice("agent/".length) };
  if (id.startsWith("run/")) return { ...nobody, run_id: id.slice("run/".length) };
  return kind === "project" ? { ...nobody, app_id: id } : nobody;
}

type Fields = Record<string, unknown>;

/**
 * mem0's filters: `{ user_id }`, conditions joined by `AND`, `categories`, `created_at` and `updated_at` with `gte` and
 * `lte`. An unknown filter is rejected: ignoring it would show too much.
 */
export function readFilters(
  filters: unknown,
  besides: Fields = {},
): { entity: Entity; filter: MemoryFilter } {
  const fields = { ...besides, ...mergeConditions(conditionsOf(filters)) };
  const entity = readEntity(fields);
  const filter: MemoryFilter = {};
  for (const [name, value] of Object.entries(fields)) {
    if (ENTITY_NAMES.includes(name) || value === undefined || value === null) continue;
    if (name === "categories") filter.categories = categoriesOf(value);
    else if (name === "created_at" || name === "createdAt") {
      const { from, to } = rangeOf(value, name);
      Object.assign(filter, { createdAfter: from, createdBefore: to });
    } else if (name === "updated_at" || name === "updatedAt") {
      const { from, to } = rangeOf(value, name);
      Object.assign(filter, { updatedAfter: from, updatedBefore: to });
    } else throw unsupportedFilterError(name);
  }
  // Of a user's memories, those of one agent or run; elsewhere they are the scope itself.
  if (entity.user !== undefined || entity.app !== undefined) {
    if (entity.agent !== undefined) filter.agent = entity.agent;
    if (entity.run !== undefined) filter.session = entity.run;
  }
  return { entity, filter };
}

/** Maximum nesting depth and number of conditions of a filter: an unbounded one would be an attack. */
const DEEPEST = 8;
const MAX_CONDITIONS = 100;

function conditionsOf(filters: unknown, depth = 0): Fields[] {
  if (filters === undefined || filters === null) return [];
  if (!isFields(filters) || depth > DEEPEST) {
    throw invalidArgument('filters must be an object, such as { user_id: "alice" }, not nested too deep.');
  }
  const { AND, ...ownConditions } = filters;
  if (AND === undefined) return [ownConditions];
  if (!Array.isArray(AND) || AND.length > MAX_CONDITIONS)
    throw invalidArgument(`filters.AND must be a list of at most ${MAX_CONDITIONS} conditions.`);
  return [ownConditions, ...AND.flatMap((one) => conditionsOf(one, depth + 1))];
}

/** All of them at once. Two ends of one range become one; two that ask for different things would hide one of them. */
function mergeConditions(conditions: readonly Fields[]): Fields {
  const all = new Map<string, unknown>();
  for (const [name, value] of conditions.flatMap((one) => Object.entries(one))) {
    const existing = all.get(name);
    if (existing === undefined || existing === null) all.set(name, value);
    else if (
      isFields(existing) &&
      isFields(value) &&
      !Object.keys(value).some((key) => Object.hasOwn(existing, key))
    )
      all.set(name, { ...existing, ...value });
    else if (JSON.stringify(existing) !== JSON.stringify(value))
      throw invalidArgument(`filters.${name.slice(0, 60)} is said twice, differently.`);
  }
  return Object.fromEntries(all);
}

function categoriesOf(value: unknown): string[] {
  const inside = isFields(value) ? (value.in ?? value.contains) : value;
  const list = [inside].flat();
  if (list.length > MAX_CONDITIONS)
    throw invalidArgument(`filters.categories may name at most ${MAX_CONDITIONS}.`);
  if (list.every((one) => typeof one === "string")) return list as string[];
  throw unsupportedFilterError("categories");
}

const AFTER_END = 1;

/** mem0's bounds belong to the range; ours end before theirs. */
function rangeOf(value: unknown, name: string): { from: number | undefined; to: number | undefined } {
  if (!isFields(value)) throw unsupportedFilterError(name);
  const { gte, gt, lte, lt, ...others } = value;
  if (Object.keys(others).length > 0) throw unsupportedFilterError(name);
  const time = (bound: unknown, shift: number): number | undefined => {
    if (bound === undefined) return undefined;
    const at = typeof bound === "string" ? Date.parse(bound) : Number.NaN;
    if (Number.isNaN(at)) throw invalidArgument(`filters.${name} must hold ISO 8601 times.`);
    return at + shift;
  };
  return { from: time(gte, 0) ?? time(gt, AFTER_END), to: time(lte, AFTER_END) ?? time(lt, 0) };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unsupportedFilterError(name: string): MemoirError {
  return invalidArgument(
    `filters.${name.slice(0, 60)} is not understood here. There are user_id, agent_id, app_id, run_id, categories, created_at, updated_at and AND.`,
  );
}

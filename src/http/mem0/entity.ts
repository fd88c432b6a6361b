import { MemoirError } from "../../index.ts";

/** Whom mem0's calls are about; each may be given in snake_case or camelCase. */
export interface Entity {
  readonly user?: string | undefined;
  readonly agent?: string | undefined;
  readonly app?: string | undefined;
  readonly run?: string | undefined;
}

const NAMES = {
  user: ["user_id", "userId"],
  agent: ["agent_id", "agentId"],
  app: ["app_id", "appId"],
  run: ["run_id", "runId"],
} as const;

export const ENTITY_NAMES: readonly string[] = Object.values(NAMES).flat();

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
    throw new MemoirError("invalid_argument", `${names[0]} must be a text that is not empty.`);
  };
  return { user: read(NAMES.user), agent: read(NAMES.agent), app: read(NAMES.app), run: read(NAMES.run) };
}

/**
 * The scope of a call: the user's; without a user, a project for the app, the agent or the run.
 */
function scopeOfEntity({ user, agent, app, run }: Entity): string | undefined {
  if (user !== undefined) return `user:${user}`;
  if (app !== undefined) return `project:${app}`;
  if (agent !== undefined) return `project:agent/${agent}`;
  return run === undefined ? undefined : `project:run/${run}`;
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

export function needScope(entity: Entity): string {
  const scope = scopeOfEntity(entity);
  if (scope !== undefined) return scope;
  throw new MemoirError("invalid_argument", "Say whose memory it is: user_id, agent_id, app_id or run_id.");
}

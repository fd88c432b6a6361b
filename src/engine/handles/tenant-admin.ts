import { randomUUID } from "node:crypto";
import { checked } from "../../api/calls/index.ts";
import type { ApiKey, KeysHandle } from "../../api/operator.ts";
import type { PolicyHandle, PolicyOptions, PolicyVersion } from "../../api/policy.ts";
import type { UpkeepHandle } from "../../api/upkeep.ts";
import { checkExpiry, checkGrant, formatToken, type KeyOptions } from "../../domain/api-key.ts";
import { checkFlag, checkReason, checkWhole } from "../../domain/arguments.ts";
import { checkPolicyPatch } from "../../domain/check-policy.ts";
import { checkAborted, MemoirError } from "../../domain/errors.ts";
import { type Policies, type PolicyPatch, policyDifferences } from "../../domain/policy.ts";
import type { Settings } from "../../domain/settings.ts";
import { checkId } from "../../domain/text.ts";
import { UPKEEP, upkeepNamed } from "../../features/upkeep/index.ts";
import { jobKind, runsByItself, runTask, undoRun } from "../../features/upkeep/run-task.ts";
import {
  findPolicy,
  listPolicies,
  newestPolicy,
  type PolicyRow,
  policiesIn,
  previousStable,
} from "../../store/tables/policies.ts";
import { runningCanary } from "../../store/tables/trials.ts";
import { type ApiKeyRow, isAlive, listIn, listKeys } from "../../store/writes/keys.ts";
import { unknownVersion } from "../../store/writes/policy.ts";
import { listSchedules } from "../../store/writes/triggers.ts";
import { listRuns, toUpkeepRun } from "../../store/writes/upkeep.ts";
import type { Engine } from "../engine.ts";
import { newToken, secretHash } from "../principals.ts";

/** How long a login waits to be exchanged. */
const LOGIN_MS = 10 * 60_000;

export function keysHandle(engine: Engine, tenant: string): KeysHandle {
  const at = engine.now;
  const make = async (
    kind: "key" | "login",
    options: KeyOptions,
    expiresAt: number | null,
  ): Promise<{ text: string; info: ApiKey }> => {
    const { scopes, categories, ...grant } = checkGrant(options);
    const fresh = newToken(tenant);
    const row: ApiKeyRow = {
      ...grant,
      id: fresh.id,
      kind,
      hash: secretHash(fresh.secret),
      scopes: scopes === null ? null : JSON.stringify(scopes),
      categories: categories === null ? null : JSON.stringify(categories),
      created_at: at(),
      created_by: options.actor === undefined ? "operator" : checkId(options.actor, "actor"),
      expires_at: expiresAt,
      revoked_at: null,
      last_used_at: null,
    };
    await engine.store.write("createKey", { tenant, row });
    return { text: formatToken(kind === "key" ? "mk" : "ml", fresh), info: toApiKey(row, at()) };
  };

  return checked("keys", {
    async create(options) {
      engine.use();
      const { text, info } = await make("key", options, checkExpiry(options.expiresAt, at()));
      return { key: text, ...info };
    },
    async login(options) {
      engine.use();
      const expiresAt = at() + LOGIN_MS;
      const { text, info } = await make("login", { name: "login", role: "operator", ...options }, expiresAt);
      return { token: text, ...info, expiresAt: new Date(expiresAt) };
    },
    async list() {
      const rows = await listKeys(engine.use(), tenant);
      return rows.map((row) => toApiKey(row, at()));
    },
    async revoke(idOrName) {
      engine.use();
      const args = { tenant, idOrName: checkId(idOrName, "idOrName"), at: at() };
      const row = await engine.store.write("revokeKey", args);
      engine.knownKeys.clear();
      return toApiKey(row, at());
    },
  });
}

function toApiKey(row: ApiKeyRow, at: number): ApiKey {
  const date = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    status: row.revoked_at !== null ? "revoked" : isAlive(row, at) ? "active" : "expired",
    role: row.role,
    scopes: listIn(row.scopes),
    agent: row.agent,
    categories: listIn(row.categories),
    createdAt: new Date(row.created_at),
    createdBy: row.created_by,
    expiresAt: date(row.expires_at),
    revokedAt: date(row.revoked_at),
    lastUsedAt: date(row.last_used_at),
  };
}

export function policyHandle(engine: Engine, tenant: string): PolicyHandle {
  const current = async (): Promise<PolicyVersion> =>
    toVersion(await newestPolicy(engine.use(), tenant), engine.settings, true);
  const change = async (
    call: "set" | "rollback",
    what: PolicyPatch | { back: number },
    { reason, actor, ifVersion }: PolicyOptions = {},
  ): Promise<PolicyVersion> => {
    engine.use();
    await engine.store.write("setPolicy", {
      tenant,
      change: what,
      ifVersion: ifVersion === undefined ? null : checkVersion(ifVersion, "ifVersion"),
      opened: { writePolicy: engine.settings.writePolicy, readPolicy: engine.settings.readPolicy },
      actor: actor === undefined ? "operator" : checkId(actor, "actor"),
      reason: checkReason(reason, "back" in what ? `rollback to ${what.back}` : call),
      at: engine.now(),
    });
    return current();
  };

  /** Instantly to what was there before: a canary ends; without one, the version before the last change is in force. */
  const back = async (options: PolicyOptions = {}): Promise<PolicyVersion> => {
    const reader = engine.use();
    if ((await runningCanary(reader, tenant)) !== undefined) {
      const { actor, reason } = options;
      await engine.store.write("stopCanary", {
        tenant,
        lost: false,
        at: engine.now(),
        actor: actor === undefined ? "operator" : checkId(actor, "actor"),
        reason: checkReason(reason, "rollback"),
      });
      return current();
    }
    const version = previousStable(await listPolicies(reader, tenant));
    if (version !== null) return change("rollback", { back: version }, options);
    throw new MemoirError("nothing_to_undo", "The policy was never changed: there is nothing to go back to.");
  };

  return checked("policy", {
    current,
    async versions() {
      const rows = await listPolicies(engine.use(), tenant);
      return [...rows, undefined].map((row, i) => toVersion(row, engine.settings, i === 0));
    },
    set: async (patch, options) => change("set", checkPolicyPatch(patch, "policy.set()"), options),
    diff: async (from, to) =>
      policyDifferences(
        await policiesAt(engine, tenant, checkVersion(from, "from")),
        await policiesAt(engine, tenant, checkVersion(to, "to")),
      ),
    async rollback(version, options) {
      if (version !== undefined && version !== null)
        return change("rollback", { back: checkVersion(version, "version") }, options);
      return back(options);
    },
  });
}

async function policiesAt(engine: Engine, tenant: string, version: number): Promise<Policies> {
  const row = version === 0 ? undefined : await findPolicy(engine.use(), tenant, version);
  if (row === undefined && version !== 0) throw unknownVersion(tenant, version);
  return policiesIn(row, engine.settings);
}

/** Version 0, which has no row, is the policy that the engine was opened with. */
function toVersion(row: PolicyRow | undefined, settings: Settings, active: boolean): PolicyVersion {
  return {
    version: row?.version ?? 0,
    active,
    actor: row?.actor ?? null,
    reason: row?.reason ?? null,
    createdAt: row === undefined ? null : new Date(row.created_at),
    ...policiesIn(row, settings),
  };
}

export function checkVersion(value: unknown, name: string): number {
  return checkWhole(value, name, 0, 2 ** 31 - 1);
}

const MAX_RUNS = 1_000;

export function upkeepHandle(engine: Engine, tenant: string): UpkeepHandle {
  const { settings } = engine;
  return checked("upkeep", {
    async status() {
      const reader = engine.use();
      const slots = new Map((await listSchedules(reader, tenant)).map((row) => [row.name, row.next_at]));
      return Promise.all(
        UPKEEP.map(async (task) => {
          const { name, about, reversible } = task;
          const isOn = runsByItself(task, settings);
          const [last] = await listRuns(reader, tenant, name, 1);
          const next = isOn ? slots.get(jobKind(task)) : undefined;
          return {
            name,
            about,
            reversible,
            schedule: isOn ? settings.upkeep.pattern : null,
            zone: settings.upkeep.zone,
            nextAt: next === undefined ? null : new Date(next),
            last: last === undefined ? null : toUpkeepRun(last),
          };
        }),
      );
    },

    async run(name, { dryRun: dry = false, signal } = {}) {
      engine.use();
      const task = upkeepNamed(name);
      const dryRun = checkFlag(dry, "dryRun");
      checkAborted(signal);
      const closing = signal === undefined ? engine.closed : AbortSignal.any([engine.closed, signal]);
      const id = randomUUID();
      const result = await engine.accept(
        runTask(task, engine, { tenant, id, slot: null, dryRun, signal: closing, collect: true }),
      );
      if (result === null) throw new MemoirError("internal", `Run ${id} of ${name} was there before.`);
      return result;
    },

    async undo(run, { reason: why, signal } = {}) {
      engine.use();
      const id = checkId(run, "run");
      const reason = checkReason(why, "undo of an upkeep run");
      return engine.accept(undoRun(engine, tenant, id, { reason, signal }));
    },

    async runs({ name, limit = 50 } = {}) {
      const reader = engine.use();
      const of = name === undefined ? null : upkeepNamed(name).name;
      const rows = await listRuns(reader, tenant, of, checkWhole(limit, "limit", 1, MAX_RUNS));
      return rows.map(toUpkeepRun);
    },
  });
}

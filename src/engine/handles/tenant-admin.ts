import { randomUUID } from "node:crypto";
import { withOptionChecks } from "../../api/calls/index.ts";
import type { KeysHandle } from "../../api/operator.ts";
import type { PolicyHandle } from "../../api/policy.ts";
import type { UpkeepHandle } from "../../api/upkeep.ts";
import { checkExpiry } from "../../domain/api-key.ts";
import { checkFlag, checkReason, checkWhole } from "../../domain/arguments.ts";
import { checkPolicyPatch } from "../../domain/check-policy.ts";
import { checkAborted, MemoirError } from "../../domain/errors.ts";
import { policyDifferences } from "../../domain/policy.ts";
import { checkId } from "../../domain/text.ts";
import {
  changePolicy,
  checkVersion,
  currentPolicy,
  policiesAt,
  policyVersions,
  rollBack,
  rollBackTo,
} from "../../features/tuning/policy.ts";
import { upkeepNamed } from "../../features/upkeep/index.ts";
import { runTask, undoRun } from "../../features/upkeep/run-task.ts";
import { upkeepRuns, upkeepStatus } from "../../features/upkeep/status.ts";
import type { Engine } from "../engine.ts";
import { invalidateKey, issueKey, keysOf } from "../keys.ts";

/** How long a login waits to be exchanged. */
const LOGIN_MS = 10 * 60_000;

export function keysHandle(engine: Engine, tenant: string): KeysHandle {
  return withOptionChecks("keys", {
    async create(options) {
      engine.use();
      const expiresAt = checkExpiry(options.expiresAt, engine.now());
      const { text, info } = await issueKey(engine, tenant, options, { kind: "key", expiresAt });
      return { key: text, ...info };
    },
    async login(options) {
      engine.use();
      const expiresAt = engine.now() + LOGIN_MS;
      const grant = { name: "login", role: "operator", ...options } as const;
      const { text, info } = await issueKey(engine, tenant, grant, { kind: "login", expiresAt });
      return { token: text, ...info, expiresAt: new Date(expiresAt) };
    },
    list: async () => keysOf(engine, tenant),
    async revoke(idOrName) {
      engine.use();
      return invalidateKey(engine, tenant, checkId(idOrName, "idOrName"));
    },
  });
}

export function policyHandle(engine: Engine, tenant: string): PolicyHandle {
  return withOptionChecks("policy", {
    async current() {
      engine.use();
      return currentPolicy(engine, tenant);
    },
    async versions() {
      engine.use();
      return policyVersions(engine, tenant);
    },
    async set(patch, options) {
      engine.use();
      const change = checkPolicyPatch(patch, "policy.set()");
      return changePolicy(engine, tenant, change, { ...options, call: "set" });
    },
    async diff(from, to) {
      engine.use();
      return policyDifferences(
        await policiesAt(engine, tenant, checkVersion(from, "from")),
        await policiesAt(engine, tenant, checkVersion(to, "to")),
      );
    },
    async rollback(version, options) {
      engine.use();
      return version === undefined || version === null
        ? rollBack(engine, tenant, options)
        : rollBackTo(engine, tenant, checkVersion(version, "version"), options);
    },
  });
}

const MAX_RUNS = 1_000;

export function upkeepHandle(engine: Engine, tenant: string): UpkeepHandle {
  return withOptionChecks("upkeep", {
    status: async () => upkeepStatus(engine, tenant),

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
      const of = name === undefined ? null : upkeepNamed(name).name;
      return upkeepRuns(engine.use(), tenant, of, checkWhole(limit, "limit", 1, MAX_RUNS));
    },
  });
}

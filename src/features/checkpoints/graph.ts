import type {
  FoundGraphCheckpoint,
  GraphCheckpoints,
  GraphQuery,
  GraphThreadRef,
  GraphWrite,
  TypedValue,
} from "../../api/checkpoints.ts";
import { checkList, checkWhole } from "../../domain/arguments.ts";
import { invalidArgument, MemoirError, show } from "../../domain/errors.ts";
import { parseScope, type Scope } from "../../domain/scope.ts";
import { checkId, LIMITS } from "../../domain/text.ts";
import {
  channelOf,
  chosenOwner,
  listSteps,
  ownersOf,
  type StepPosition,
  type StepRow,
  type StepWriteRow,
  type StoredValue,
  valuesOf,
  writesOf,
} from "../../store/tables/checkpoints.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { SqlReader } from "../../store/tx.ts";
import type { CheckpointContext } from "./context.ts";

/** Most callers want the newest checkpoint only. */
const FIRST_PAGE = 1;
const PAGE = 50;

/** Subgraphs of subgraphs make long namespaces. */
const LONGEST_NAME = 4_096;

export function graphCheckpoints(context: CheckpointContext): GraphCheckpoints {
  const { store, now, use } = context;
  return {
    async put(checkpoint) {
      const thread = threadOf(checkpoint);
      const { ns, id, parent, metadata, versions } = checkpoint;
      const step = {
        ns: checkNs(ns),
        id: checkId(id, "checkpoint id"),
        parent: parent === null ? null : checkId(parent, "parent checkpoint id"),
        ...toStored(checkpoint.checkpoint, "checkpoint"),
        ...metaOf(toStored(metadata, "metadata")),
      };
      const values = Object.entries(checkpoint.values).map(([channel, value]) => ({
        channel: checkChannel(channel),
        version: versions[channel] ?? "",
        ...toStored(value, `channel ${show(channel)}`),
      }));
      for (const channel of Object.keys(versions)) checkChannel(channel);
      use();
      await store.write("putStep", { ...thread, step, versions, values, at: now() });
    },

    async putWrites(checkpoint, writes) {
      const thread = threadOf(checkpoint);
      const rows = (checkList(writes, "writes") as readonly GraphWrite[]).map((write) => ({
        task: checkId(write.task, "task id"),
        idx: checkWhole(write.index, "index", -(2 ** 31), 2 ** 31 - 1),
        channel: checkChannel(write.channel),
        ...toStored(write, `a write to ${show(write.channel)}`),
      }));
      const step = checkId(checkpoint.id, "checkpoint id");
      use();
      await store.write("putStepWrites", {
        ...thread,
        ns: checkNs(checkpoint.ns),
        step,
        writes: rows,
        at: now(),
      });
    },

    list: (options) => listCheckpoints(use, options),

    async remove(ref) {
      const { scope: scopeName, thread, anyScope } = threadOf(ref);
      const scope = anyScope ? await ownerOf(use(), scopeName, thread) : scopeName;
      use();
      await store.write("removeThreads", { scope, thread });
    },
  };
}

async function* listCheckpoints(
  use: () => SqlReader,
  { scope: scopeInput, tenant: ofTenant, anyScope = false, thread, ns, id, before }: GraphQuery,
): AsyncGenerator<FoundGraphCheckpoint, void, void> {
  const reader = use();
  const scope = parseScope(scopeInput, ofTenant);
  const { tenant } = scope;
  const everywhere = anyScope && thread === undefined;
  const owner = anyScope && thread !== undefined ? await ownerOf(reader, scope, thread) : scope;
  const scopeRef = everywhere ? undefined : await findScope(reader, owner);
  if (!everywhere && scopeRef === undefined) return;
  const which = { tenant, scope: scopeRef?.num, thread, ns, id, before };
  for (let after: StepPosition | null = null, limit = FIRST_PAGE; ; limit = PAGE) {
    const rows: StepRow[] = await listSteps(use(), which, after, limit);
    for (const row of rows) yield toGraphCheckpoint(use, tenant, row);
    if (rows.length < limit) return;
    after = rows.at(-1)!;
  }
}

function threadOf(ref: GraphThreadRef): { scope: Scope; thread: string; anyScope: boolean } {
  const thread = checkId(ref.thread, "thread_id");
  return { scope: parseScope(ref.scope, ref.tenant), thread, anyScope: ref.anyScope === true };
}

async function ownerOf(reader: SqlReader, scopeName: Scope, thread: string): Promise<Scope> {
  return chosenOwner(await ownersOf(reader, scopeName.tenant, thread), scopeName, thread);
}

function checkNs(value: string): string {
  return value === "" ? value : checkId(value, "checkpoint_ns", LONGEST_NAME);
}

function checkChannel(value: string): string {
  return checkId(value, "channel", LONGEST_NAME);
}

function toGraphCheckpoint(use: () => SqlReader, tenant: string, row: StepRow): FoundGraphCheckpoint {
  const { thread, ns, id, parent } = row;
  const scopeRef = { tenant, num: row.scope };
  const writes = async (step: string): Promise<GraphWrite[]> =>
    (await writesOf(use(), scopeRef, { thread, ns, id: step })).map(toWrite);
  return {
    thread,
    ns,
    id,
    parent,
    checkpoint: fromStored(row),
    metadata: fromStored({ type: row.meta_type, data: row.meta }),
    async values() {
      const values = await valuesOf(use(), scopeRef, row);
      return Object.fromEntries(values.map((value) => [channelOf(value.slot), fromStored(value)]));
    },
    writes: () => writes(id),
    parentWrites: async () => (parent === null ? [] : writes(parent)),
  };
}

function toWrite({ task, idx, channel, ...value }: StepWriteRow): GraphWrite {
  return { task, index: idx, channel, ...fromStored(value) };
}

function metaOf({ type, data }: StoredValue): { meta_type: string; meta: string } {
  return { meta_type: type, meta: data };
}

/** JSON is stored as it is, so that it can be read and erased from; other formats as base64. */
const JSON_TYPE = "json";

function toStored({ type, bytes }: TypedValue, name: string): StoredValue {
  if (!(bytes instanceof Uint8Array))
    throw invalidArgument(`${name} must be serialised to bytes, got ${show(bytes)}.`);
  if (bytes.length > LIMITS.checkpoint) {
    throw new MemoirError(
      "too_large",
      `${name} has ${bytes.length} bytes; at most ${LIMITS.checkpoint} are taken.`,
      {
        details: { path: name, limit: LIMITS.checkpoint, length: bytes.length },
      },
    );
  }
  const encoding = type === JSON_TYPE ? "utf8" : "base64";
  const { buffer, byteOffset, byteLength } = bytes;
  return {
    type: checkId(type, "type"),
    data: Buffer.from(buffer, byteOffset, byteLength).toString(encoding),
  };
}

function fromStored({ type, data }: StoredValue): TypedValue {
  return { type, bytes: new Uint8Array(Buffer.from(data, type === JSON_TYPE ? "utf8" : "base64")) };
}

import { isDeepStrictEqual } from "node:util";
import type { RunnableConfig } from "@langchain/core/runnables";
import type {
  ChannelVersions,
  Checkpoint,
  CheckpointListOptions,
  CheckpointMetadata,
  CheckpointPendingWrite,
  CheckpointTuple,
  PendingWrite,
  SerializerProtocol,
} from "@langchain/langgraph-checkpoint";
import { invalidArgument } from "../../domain/errors.ts";
import type {
  FoundGraphCheckpoint,
  GraphThreadRef,
  GraphWrite,
  MemoirEngine,
  ScopeInput,
  TypedValue,
} from "../../index.ts";
import { langgraph } from "./package.ts";

const { copyCheckpoint, getCheckpointId, maxChannelVersion, TASKS, WRITES_IDX_MAP } = langgraph;
const BaseCheckpointSaver: typeof langgraph.BaseCheckpointSaver = langgraph.BaseCheckpointSaver;

type Configurable = NonNullable<RunnableConfig["configurable"]>;

export interface MemoirSaverOptions {
  /** Default: `"default"`. */
  tenant?: string;
  /**
   * Whose threads these are. A scope: the saver sees only its threads. A function of the run's `configurable`: the scope
   * of a new thread; the saver sees all threads of the tenant, and a thread keeps the scope it began with.
   * Default: `"global"`.
   */
  scope?: ScopeInput | ((configurable: Configurable) => ScopeInput);
  /** Default: LangGraph's own. */
  serde?: SerializerProtocol;
}

/** The part of an engine that a saver uses. */
export type CheckpointEngine = Pick<MemoirEngine, "checkpoints">;

/** LangGraph checkpoints in a Memoir database. */
export class MemoirSaver extends BaseCheckpointSaver {
  readonly #engine: CheckpointEngine;
  readonly #options: MemoirSaverOptions;

  constructor(engine: CheckpointEngine, options: MemoirSaverOptions = {}) {
    super(options.serde);
    this.#engine = engine;
    this.#options = options;
  }

  async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const { thread_id: thread, checkpoint_ns: ns = "" } = config.configurable ?? {};
    if (thread === undefined) return undefined;
    const id = getCheckpointId(config) || undefined;
    for await (const saved of this.#graph.list({ ...this.#thread(config, thread), ns, id }))
      return this.#tuple(saved);
    return undefined;
  }

  async *list(
    config: RunnableConfig,
    { limit, before, filter = {} }: CheckpointListOptions = {},
  ): AsyncGenerator<CheckpointTuple> {
    const { thread_id: thread, checkpoint_ns: ns } = config.configurable ?? {};
    const id = getCheckpointId(config) || undefined;
    const older = before?.configurable?.checkpoint_id as string | undefined;
    let remaining = limit ?? Number.POSITIVE_INFINITY;
    if (remaining <= 0) return;
    for await (const saved of this.#graph.list({ ...this.#thread(config, thread), ns, id, before: older })) {
      const metadata = await this.#loads<Record<string, unknown>>(saved.metadata);
      if (!Object.entries(filter).every(([key, value]) => isDeepStrictEqual(metadata[key], value))) continue;
      yield await this.#tuple(saved);
      remaining -= 1;
      if (remaining <= 0) return;
    }
  }

  async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const { thread_id: thread, checkpoint_ns: ns = "", checkpoint_id: parent } = config.configurable ?? {};
    const { channel_values: values, ...rest } = copyCheckpoint(checkpoint);
    const { id, channel_versions: versions } = checkpoint;
    const changed = Object.keys(newVersions).filter((channel) => Object.hasOwn(values, channel));
    const dumped = changed.map(async (channel) => [channel, await this.#dumps(values[channel])] as const);
    await this.#graph.put({
      ...this.#thread(config, needThread(thread)),
      ns,
      id,
      parent: parent ?? null,
      checkpoint: await this.#dumps(rest),
      metadata: await this.#dumps(metadata),
      versions: Object.fromEntries(
        Object.entries({ ...versions, ...newVersions }).map(([channel, version]) => [
          channel,
          String(version),
        ]),
      ),
      values: Object.fromEntries(await Promise.all(dumped)),
    });
    return configOf({ thread, ns, id });
  }

  async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    const { thread_id: thread, checkpoint_ns: ns = "", checkpoint_id: id } = config.configurable ?? {};
    if (id === undefined) throw missing("checkpoint_id");
    const rows = writes.map(async ([channel, value], position): Promise<GraphWrite> => {
      const index = Object.hasOwn(WRITES_IDX_MAP, channel) ? WRITES_IDX_MAP[channel]! : position;
      return { task: taskId, index, channel, ...(await this.#dumps(value)) };
    });
    await this.#graph.putWrites(
      { ...this.#thread(config, needThread(thread)), ns, id },
      await Promise.all(rows),
    );
  }

  async deleteThread(threadId: string): Promise<void> {
    await this.#graph.remove(this.#thread({}, needThread(threadId)));
  }

  /** Versions differ between branches of a thread, so that each branch keeps its own values. */
  override getNextVersion(current: number | undefined): number {
    return Math.floor(current ?? 0) + 1 + Math.random();
  }

  get #graph(): CheckpointEngine["checkpoints"]["graph"] {
    return this.#engine.checkpoints.graph;
  }

  #thread<T extends string | undefined>(
    config: RunnableConfig,
    thread: T,
  ): Omit<GraphThreadRef, "thread"> & { thread: T } {
    const { scope = "global", tenant } = this.#options;
    const isOpen = typeof scope === "function";
    return {
      ...(tenant === undefined ? {} : { tenant }),
      scope: isOpen ? scope(config.configurable ?? {}) : scope,
      thread,
      anyScope: isOpen,
    };
  }

  async #dumps(value: unknown): Promise<TypedValue> {
    const [type, bytes] = await this.serde.dumpsTyped(value);
    return { type, bytes };
  }

  async #loads<T>({ type, bytes }: TypedValue): Promise<T> {
    return (await this.serde.loadsTyped(type, bytes)) as T;
  }

  async #tuple(saved: FoundGraphCheckpoint): Promise<CheckpointTuple> {
    const [rest, metadata, stored, writes] = await Promise.all([
      this.#loads<Omit<Checkpoint, "channel_values">>(saved.checkpoint),
      this.#loads<CheckpointMetadata>(saved.metadata),
      saved.values(),
      saved.writes(),
    ]);
    const values = Object.entries(stored).map(
      async ([channel, value]) => [channel, await this.#loads(value)] as const,
    );
    const checkpoint: Checkpoint = { ...rest, channel_values: Object.fromEntries(await Promise.all(values)) };
    const { thread, ns, parent } = saved;
    if (checkpoint.v < 4 && parent !== null) await this.#addPendingSends(checkpoint, saved);
    return {
      config: configOf(saved),
      checkpoint,
      metadata,
      pendingWrites: await this.#pending(writes),
      ...(parent === null ? {} : { parentConfig: configOf({ thread, ns, id: parent }) }),
    };
  }

  #pending(writes: readonly GraphWrite[]): Promise<CheckpointPendingWrite[]> {
    return Promise.all(
      writes.map(
        async (write): Promise<CheckpointPendingWrite> => [
          write.task,
          write.channel,
          await this.#loads(write),
        ],
      ),
    );
  }

  /** Before format 4 a checkpoint's tasks were pending writes of its parent. */
  async #addPendingSends(checkpoint: Checkpoint, saved: FoundGraphCheckpoint): Promise<void> {
    const sends = (await saved.parentWrites()).filter(({ channel }) => channel === TASKS);
    const versions = Object.values(checkpoint.channel_versions);
    checkpoint.channel_values[TASKS] = await Promise.all(sends.map((send) => this.#loads(send)));
    checkpoint.channel_versions[TASKS] =
      versions.length > 0 ? maxChannelVersion(...versions) : this.getNextVersion(undefined);
  }
}

function configOf({ thread, ns, id }: { thread: string; ns: string; id: string }): RunnableConfig {
  return { configurable: { thread_id: thread, checkpoint_ns: ns, checkpoint_id: id } };
}

function needThread(thread: unknown): string {
  if (thread === undefined) throw missing("thread_id");
  return thread as string;
}

function missing(field: string): Error {
  return invalidArgument(
    `The run's config has no configurable.${field}. Pass { configurable: { ${field}: "…" } }.`,
    {
      path: `configurable.${field}`,
    },
  );
}

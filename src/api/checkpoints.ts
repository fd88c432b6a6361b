import type { ScopeInput } from "../domain/scope.ts";
import type { Page, PageOptions } from "./options.ts";

/** Names a thread. */
export interface ThreadRef {
  /** Whose thread it is, such as `"user:alice"`. */
  scope: ScopeInput;
  thread: string;
  /** Default: `"default"`. */
  tenant?: string;
}

/** A JSON object. */
export type JsonObject = Record<string, unknown>;

/** A thread without its state. */
export interface AgentThread {
  readonly id: string;
  readonly scope: string;
  readonly thread: string;
  readonly createdAt: Date;
  /** When its state was last saved, or its last checkpoint written. */
  readonly updatedAt: Date;
}

export interface ThreadState extends AgentThread {
  /** The state saved last, as JSON: graph state, memory context, conversation, state of the agents. */
  readonly data: JsonObject;
}

export interface ThreadListOptions extends PageOptions {
  /** Default: `"default"`. */
  tenant?: string;
  /** Only threads of this scope. Default: all of the tenant. */
  scope?: ScopeInput;
}

/**
 * The states of agent threads: one state a scope and thread, saved and loaded as a whole. A thread's checkpoints of a
 * graph (`graph`) belong to the same thread: they are listed, expire and are removed together.
 */
export interface CheckpointsHandle {
  /** Saves the state of a thread in place of the one before. */
  save(state: ThreadRef & { data: JsonObject }): Promise<ThreadState>;
  /** The state saved last; `null` where there is none. */
  load(thread: ThreadRef): Promise<ThreadState | null>;
  /** The last changed first. */
  list(options?: ThreadListOptions): Promise<Page<AgentThread>>;
  /** Erases a thread, or without `thread` all threads of the scope, with all checkpoints. Returns how many. */
  remove(threads: Omit<ThreadRef, "thread"> & { thread?: string }): Promise<number>;
  /** The checkpoints of graphs, for a saver such as LangGraph's. */
  readonly graph: GraphCheckpoints;
}

/** A value as a serialiser made it. */
export interface TypedValue {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface GraphThreadRef extends ThreadRef {
  /**
   * The thread may belong to any scope of the tenant; `scope` is that of a new thread, and decides where several scopes
   * have a thread of this id. Default: false.
   */
  anyScope?: boolean;
}

/** Which checkpoints of a graph. */
export interface GraphQuery extends Omit<GraphThreadRef, "thread"> {
  /** Default: all threads. */
  thread?: string | undefined;
  /** The namespace of a subgraph; `""` is the graph itself. Default: all. */
  ns?: string | undefined;
  id?: string | undefined;
  /** Only checkpoints with a smaller id: older ones. */
  before?: string | undefined;
}

export interface GraphCheckpoint {
  readonly thread: string;
  readonly ns: string;
  readonly id: string;
  readonly parent: string | null;
  readonly checkpoint: TypedValue;
  readonly metadata: TypedValue;
}

/** A checkpoint on its way in. */
export interface NewGraphCheckpoint extends GraphThreadRef, Omit<GraphCheckpoint, "thread"> {
  /** The version of each channel. */
  readonly versions: Readonly<Record<string, string>>;
  /** The values that changed with this checkpoint; unchanged ones are those of its parent. */
  readonly values: Readonly<Record<string, TypedValue>>;
}

export interface GraphWrite extends TypedValue {
  readonly task: string;
  /** Its place among the task's writes. A negative one replaces the write before. */
  readonly index: number;
  readonly channel: string;
}

export interface FoundGraphCheckpoint extends GraphCheckpoint {
  /** The values of its channels. */
  values(): Promise<Record<string, TypedValue>>;
  /** Its pending writes, by task and index. */
  writes(): Promise<GraphWrite[]>;
  /** The pending writes of its parent. */
  parentWrites(): Promise<GraphWrite[]>;
}

export interface GraphCheckpoints {
  put(checkpoint: NewGraphCheckpoint): Promise<void>;
  /** A write that is there already stays as it is, unless its index is negative. */
  putWrites(
    checkpoint: GraphThreadRef & { ns: string; id: string },
    writes: readonly GraphWrite[],
  ): Promise<void>;
  /** Newest first. */
  list(which: GraphQuery): AsyncGenerator<FoundGraphCheckpoint, void, void>;
  /** Erases a thread. */
  remove(thread: GraphThreadRef): Promise<void>;
}

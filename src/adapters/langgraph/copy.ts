import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { langgraph } from "./package.ts";

const { copyCheckpoint } = langgraph;

/** What was copied. */
export interface CopiedCheckpoints {
  readonly threads: number;
  readonly checkpoints: number;
}

/**
 * Copies all checkpoints of one saver to another, with their pending writes: from LangGraph's `MemorySaver` to a
 * `MemoirSaver`, say. Copying again changes nothing.
 */
export async function copyCheckpoints(
  from: BaseCheckpointSaver,
  to: BaseCheckpointSaver,
): Promise<CopiedCheckpoints> {
  const tuples: CheckpointTuple[] = [];
  for await (const tuple of from.list({})) tuples.push(tuple);
  // Parents first: their ids are smaller.
  tuples.sort((a, b) => (a.checkpoint.id < b.checkpoint.id ? -1 : 1));
  const threads = new Set<string>();
  for (const { config, parentConfig, checkpoint, metadata, pendingWrites = [] } of tuples) {
    const { thread_id, checkpoint_ns } = config.configurable ?? {};
    threads.add(thread_id as string);
    const parent = { thread_id, checkpoint_ns, checkpoint_id: parentConfig?.configurable?.checkpoint_id };
    const copied = await to.put(
      { configurable: parent },
      copyCheckpoint(checkpoint),
      metadata ?? { source: "loop", step: 0, parents: {} },
      checkpoint.channel_versions,
    );
    for (const [task, writes] of Map.groupBy(pendingWrites, ([task]) => task)) {
      await to.putWrites(
        copied,
        writes.map(([, channel, value]) => [channel, value]),
        task,
      );
    }
  }
  return { threads: threads.size, checkpoints: tuples.length };
}

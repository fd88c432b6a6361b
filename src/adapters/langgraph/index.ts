/** LangGraph.js on a Memoir database: a checkpoint saver and a long-term store. Needs `@langchain/langgraph-checkpoint`. */

export { type CopiedCheckpoints, copyCheckpoints } from "./copy.ts";
export { type CheckpointEngine, MemoirSaver, type MemoirSaverOptions } from "./saver.ts";
export { MemoirStore, type MemoirStoreOptions } from "./store.ts";

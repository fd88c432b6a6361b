import { fullHistory, lastMessages } from "./history.ts";
import { langgraph } from "./langgraph.ts";
import { mastra } from "./mastra.ts";
import { mem0, mem0InMemory, mem0WithModel } from "./mem0.ts";
import { memoir, memoirWithModel } from "./memoir.ts";
import type { PeerKind } from "./peer.ts";
import { plain } from "./plain.ts";

/** The plain store comes first: times are given as ratios to it. */
export const KINDS: readonly PeerKind[] = [
  plain,
  fullHistory,
  lastMessages,
  memoir,
  memoirWithModel,
  langgraph,
  mem0,
  mem0InMemory,
  mem0WithModel,
  mastra,
];

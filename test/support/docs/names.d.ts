/** What the examples of the documentation take as given: a reader's own program around them. */
import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph-checkpoint";
import type { Agent } from "@mastra/core/agent";
import type { wrapLanguageModel } from "ai";
import type { Client } from "discord.js";
import type { MemoirEngine, ScopeHandle } from "../../../src/index.ts";

declare global {
  const memoir: MemoirEngine;
  const alice: ScopeHandle;
  const guild: ScopeHandle;
  const messages: { role: string; content: string }[];
  const signal: AbortSignal;
  const askYourModel: (...words: readonly unknown[]) => Promise<string>;
  const yourModel: Parameters<typeof wrapLanguageModel>[0]["model"];
  const client: Client;
  const agent: Agent;
  const builder: {
    compile(options: { checkpointer: BaseCheckpointSaver; store: BaseStore }): {
      invoke(input: object, config: object): Promise<unknown>;
    };
  };
}

/** What the examples of the documentation take as given: a reader's own program around them. */

import type { MemoirEngine, Recall, ScopeHandle } from "../../../src/index.ts";

declare global {
  const memoir: MemoirEngine;
  const alice: ScopeHandle;
  const guild: ScopeHandle;
  const recalled: Recall;
  const messages: { role: string; content: string }[];
  const signal: AbortSignal;
}

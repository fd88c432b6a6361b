import type { Settings } from "../domain/settings.ts";
import type { JobQueue } from "../jobs/queue.ts";
import type { Memoir } from "./memoir.ts";
import type { OperatorHandle } from "./operator.ts";
import type { ScopeHandle } from "./scope.ts";

/** What can be done in a scope from anywhere; a model's tools run where the engine is. */
export type ScopeFace = Omit<ScopeHandle, "tools">;

/** What an operator can do from anywhere. Jobs are queued where the engine is. */
export type OperatorFace = Omit<OperatorHandle, "jobs" | "requests"> & {
  readonly jobs: Omit<JobQueue, "enqueue">;
};

/** The settings that whoever uses a memory may need to know. */
export type FaceSettings = Pick<
  Settings,
  "enable" | "readPolicy" | "render" | "categories" | "tools" | "audit" | "emergencyReadOnly"
>;

/** What an engine and a connection to a server have in common: a program need not know which of them it has. */
export interface MemoirFace
  extends Pick<Memoir, "preset" | "changes" | "close" | typeof Symbol.asyncDispose> {
  readonly settings: FaceSettings;
  scope(...args: Parameters<Memoir["scope"]>): ScopeFace;
  operator(...args: Parameters<Memoir["operator"]>): OperatorFace;
}

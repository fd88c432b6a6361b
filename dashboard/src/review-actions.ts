import type { Waiting } from "../../src/api/memories.ts";
import type { OwnedMemory } from "../../src/api/operator.ts";
import type { Memory } from "../../src/domain/memory.ts";
import { undoOf } from "./actions.ts";
import { useMemoir } from "./connection.ts";
import { t } from "./i18n/index.ts";
import { useAction } from "./ui/async.ts";
import { useToasts } from "./ui/toast.tsx";

export type Decision = "approve" | "reject";

/** Whether a memory waits for a person. */
export function isWaiting({ memory }: OwnedMemory): boolean {
  return memory.status === "pending" || memory.status === "shadow";
}

/** Whether a key is typed into a field or a dialog, or belongs to the browser. */
export function isForOthers({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isTyping =
    target instanceof HTMLElement &&
    target.closest("dialog, input:not([type=checkbox]), textarea, select") !== null;
  return isTyping || ctrlKey || metaKey || altKey;
}

type Decided = OwnedMemory | Waiting;

function isProposal(one: Decided): one is Extract<Waiting, { kind: "profile" }> {
  return "proposal" in one;
}

/** Approves or rejects what waits; a toast takes it back. An answer about a profile is final, and has no undo. */
export function useDecide(): (decision: Decision, which: readonly Decided[]) => Promise<void> {
  const memoir = useMemoir();
  const { show } = useToasts();
  const act = useAction();
  return async (decision, which) => {
    if (which.length === 0) return;
    await act(async () => {
      const after: Memory[] = [];
      for (const one of which) {
        const scope = memoir.scope(one.scope);
        if (isProposal(one)) await scope.profile.confirm(one.proposal.id, { accept: decision === "approve" });
        else after.push(await scope.memories[decision](one.memory.id));
      }
      const before = which.flatMap((one) => (isProposal(one) ? [] : [one]));
      show({
        text: t(decision === "approve" ? "review.approved" : "review.rejected", { n: which.length }),
        ...(before.length === which.length ? undoOf(memoir, before, after) : {}),
      });
    });
  };
}

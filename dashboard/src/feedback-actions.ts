import type { FeedbackInput } from "../../src/api/feedback.ts";
import { useMemoir } from "./connection.ts";
import { t } from "./i18n/index.ts";
import { useAction } from "./ui/async.ts";
import { useToasts } from "./ui/toast.tsx";

/** Says of a line that it helped, was wrong or was private; a toast takes back what came of it. */
export function useFeedback(onChange: () => void): (scope: string, input: FeedbackInput) => Promise<void> {
  const memoir = useMemoir();
  const { show } = useToasts();
  const act = useAction();
  return async (scope, input) => {
    await act(async () => {
      const handle = memoir.scope(scope);
      const { effect, batch } = await handle.feedback(input);
      onChange();
      const text = t(`toast.feedback.${effect}`);
      if (batch === null) show({ text });
      else {
        const undo = async (): Promise<void> => {
          await handle.memories.undoBatch(batch);
          onChange();
        };
        show({ text, undo });
      }
    });
  };
}

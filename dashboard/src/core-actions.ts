import { useMemoir } from "./connection.ts";
import { t } from "./i18n/index.ts";
import { useAction } from "./ui/async.ts";
import { useToasts } from "./ui/toast.tsx";

/**
 * Takes the line of a message out of the core, or lets it in again; a toast takes that back. Messages are in no feed of
 * changes, so `onChange` is called after each.
 */
export function useCoreOff(onChange: () => void): (scope: string, id: string, off: boolean) => Promise<void> {
  const memoir = useMemoir();
  const { show } = useToasts();
  const act = useAction();
  return async (scope, id, off) => {
    const set = async (allowed: boolean): Promise<void> => {
      await memoir.scope(scope).events.allowCore(id, allowed);
      onChange();
    };
    await act(async () => {
      await set(!off);
      show({ text: t(off ? "toast.coreOff" : "toast.coreOn"), undo: () => set(off) });
    });
  };
}

import { createContext, type JSX } from "preact";
import { useContext, useState } from "preact/hooks";
import { MemoirError } from "../../../src/domain/errors.ts";
import { t } from "../i18n/index.ts";
import { plain } from "./plain.ts";

export interface Toast {
  readonly text: string;
  readonly tone?: "good" | "bad";
  /** Takes back what was done. */
  readonly undo?: () => Promise<unknown>;
}

interface Shown extends Toast {
  readonly id: number;
}

interface Toasts {
  show(toast: Toast): void;
}

const ToastContext = createContext<Toasts>({ show: () => undefined });
/** A way back stays longer: whoever sees it late or moves slowly must reach it. */
const STAYS_MS = { plain: 8_000, undo: 20_000 };
let last = 0;

export function useToasts(): Toasts {
  return useContext(ToastContext);
}

/** Messages about what was done, with the way to take it back. */
export function ToastHost({ children }: { children: JSX.Element }): JSX.Element {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const close = (id: number): void => setToasts((all) => all.filter((one) => one.id !== id));
  const show = (toast: Toast): void => {
    last += 1;
    const id = last;
    setToasts((all) => [...all.slice(-2), { ...toast, id }]);
    setTimeout(() => close(id), toast.undo === undefined ? STAYS_MS.plain : STAYS_MS.undo);
  };
  const undo = async ({ id, undo: back }: Shown): Promise<void> => {
    close(id);
    try {
      await back?.();
      show({ text: t("toast.undone"), tone: "good" });
    } catch (error) {
      const isNewer = MemoirError.is(error) && error.code === "conflict";
      show({ text: isNewer ? t("toast.changedSince") : plain((error as Error).message), tone: "bad" });
    }
  };
  return (
    <ToastContext.Provider value={{ show }}>
      {children}
      <div class="toasts" role="status" aria-live="polite">
        {toasts.map((toast) => (
          <div class={`toast ${toast.tone ?? ""}`} key={toast.id}>
            <span>{toast.text}</span>
            {toast.undo && (
              <button type="button" class="link" onClick={() => void undo(toast)}>
                {t("action.undo")}
              </button>
            )}
            <button type="button" class="icon" aria-label={t("action.close")} onClick={() => close(toast.id)}>
              ×
            </button>
          </div>
        ))}
      </div>
    </ToastContext.Provider>
  );
}

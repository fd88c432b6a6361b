import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n/index.ts";

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
  onClose(): void;
}

/** The browser's own dialog: it keeps the focus inside, and Escape closes it. */
export function Dialog({ title, children, onClose }: Props): JSX.Element {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = box;
    current?.showModal();
    // Closed while it is still there, it gives the focus back.
    return () => current?.close();
  }, []);
  return (
    <dialog ref={box} aria-labelledby="dialog-title" onClose={onClose}>
      <header class="dialog-head">
        <h2 id="dialog-title">{title}</h2>
        <button type="button" class="icon" aria-label={t("action.close")} onClick={onClose}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}

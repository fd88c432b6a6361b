import type { ComponentChildren, JSX } from "preact";

interface Props {
  readonly label: string;
  /** Whether something in it differs from how it was at first. */
  readonly chosen?: boolean;
  readonly children: ComponentChildren;
}

/** Choices behind a button. It closes by Escape and when the focus leaves it. */
export function Menu({ label, chosen = false, children }: Props): JSX.Element {
  return (
    <details
      class="menu"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.currentTarget.open = false;
        event.currentTarget.querySelector("summary")?.focus();
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget))
          currentTarget.open = false;
      }}
    >
      <summary class={chosen ? "chosen" : ""}>{label}</summary>
      <fieldset class="menu-items" aria-label={label}>
        {children}
      </fieldset>
    </details>
  );
}

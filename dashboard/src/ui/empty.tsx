import type { ComponentChildren, JSX } from "preact";

/** A view with nothing in it: what it would show, and how to get there. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }): JSX.Element {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Problem({ error }: { error: Error }): JSX.Element {
  return (
    <p class="problem" role="alert">
      {error.message}
    </p>
  );
}

import type { JSX } from "preact";
import { useMemoir } from "../connection.ts";
import { useChanges } from "../live.ts";
import { type Loaded, useAction, useAsync } from "./async.ts";
import { Problem } from "./empty.tsx";
import { useToasts } from "./toast.tsx";

export interface Managed<T> extends Loaded<T> {
  /** Does what a person asked for and reads again. The text it returns, if any, is shown in a toast. */
  run(work: () => Promise<unknown>): Promise<void>;
}

/** The data an operator views and changes: read at first, after each change of a memory, and after each action. */
export function useManaged<T>(
  read: (memoir: ReturnType<typeof useMemoir>) => Promise<T>,
  inputs: readonly unknown[] = [],
): Managed<T> {
  const memoir = useMemoir();
  const act = useAction();
  const { show } = useToasts();
  const version = useChanges();
  const found = useAsync(() => read(memoir), [memoir, version, ...inputs]);
  return {
    ...found,
    async run(work) {
      await act(async () => {
        const text = await work();
        if (typeof text === "string") show({ text });
      });
      found.reload();
    },
  };
}

interface Props<T> {
  readonly found: Loaded<T>;
  children(value: T): JSX.Element;
}

/** The loaded data, or the error. */
export function Shown<T>({ found, children }: Props<T>): JSX.Element {
  if (found.error !== undefined) return <Problem error={found.error} />;
  return found.value === undefined ? <div class="loading" /> : children(found.value);
}

import type { JSX } from "preact";
import { term } from "../i18n/index.ts";
import { Words } from "./words.tsx";

type Fields = Readonly<Record<string, unknown>> | null;

/** Columns that say nothing to a reader. */
const SILENT: ReadonlySet<string> = new Set([
  ...["terms", "rev", "updated_at", "strength_at", "slot", "affirmed", "rank", "trust", "last_activated"],
  ...["created_at", "confirmed_at", "id", "num", "user_id", "access_count", "last_accessed"],
]);

/** The fields of a change, old beside new. */
export function Diff({ before, after }: { before: Fields; after: Fields }): JSX.Element | null {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !SILENT.has(name) && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  );
  // A new memory changed from nothing: its words are enough.
  const shown = before === null ? names.filter((name) => name === "text") : names;
  if (shown.length === 0) return null;
  return (
    <dl class="diff">
      {shown.map((name) => (
        <div key={name}>
          <dt>{term("field", name)}</dt>
          <dd>
            {before !== null && before[name] != null && (
              <del>
                <Words text={shownAs(before[name])} />
              </del>
            )}
            {after !== null && after[name] != null && (
              <ins>
                <Words text={shownAs(after[name])} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function shownAs(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" && value > 1e11)
    return new Date(value).toISOString().slice(0, 16).replace("T", " ");
  if (typeof value === "number") return String(Math.round(value * 1_000) / 1_000);
  return JSON.stringify(value);
}

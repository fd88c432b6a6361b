import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t } from "../i18n/index.ts";

/** More than anybody reads at once; a browser lays out a megabyte of text for seconds. */
const SHOWN = 4_000;

/** Text that somebody wrote, as text: apart from the page's own direction, and long ones cut until asked for. */
export function Words({
  text,
  span,
}: {
  text: string;
  span?: readonly [number, number] | null;
}): JSX.Element {
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > SHOWN;
  // The cut keeps the quoted words in sight.
  const start = cut && span != null && span[1] > SHOWN ? Math.max(0, span[0] - SHOWN / 2) : 0;
  const shown = cut ? text.slice(start, start + SHOWN) : text;
  const from = span == null ? 0 : Math.max(0, span[0] - start);
  const to = span == null ? 0 : Math.max(from, Math.min(shown.length, span[1] - start));
  return (
    <span class="words" dir="auto">
      {start > 0 && "…"}
      {shown.slice(0, from)}
      {to > from && <mark>{shown.slice(from, to)}</mark>}
      {shown.slice(to)}
      {cut && (
        <>
          {"… "}
          <button type="button" class="link" onClick={() => setWhole(true)}>
            {t("words.all", { n: text.length })}
          </button>
        </>
      )}
    </span>
  );
}

/** One line of it. */
export function Line({ text }: { text: string }): JSX.Element {
  return (
    <span class="line" dir="auto">
      {text.length > 400 ? `${text.slice(0, 400)}…` : text}
    </span>
  );
}

import { useEffect, useState } from "preact/hooks";

const NARROW = "(max-width: 760px)";

/** Whether the page is as narrow as a phone; the style sheets change at the same width. */
export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const changed = (): void => setNarrow(query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);
  return narrow;
}

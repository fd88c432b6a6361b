import type { JSX } from "preact";
import type { Place } from "../../router.ts";

export function Review(_: { place: Place }): JSX.Element {
  return <div />;
}

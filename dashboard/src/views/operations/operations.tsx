import type { JSX } from "preact";
import type { Place } from "../../router.ts";

export function Operations(_: { place: Place }): JSX.Element {
  return <div />;
}

import type { JSX } from "preact";
import { term } from "../i18n/index.ts";

export function Status({ status }: { status: string }): JSX.Element {
  return <span class={`badge status-${status}`}>{term("status", status)}</span>;
}

export function Outcome({ outcome }: { outcome: string }): JSX.Element {
  return <span class={`badge outcome-${outcome}`}>{term("outcome", outcome)}</span>;
}

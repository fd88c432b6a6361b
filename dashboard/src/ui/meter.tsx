import type { JSX } from "preact";
import { formatShare } from "../i18n/index.ts";

/** A share from 0 to 1 as a short bar with its number. */
export function Meter({ label, value, tone }: { label: string; value: number; tone: string }): JSX.Element {
  const percent = Math.round(Math.max(0, Math.min(1, value)) * 100);
  return (
    <span class={`meter ${tone}`} title={`${label} ${formatShare(value)}`}>
      <span class="meter-name">{label}</span>
      <span class="meter-track" aria-hidden="true">
        <span class="meter-fill" style={{ width: `${percent}%` }} />
      </span>
      <span class="meter-value">{formatShare(value)}</span>
    </span>
  );
}

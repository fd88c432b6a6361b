import type { JSX } from "preact";

/** A share from 0 to 1 as a short bar with its number. */
export function Meter({ label, value, tone }: { label: string; value: number; tone: string }): JSX.Element {
  const percent = Math.round(Math.max(0, Math.min(1, value)) * 100);
  return (
    <span class={`meter ${tone}`} title={`${label} ${value.toFixed(2)}`}>
      <span class="meter-name">{label}</span>
      <span class="meter-track" aria-hidden="true">
        <span class="meter-fill" style={{ width: `${percent}%` }} />
      </span>
      <span class="meter-value">{value.toFixed(2)}</span>
    </span>
  );
}

import type { JSX } from "preact";
import { t } from "../i18n/index.ts";
import { useScopes } from "../scopes.ts";

interface Props {
  readonly value: string;
  readonly label: string;
  /** The label for no scope, where that may be chosen. */
  readonly all?: string;
  onChange(scope: string): void;
}

/** Chooses one scope of the tenant. */
export function ScopePicker({ value, label, all, onChange }: Props): JSX.Element {
  const scopes = useScopes();
  const names = scopes.map(({ scope }) => scope);
  return (
    <label class="field">
      <span>{label}</span>
      <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {all !== undefined && <option value="">{all}</option>}
        {!names.includes(value) && (all === undefined || value !== "") && (
          <option value={value}>{value === "" ? t("scope.choose") : value}</option>
        )}
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

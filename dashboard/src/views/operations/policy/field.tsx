import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { MEMORY_TYPES } from "../../../../../src/domain/memory.ts";
import { type MessageKey, t, term } from "../../../i18n/index.ts";
import { type Fault, type Form, faultOf, type Rule } from "./rules.ts";

interface Props {
  readonly rule: Rule;
  readonly value: unknown;
  readonly fault: Fault | undefined;
  /** Whether it differs from the policy in force. */
  readonly isChanged: boolean;
  onChange(value: unknown, fault: Fault | null): void;
}

/** One rule: its name, its meaning in plain words, its value, and beside that what is wrong with it. */
export function RuleField({ rule: { path, form }, value, fault, isChanged, onChange }: Props): JSX.Element {
  const id = `rule-${path}`;
  const given = { id, value, describedBy: `${id}-hint ${id}-fault`, isBad: fault !== undefined };
  const change = (next: unknown): void => onChange(next, faultOf(form, next));
  return (
    <div class={`rule ${isChanged ? "changed" : ""}`}>
      <div>
        {form.kind === "types" ? (
          <b id={id}>{t(`policy.${path}` as MessageKey)}</b>
        ) : (
          <label for={id}>{t(`policy.${path}` as MessageKey)}</label>
        )}
        <p id={`${id}-hint`} class="dim">
          {t(`policy.${path}.hint` as MessageKey)}
        </p>
      </div>
      <div>
        <Control {...given} path={path} form={form} onChange={change} />
        <p id={`${id}-fault`} class="fault" role="alert">
          {fault !== undefined && t(`policy.fault.${fault.fault}`, { n: fault.n ?? 0 })}
        </p>
      </div>
    </div>
  );
}

interface ControlProps {
  readonly id: string;
  readonly path: string;
  readonly form: Form;
  readonly value: unknown;
  readonly describedBy: string;
  readonly isBad: boolean;
  onChange(value: unknown): void;
}

function Control({ id, path, form, value, describedBy, isBad, onChange }: ControlProps): JSX.Element {
  const common = { id, "aria-describedby": describedBy, "aria-invalid": isBad };
  switch (form.kind) {
    case "flag":
      return (
        <input
          {...common}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case "choice":
      return (
        <select {...common} value={String(value)} onChange={(event) => onChange(event.currentTarget.value)}>
          {form.of.map((one) => (
            <option key={one} value={one}>
              {t(`policy.${path}.${one}` as MessageKey)}
            </option>
          ))}
        </select>
      );
    case "types":
      return <Types {...{ id, value, onChange }} />;
    case "names":
      return (
        <Typed
          {...common}
          shown={Array.isArray(value) ? value.join(", ") : ""}
          placeholder={t("policy.all")}
          onText={(text) => onChange(namesIn(text))}
        />
      );
    case "number":
      return (
        <Typed
          {...common}
          inputMode={form.whole === true ? "numeric" : "decimal"}
          shown={value === null || value === undefined ? "" : String(value)}
          placeholder={
            form.none === true ? t(`policy.${path.endsWith("threshold") ? "measured" : "none"}`) : ""
          }
          onText={(text) => onChange(numberIn(text, form.none === true))}
        />
      );
  }
}

function namesIn(text: string): string[] | null {
  const names = text.split(/[,，]/).map((one) => one.trim());
  return text.trim() === "" ? null : names.filter(Boolean);
}

/** The number that a text is; the text itself where it is none, which is refused beside the field. */
function numberIn(text: string, maybeNone: boolean): number | string | null {
  const plain = text.trim().replace(",", ".");
  if (plain === "") return maybeNone ? null : plain;
  return Number.isNaN(Number(plain)) ? plain : Number(plain);
}

/** A line of text that stays as it is typed as long as it means the same as what is shown. */
function Typed({
  shown,
  onText,
  ...input
}: { shown: string; onText(text: string): void } & JSX.IntrinsicElements["input"]): JSX.Element {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      {...input}
      value={typed ?? shown}
      onInput={(event) => {
        setTyped(event.currentTarget.value);
        onText(event.currentTarget.value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

function Types({
  id,
  value,
  onChange,
}: {
  id: string;
  value: unknown;
  onChange(types: readonly string[]): void;
}): JSX.Element {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <div class="types" role="group" aria-labelledby={id}>
      {MEMORY_TYPES.map((type) => (
        <label key={type}>
          <input
            type="checkbox"
            checked={chosen.includes(type)}
            onChange={(event) => {
              const on = event.currentTarget.checked;
              onChange(MEMORY_TYPES.filter((one) => (one === type ? on : chosen.includes(one))));
            }}
          />
          {term("type", type)}
        </label>
      ))}
    </div>
  );
}

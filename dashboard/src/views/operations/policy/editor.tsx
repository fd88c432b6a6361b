import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PolicyVersion } from "../../../../../src/api/policy.ts";
import {
  type Policies,
  type PolicyPatch,
  policiesOf,
  policyDifferences,
} from "../../../../../src/domain/policy.ts";
import { t } from "../../../i18n/index.ts";
import { RuleField } from "./field.tsx";
import { Preview } from "./preview.tsx";
import { type Fault, patchOf, type ReadPatch, RULES, readPatch, valueAt, withValue } from "./rules.ts";

interface Props {
  readonly active: PolicyVersion;
  onSave(patch: PolicyPatch, reason: string): Promise<void>;
}

type Faults = Readonly<Record<string, Fault>>;

/** Changes the policy: a form and the same as JSON, in step, beside what it would have changed. */
export function PolicyEditor({ active, onSave }: Props): JSX.Element {
  const inForce = policiesOf(active);
  const [draft, setDraft] = useState<Policies>(inForce);
  const [faults, setFaults] = useState<Faults>({});
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [reason, setReason] = useState("");
  const patch = patchOf(inForce, draft);
  const changed = policyDifferences(inForce, draft).length;
  const isBad = problem !== undefined || Object.keys(faults).length > 0;

  const change = (path: string, value: unknown, fault: Fault | null): void => {
    const { [path]: _before, ...others } = faults;
    setFaults(fault === null ? others : { ...others, [path]: fault });
    const next = withValue(draft, path, value);
    setDraft(next);
    setText(asText(patchOf(inForce, next)));
    setProblem(undefined);
  };
  const read = (typed: string): void => {
    setText(typed);
    const found = readPatch(inForce, typed);
    setProblem("problem" in found ? problemOf(found) : undefined);
    if ("problem" in found) return;
    setDraft(found.draft);
    setFaults(found.faults);
  };
  return (
    <form
      class="policy"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBad && changed > 0) void onSave(patch, reason);
      }}
    >
      <div class="card policy-form">
        <h2>{t("policy.change")}</h2>
        <p class="dim">{t("policy.changeHint")}</p>
        {RULES.map(({ name, rules }) => (
          <details key={name} open={name === "keep"}>
            <summary>{t(`policy.group.${name}`)}</summary>
            {rules.map((rule) => (
              <RuleField
                key={rule.path}
                {...{ rule, value: valueAt(draft, rule.path), fault: faults[rule.path] }}
                isChanged={!isSame(valueAt(draft, rule.path), valueAt(inForce, rule.path))}
                onChange={(value, fault) => change(rule.path, value, fault)}
              />
            ))}
          </details>
        ))}
      </div>
      <div class="policy-side">
        <div class="card">
          <label class="field">
            <span>{t("policy.json")}</span>
            <textarea
              class="mono"
              rows={6}
              spellcheck={false}
              aria-describedby="policy-problem"
              aria-invalid={problem !== undefined}
              placeholder={'{ "writePolicy": { "mode": "manual" } }'}
              value={text}
              onInput={(event) => read(event.currentTarget.value)}
            />
          </label>
          <p id="policy-problem" class="fault" role="alert">
            {problem}
          </p>
          <label class="field">
            <span>{t("policy.reason")}</span>
            <input value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
          </label>
          <div class="buttons">
            <button type="button" disabled={changed === 0 && !isBad} onClick={() => read("")}>
              {t("policy.reset")}
            </button>
            <button type="submit" class="primary" disabled={isBad || changed === 0}>
              {t("policy.set")}
            </button>
          </div>
        </div>
        <Preview patch={isBad || changed === 0 ? null : patch} />
      </div>
    </form>
  );
}

function asText(patch: PolicyPatch): string {
  return Object.keys(patch).length === 0 ? "" : JSON.stringify(patch, null, 2);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function problemOf(found: Extract<ReadPatch, { problem: string }>): string {
  return found.problem === "unknown"
    ? t("policy.problem.unknown", { name: found.name })
    : t(`policy.problem.${found.problem}`);
}

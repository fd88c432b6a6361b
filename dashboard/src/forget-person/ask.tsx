import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PersonReceipt } from "../../../src/api/people.ts";
import { useMemoir } from "../connection.ts";
import { t } from "../i18n/index.ts";
import { useAction, useAsync } from "../ui/async.ts";
import { Counts } from "./counts.tsx";
import { Members } from "./members.tsx";
import { isShared, nameOf, type Who } from "./who.ts";

interface Props {
  readonly who: Who;
  onDone(receipt: PersonReceipt): void;
  onCancel(): void;
}

/** What would go, and whether for good: that needs the name, typed by hand. */
export function Ask({ who: given, onDone, onCancel }: Props): JSX.Element {
  const memoir = useMemoir();
  const act = useAction();
  const [member, setMember] = useState("");
  const [hard, setHard] = useState(false);
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const who: Who = isShared(given) && member !== "" ? { ...given, member } : given;
  const name = nameOf(who);
  const { value, error, loading } = useAsync(
    (signal) => memoir.operator().people.preview(who, { hard, signal }),
    [JSON.stringify(who), hard],
  );
  const isNothing = value !== undefined && Object.keys(value.counts).length === 0;
  const ready = value !== undefined && !loading && !isNothing && !busy && (!hard || typed === name);
  const forget = async (): Promise<void> => {
    setBusy(true);
    const receipt = await act(() => memoir.operator().people.forget(who, { hard }));
    setBusy(false);
    if (receipt !== undefined) onDone(receipt);
  };
  return (
    <form
      class="forget-person"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void forget();
      }}
    >
      {isShared(given) && <Members scope={given.scope} value={member} onChange={setMember} />}
      <fieldset class="forget-person-how">
        <legend>{t("forgetPerson.how")}</legend>
        <label>
          <input type="radio" name="how" checked={!hard} onChange={() => setHard(false)} />
          <span>{t("forgetPerson.soft")}</span>
        </label>
        <label>
          <input type="radio" name="how" checked={hard} onChange={() => setHard(true)} />
          <span>{t("forgetPerson.hard")}</span>
        </label>
      </fieldset>
      <section aria-label={t("forgetPerson.goes")} aria-busy={loading} class="forget-person-preview">
        <h3>{t("forgetPerson.goes")}</h3>
        {error !== undefined && <p role="alert">{error.message}</p>}
        {isNothing && <p class="dim">{t("forgetPerson.nothing")}</p>}
        {value !== undefined && <Counts counts={value.counts} examples={value.examples} />}
        {value !== undefined && value.scopes.length > 1 && (
          <p class="dim">
            {t("forgetPerson.scopes", { scopes: value.scopes.map(({ scope }) => scope).join(", ") })}
          </p>
        )}
        {value?.filesElsewhere.map((place) => (
          <p class="dim" key={place}>
            {t("forgetPerson.elsewhere", { place })}
          </p>
        ))}
      </section>
      {hard && (
        <label class="field">
          <span>{t("forgetPerson.type", { name })}</span>
          <input value={typed} autocomplete="off" onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
      )}
      <div class="buttons">
        <button type="button" onClick={onCancel}>
          {t("action.cancel")}
        </button>
        <button type="submit" class={hard ? "danger" : "primary"} disabled={!ready}>
          {t(hard ? "forgetPerson.erase" : "forgetPerson.forget")}
        </button>
      </div>
    </form>
  );
}

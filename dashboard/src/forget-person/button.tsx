import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PersonReceipt } from "../../../src/api/people.ts";
import { t } from "../i18n/index.ts";
import { useReloadScopes } from "../scopes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Ask } from "./ask.tsx";
import { Receipt } from "./receipt.tsx";
import { forgottenIn, nameOf, type Who } from "./who.ts";

interface Props {
  readonly who: Who;
  /** A small button for a row of a list. Default: a link with words. */
  readonly small?: boolean;
}

/** Forgets everything of a scope, a member or a person: asks in a dialog, and shows the receipt there. */
export function ForgetPersonButton({ who, small = false }: Props): JSX.Element {
  const [open, setOpen] = useState(false);
  const label = t("forgetPerson.button", { who: nameOf(who) });
  return (
    <>
      <button
        type="button"
        class={small ? "icon forget-person-small" : "link danger"}
        aria-label={label}
        title={small ? label : undefined}
        onClick={() => setOpen(true)}
      >
        {small ? "⌫" : t("forgetPerson.short")}
      </button>
      {open && <ForgetPersonDialog who={who} onClose={() => setOpen(false)} />}
    </>
  );
}

function ForgetPersonDialog({ who, onClose }: { who: Who; onClose(): void }): JSX.Element {
  const reload = useReloadScopes();
  const [receipt, setReceipt] = useState<PersonReceipt>();
  const done = (made: PersonReceipt): void => {
    setReceipt(made);
    reload();
  };
  const title =
    receipt === undefined
      ? t("forgetPerson.title", { who: nameOf(who) })
      : t("forgetPerson.receipt", { who: forgottenIn(receipt) });
  return (
    <Dialog title={title} onClose={onClose}>
      {receipt === undefined ? (
        <Ask who={who} onDone={done} onCancel={onClose} />
      ) : (
        <Receipt receipt={receipt} onChange={done} onClose={onClose} />
      )}
    </Dialog>
  );
}

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { WaitingProposal } from "../../../../src/api/memories.ts";
import { useMemoir } from "../../connection.ts";
import { t, term } from "../../i18n/index.ts";
import { useAction } from "../../ui/async.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { SaveButtons } from "../../ui/save-buttons.tsx";

/** Puts another value in the place of a proposed one. It waits as the first one did: an edit is no consent. */
export function ProposalEditor({ one, onClose }: { one: WaitingProposal; onClose(): void }): JSX.Element {
  const { scope, proposal } = one;
  const memoir = useMemoir();
  const act = useAction();
  const [value, setValue] = useState(proposal.newValue ?? "");
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { profile } = memoir.scope(scope);
    await act(async () => {
      if (value.trim() !== proposal.newValue) {
        await profile.propose(proposal.field, value.trim());
        await profile.confirm(proposal.id, { accept: false });
      }
      onClose();
    });
  };
  return (
    <Dialog title={t("review.editProposal")} onClose={onClose}>
      <form class="editor" onSubmit={(event) => void submit(event)}>
        <label class="field wide">
          <span>{term("profile", proposal.field)}</span>
          <input dir="auto" required value={value} onInput={(event) => setValue(event.currentTarget.value)} />
        </label>
        <p class="dim wide">{t("review.editHint")}</p>
        <SaveButtons onCancel={onClose} />
      </form>
    </Dialog>
  );
}

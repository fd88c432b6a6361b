import type { JSX } from "preact";
import type { PersonPreview } from "../../../src/api/people.ts";
import { FORGOTTEN_KINDS, type ForgottenCounts } from "../../../src/domain/forgotten.ts";
import { formatNumber, term } from "../i18n/index.ts";
import { Words } from "../ui/words.tsx";

interface Props {
  readonly counts: ForgottenCounts;
  readonly examples?: PersonPreview["examples"];
}

/** How much of each kind, with a few words of it where they are known. */
export function Counts({ counts, examples = {} }: Props): JSX.Element {
  return (
    <dl class="forget-person-counts">
      {FORGOTTEN_KINDS.filter((kind) => (counts[kind] ?? 0) > 0).map((kind) => (
        <div key={kind}>
          <dt>{term("forgetPerson.kind", kind)}</dt>
          <dd>
            <b>{formatNumber(counts[kind] ?? 0)}</b>
            {examples[kind]?.map((text) => (
              <span class="forget-person-example" key={text}>
                <Words text={text} />
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

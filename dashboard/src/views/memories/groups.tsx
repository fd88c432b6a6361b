import type { JSX } from "preact";
import type { OwnedMemory } from "../../../../src/api/operator.ts";
import { t } from "../../i18n/index.ts";
import { personHref } from "../../person-link.ts";
import { typeOf } from "../../topic.ts";

/** The headings above a row: whom it is about and its topic, where they differ from those of the row before. */
export interface Heading {
  readonly person: OwnedMemory | null;
  readonly topic: string;
}

/** `null`: the row goes on with the group before it. */
export function headingOf(item: OwnedMemory, before: OwnedMemory | undefined): Heading | null {
  const isSame = before !== undefined && before.scope === item.scope && aboutWhom(before) === aboutWhom(item);
  if (isSame && before.memory.type === item.memory.type) return null;
  return { person: isSame ? null : item, topic: typeOf(item.memory) };
}

/** The account a memory is about; in a user's scope that user, unless it names another. */
function aboutWhom({ scope, memory: { subject } }: OwnedMemory): string {
  return subject ?? (scope.startsWith("user:") ? scope.slice("user:".length) : "");
}

interface Props {
  readonly heading: Heading;
  /** The names of accounts, as far as they are known. */
  nameOf(scope: string, account: string): string;
}

export function GroupHeading({ heading: { person, topic }, nameOf }: Props): JSX.Element {
  return (
    <div role="row" class="group">
      <span role="gridcell">
        {person !== null && <GroupName item={person} name={nameOf(person.scope, aboutWhom(person))} />}
        <span class="group-topic">{topic}</span>
      </span>
    </div>
  );
}

function GroupName({ item, name }: { item: OwnedMemory; name: string }): JSX.Element {
  return (
    <span class="group-person">
      <a href={personHref(item)} tabIndex={-1}>
        {name === "" ? t("list.nobody") : name}
      </a>
      <small>
        <bdi>{item.scope}</bdi>
      </small>
    </span>
  );
}

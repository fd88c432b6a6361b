import { ownerOf } from "../../domain/identity.ts";
import { callNames } from "../../language/person-names.ts";
import { underNewestName } from "../../language/shown-name.ts";
import { givenNames } from "../../scope-index/given-names.ts";
import type { AuthorNames } from "../../store/tables/authors.ts";
import type { NumberedMemoryRow as MemoryRow } from "../../store/tables/memory-search.ts";
import type { Batch } from "./load-batch.ts";
import { foldName } from "./subject.ts";

/** The people of a scope by their names: an account is shown to a model by its name and found again by any of them. */
export interface People {
  /** Those who have spoken. */
  readonly accounts: readonly string[];
  /** All names of a subject, those that its memories give included. */
  namesOf(subject: string): readonly string[];
  /** The name to show for a subject; `null` for an account without one. */
  nameOf(subject: string): string | null;
  /** A memory's text under the name that its subject has now. */
  textOf(row: Pick<MemoryRow, "text" | "subject">): string;
  /** The subject that is stored, by each name that only one of them has. */
  readonly subjects: ReadonlyMap<string, string>;
}

export function peopleOf(
  memories: readonly Pick<MemoryRow, "tags" | "subject" | "actor">[],
  { scope, names }: Pick<Batch, "scope" | "names">,
): People {
  const given = givenNames(memories, scope.kind === "group");
  const givenTo = Map.groupBy(given, ({ subject }) => subject);
  const called = (subject: string): AuthorNames | undefined => names.get(ownerOf(subject));
  return {
    accounts: [...names.keys()],
    namesOf: (subject) => [
      ...(names.get(subject)?.aliases ?? [subject]),
      ...(givenTo.get(subject) ?? []).map(({ name }) => name),
    ],
    nameOf(subject) {
      const owner = ownerOf(subject);
      const person = called(subject);
      if (person === undefined) return callNames(owner).length === 0 ? null : subject;
      return person.name === null ? null : `${person.name}${subject.slice(owner.length)}`;
    },
    textOf({ text, subject }) {
      const person = subject === null ? undefined : called(subject);
      return person === undefined ? text : underNewestName(text, person);
    },
    subjects: unambiguous([
      [...names].flatMap(
        ([
          account,
          {
            name,
            aliases: [newest],
          },
        ]) =>
          [...new Set([name, newest])].flatMap((name): [string, string][] =>
            name == null ? [] : [[name, account]],
          ),
      ),
      [...names].flatMap(([account, { aliases }]) =>
        aliases.map((name): [string, string] => [name, account]),
      ),
      given.map(({ name, subject }) => [name, subject]),
    ]),
  };
}

/** Names that lead to one subject each. Those of an earlier list hide later ones; one that several have leads nowhere. */
function unambiguous(lists: readonly (readonly (readonly [string, string])[])[]): Map<string, string> {
  const subjects = new Map<string, string | null>();
  for (const list of lists) {
    const here = new Map<string, string | null>();
    for (const [name, subject] of list) {
      const key = foldName(name);
      if (subjects.has(key)) continue;
      here.set(key, (here.get(key) ?? subject) === subject && here.get(key) !== null ? subject : null);
    }
    for (const [name, subject] of here) subjects.set(name, subject);
  }
  return new Map([...subjects].flatMap(([name, subject]) => (subject === null ? [] : [[name, subject]])));
}

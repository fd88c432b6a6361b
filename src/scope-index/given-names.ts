import { isOwn } from "../domain/identity.ts";
import { ALIAS, taggedWith } from "../domain/memory.ts";
import type { MemoryRow } from "../store/tables/memories.ts";

/** Another name of somebody, told by a memory about them. */
export interface GivenName {
  readonly subject: string;
  readonly name: string;
}

type NamingRow = Pick<MemoryRow, "tags" | "subject" | "actor">;

/** The names that memories give people. In a group anybody may give anybody a name: one's own word counts. */
export function givenNames(memories: readonly NamingRow[], isGroup: boolean): GivenName[] {
  return memories.flatMap(({ tags, subject, actor }) => {
    if (!tags.includes(ALIAS)) return [];
    if (isGroup && (subject === null || actor === null || !isOwn(subject, actor))) return [];
    const names = taggedWith(ALIAS, JSON.parse(tags) as string[]);
    return names.map((name) => ({ name, subject: subject ?? name }));
  });
}

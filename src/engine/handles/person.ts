import type { AboutPerson, PersonOptions } from "../../api/person.ts";
import type { ScopeHandle } from "../../api/scope.ts";
import { checkUnbound } from "../../domain/allowlist.ts";
import { checkWhole } from "../../domain/arguments.ts";
import { checkAborted } from "../../domain/errors.ts";
import { memberScope } from "../../domain/identity.ts";
import { checkId } from "../../domain/text.ts";
import type { ReadingHandle } from "../../read/shared/request.ts";
import { speakersOf } from "../../read/views/account-names.ts";
import { coreLines } from "../../read/views/core-lines.ts";
import { personSections } from "../../read/views/person.ts";
import type { Engine } from "../engine.ts";

/** Members that are listed; a page of more is read by nobody. */
const MAX_MEMBERS = 200;
const MAX_DAYS = 14;
const MAX_ENTRIES = 10;

/** `scope.person()`: all that is known about one person, in one call. */
export async function aboutPerson(
  engine: Engine,
  handle: Pick<ScopeHandle, "digest" | "memories" | "profile">,
  reading: ReadingHandle,
  [person, { limit: requestedLimit, signal }]: [string | undefined, PersonOptions],
): Promise<AboutPerson | null> {
  // Quotes and days are made from messages, which belong to no category.
  checkUnbound(reading.access, "person()");
  const [scope] = reading.scopes;
  const limit = checkWhole(requestedLimit ?? 6, "limit", 1, 50);
  const personId = person === undefined ? undefined : checkId(person, "person");
  checkAborted(signal);
  const { nameOf, members } = await speakersOf(engine, scope, MAX_MEMBERS);
  const isUsers = scope.kind === "user";
  const account = personId ?? (isUsers ? scope.id : members[0]?.account);
  if (account === undefined) return null;
  const options = signal === undefined ? {} : { signal };
  const memberHandle = withMember(engine, reading, account);
  const core = await coreLines(engine, memberHandle, { asker: account, ...options });
  const without = new Set(
    core.lines.map(({ source }) => ("memory" in source ? source.memory.id : source.event.id)),
  );
  const personLines = await personSections(engine, memberHandle, { account, limit, without, signal });
  const [profile, timeline, days] = await Promise.all([
    isUsers ? handle.profile.get() : [],
    isUsers ? handle.memories.list({ kind: "timeline", limit: MAX_ENTRIES }) : { items: [] },
    handle.digest.days(account, { limit: MAX_DAYS, ...options }),
  ]);
  return {
    account,
    name: nameOf(account),
    core: core.lines,
    profile,
    sections: personLines.sections,
    timeline: timeline.items,
    days,
    members: isUsers ? [] : members,
    degraded: core.degraded ?? personLines.degraded,
  };
}

/** Where the members of a group have separate scopes, what is known of one is read from theirs, too. */
function withMember({ settings }: Engine, reading: ReadingHandle, account: string): ReadingHandle {
  const [scope, ...others] = reading.scopes;
  const member = memberScope(scope, account, settings.identity);
  if (member.kind === scope.kind && member.id === scope.id) return reading;
  return { ...reading, scopes: [scope, { tenant: scope.tenant, ...member }, ...others] };
}

import { openMemoir, type ScopeHandle } from "../../index.ts";
import { accountOf, type SamplePerson, type SampleTalk } from "./person.ts";
import { scriptOf } from "./script.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Between a message and the next one. */
const PAUSE = 2 * MINUTE;

export interface TellOptions {
  /** When the sample ends, in epoch milliseconds: its conversations are of the weeks before. */
  readonly until: number;
  /** The time zone of its days, as in the setting `digest.zone`. */
  readonly zone: string;
}

/**
 * Tells the sample's conversations to an engine of their own, on a clock of the weeks before, and gives its export. All
 * rows are as a bot with a language model would have left them; the model's part is a script.
 */
export async function sampleExport(person: SamplePerson, { until, zone }: TellOptions): Promise<string[]> {
  const clock = { now: until };
  let talk = person.talks[0]!;
  await using memoir = await openMemoir({
    database: ":memory:",
    embedder: "none",
    background: false,
    model: scriptOf(person, () => talk),
    now: () => new Date(clock.now),
    settings: {
      digest: { zone },
      relations: { enable: true, minStrength: 0.35 },
      upkeep: { insight: { enable: true } },
      consent: { mode: "fields" },
    },
  });
  const operator = memoir.operator();
  const scope = memoir.scope(person.scope, { actor: person.name });
  for (const [i, next] of person.talks.entries()) {
    // The day of the talk before is over: it is summarised while the script still stands there.
    if (i > 0) await endDay(scope, clock, until);
    talk = next;
    clock.now = startOf(next, until);
    await tellTalk(scope, clock, { person, talk, name: `sample-${i + 1}` });
    if (next.insight !== undefined) await operator.upkeep.run("insight");
  }
  const claims = person.imported.map((memory, i) => ({ id: `i${i}`, memory, user_id: accountOf(person) }));
  await operator.importForeign("mem0", [JSON.stringify(claims)], { scope: person.scope });
  for (const { field, value, reason } of person.proposals)
    await scope.profile.propose(field, value, { reason });
  const lines: string[] = [];
  for await (const line of operator.export({ scopes: [person.scope] })) lines.push(line);
  return lines;
}

function startOf({ ago, hour }: SampleTalk, until: number): number {
  return hour === undefined
    ? until - 2 * 60 * MINUTE
    : until - (until % DAY) - ago * DAY + hour * 60 * MINUTE;
}

async function endDay(scope: ScopeHandle, clock: { now: number }, until: number): Promise<void> {
  clock.now = Math.min(until, clock.now - (clock.now % DAY) + DAY + 60 * MINUTE);
  await scope.digest.context();
}

interface Telling {
  readonly person: SamplePerson;
  readonly talk: SampleTalk;
  readonly name: string;
}

async function tellTalk(
  scope: ScopeHandle,
  clock: { now: number },
  { person, talk, name }: Telling,
): Promise<void> {
  for (const [i, text] of talk.said.entries()) {
    const isPerson = i % 2 === 0;
    const message = { id: `${name}-${i + 1}`, text, at: clock.now, session: name };
    const question = i === 0 ? null : await scope.recall(talk.said[i - 1]!);
    await scope.observe([
      isPerson
        ? { ...message, role: "user" as const, author: accountOf(person), authorName: person.name }
        : { ...message, role: "assistant" as const },
    ]);
    if (!isPerson) await question?.delivered({ reply: message.id, question: `${name}-${i}` });
    clock.now += PAUSE;
  }
  await scope.flush();
  if (talk.summary !== undefined) await scope.session(name).consolidate();
}

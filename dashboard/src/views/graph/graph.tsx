import type { JSX } from "preact";
import type { DigestDay } from "../../../../src/api/digest.ts";
import type { MemoirClient } from "../../../../src/client/index.ts";
import type { Memory } from "../../../../src/domain/memory.ts";
import { useMemoir } from "../../connection.ts";
import { formatDate, t, term } from "../../i18n/index.ts";
import { useChanges } from "../../live.ts";
import { amend, href, type Place } from "../../router.ts";
import { useScope } from "../../scopes.ts";
import { useAsync } from "../../ui/async.ts";
import { Empty, Problem } from "../../ui/empty.tsx";
import { ScopePicker } from "../../ui/scope-picker.tsx";
import { Words } from "../../ui/words.tsx";
import { Digests } from "./digests.tsx";
import { Growth } from "./growth.tsx";
import { Net } from "./net.tsx";
import { Strength } from "./strength.tsx";

/** Memories that are read; the newest come first. */
const MAX_MEMORIES = 500;

export function GraphAndTime({ place }: { place: Place }): JSX.Element {
  const memoir = useMemoir();
  const scope = useScope(place.query.scope);
  const version = useChanges(scope);
  const found = useAsync(() => load(memoir, scope), [memoir, scope, version]);
  const { memories = [], called = nobody, summaries = [], days = [], activity = [] } = found.value ?? {};
  const active = memories.filter(({ status }) => status === "active");
  return (
    <section class="page" aria-label={t("nav.graph")}>
      <div class="page-head">
        <h1>{t("nav.graph")}</h1>
        <ScopePicker label={t("field.scope")} value={scope} onChange={(one) => amend({ scope: one })} />
      </div>
      {found.error !== undefined && <Problem error={found.error} />}
      {found.value !== undefined && (
        <>
          {memories.length === 0 ? (
            <Empty title={t("memories.none")}>
              <p>{t("graph.noneHint")}</p>
            </Empty>
          ) : (
            <>
              <Net key={scope} {...{ scope, memories, called }} chosen={place.query.name} />
              <div class="charts">
                <Growth activity={activity} />
                <Strength memories={active} />
              </div>
            </>
          )}
          <Digests key={scope} scope={scope} days={days} />
          <section class="card" aria-labelledby="summaries">
            <h2 id="summaries">{t("graph.timeline")}</h2>
            {summaries.length === 0 && <p class="dim">{t("graph.noTimeline")}</p>}
            <ol class="timeline">
              {summaries.map((memory, i) => (
                <li key={memory.id}>
                  <header>
                    <b>{dayUnless(summaries[i - 1]?.createdAt, memory.createdAt)}</b>
                    <small>{term("kind", memory.kind)}</small>
                  </header>
                  <a href={href(["memory", memory.id], { scope })}>
                    <Words text={memory.text.replace(STAMP, "")} />
                  </a>
                </li>
              ))}
            </ol>
          </section>
        </>
      )}
    </section>
  );
}

/** The time that an entry of the timeline begins with: the day stands above it. */
const STAMP = /^\[\d{4}-\d\d-\d\d \d\d:\d\d\] /;

/** The day, unless the entry above has the same. */
function dayUnless(above: Date | undefined, at: Date): string {
  const day = formatDate(at);
  return above !== undefined && formatDate(above) === day ? "" : day;
}

interface Found {
  readonly memories: readonly Memory[];
  readonly called: (subject: string | null) => string;
  readonly summaries: readonly Memory[];
  readonly days: readonly DigestDay[];
  readonly activity: Awaited<ReturnType<ReturnType<MemoirClient["operator"]>["activity"]>>;
}

const nobody = (subject: string | null): string => subject ?? "";

async function load(memoir: MemoirClient, scope: string): Promise<Found> {
  if (scope === "") return { memories: [], called: nobody, summaries: [], days: [], activity: [] };
  const handle = memoir.scope(scope);
  const [known, replaced, timeline, insights, days, activity] = await Promise.all([
    handle.memories.list({ status: ["active"], limit: MAX_MEMORIES }),
    handle.memories.list({ status: ["superseded"], limit: MAX_MEMORIES }),
    handle.memories.list({ kind: "timeline", limit: 50 }),
    handle.memories.list({ kind: "insight", limit: 50 }),
    handle.digest.days(undefined, { limit: 14 }),
    memoir.operator().activity({ scope }),
  ]);
  // Summaries name whoever was talked of, which ties nobody to anybody.
  const memories = [...known.items, ...replaced.items].filter(
    ({ kind }) => kind === "semantic" || kind === "episodic",
  );
  const summaries = [...timeline.items, ...insights.items].sort(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime(),
  );
  return { memories, called: await namesOf(memoir, scope, memories), summaries, days, activity };
}

/** Subjects by the names that people go by: an account's newest, and "Robin's sister" for one that has no name. */
async function namesOf(
  memoir: MemoirClient,
  scope: string,
  memories: readonly Memory[],
): Promise<Found["called"]> {
  const own = scope.startsWith("user:") ? scope.slice("user:".length) : "";
  const subjects = new Set(memories.flatMap(({ subject }) => subject ?? []).concat(own === "" ? [] : own));
  const names = await memoir.names([...subjects].slice(0, MAX_MEMORIES), { scope });
  const ofOwn = names.get(own) ?? own;
  return (subject) => {
    if (subject === null) return ofOwn;
    if (own !== "" && subject.startsWith(`${own}'s `)) return ofOwn + subject.slice(own.length);
    return names.get(subject) ?? subject;
  };
}

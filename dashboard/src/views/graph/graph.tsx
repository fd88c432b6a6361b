import type { JSX } from "preact";
import type { DigestDay } from "../../../../src/api/digest.ts";
import type { Relation } from "../../../../src/api/memories.ts";
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

/** More would be a cloud in which nothing can be read. */
const MOST = 150;

/** A memory, and the events behind it. */
export interface Backed {
  readonly memory: Memory;
  readonly events: readonly string[];
}

export function GraphAndTime({ place }: { place: Place }): JSX.Element {
  const memoir = useMemoir();
  const scope = useScope(place.query.scope);
  const version = useChanges(scope);
  const found = useAsync(() => load(memoir, scope), [memoir, scope, version]);
  const { backed = [], relations = [], summaries = [], days = [], activity = [] } = found.value ?? {};
  return (
    <section class="page" aria-label={t("nav.graph")}>
      <div class="page-head">
        <h1>{t("nav.graph")}</h1>
        <ScopePicker label={t("field.scope")} value={scope} onChange={(one) => amend({ scope: one })} />
      </div>
      {found.error !== undefined && <Problem error={found.error} />}
      {found.value !== undefined && (
        <>
          {backed.length === 0 ? (
            <Empty title={t("memories.none")}>
              <p>{t("graph.noneHint")}</p>
            </Empty>
          ) : (
            <>
              <Net scope={scope} backed={backed} relations={relations} />
              <div class="charts">
                <Growth activity={activity} />
                <Strength memories={backed.map(({ memory }) => memory)} />
              </div>
            </>
          )}
          <Digests key={scope} scope={scope} days={days} />
          <section class="card" aria-labelledby="summaries">
            <h2 id="summaries">{t("graph.timeline")}</h2>
            {summaries.length === 0 && <p class="dim">{t("graph.noTimeline")}</p>}
            <ol class="timeline">
              {summaries.map((memory) => (
                <li key={memory.id}>
                  <header>
                    <b>{formatDate(memory.createdAt)}</b>
                    <small>{term("kind", memory.kind)}</small>
                  </header>
                  <a href={href(["memory", memory.id], { scope })}>
                    <Words text={memory.text} />
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

interface Found {
  readonly backed: readonly Backed[];
  readonly relations: readonly Relation[];
  readonly summaries: readonly Memory[];
  readonly days: readonly DigestDay[];
  readonly activity: Awaited<ReturnType<ReturnType<MemoirClient["operator"]>["activity"]>>;
}

async function load(memoir: MemoirClient, scope: string): Promise<Found> {
  if (scope === "") return { backed: [], relations: [], summaries: [], days: [], activity: [] };
  const handle = memoir.scope(scope);
  const [recalled, relations, timeline, insights, days, activity] = await Promise.all([
    handle.explain("*", { from: ["memories"], limit: MOST, maxTokens: 1_000_000, threshold: 0 }),
    handle.memories.relations(undefined, { limit: 500 }),
    handle.memories.list({ kind: "timeline", limit: 50 }),
    handle.memories.list({ kind: "insight", limit: 50 }),
    handle.digest.days(undefined, { limit: 14 }),
    memoir.operator().activity({ scope }),
  ]);
  // The graph also shows memories that a prompt has no room for or would repeat.
  const all = [...recalled.hits, ...recalled.cut.map(({ hit }) => hit)].slice(0, MOST);
  const backed = all.flatMap((hit) =>
    hit.kind === "memory" ? [{ memory: hit.memory, events: hit.evidence.map(({ eventId }) => eventId) }] : [],
  );
  const summaries = [...timeline.items, ...insights.items].sort(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime(),
  );
  return { backed, relations, summaries, days, activity };
}

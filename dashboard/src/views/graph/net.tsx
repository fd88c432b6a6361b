import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Memory } from "../../../../src/domain/memory.ts";
import { formatDate, t } from "../../i18n/index.ts";
import { amend, href } from "../../router.ts";
import { useNarrow } from "../../ui/narrow.ts";
import { Line } from "../../ui/words.tsx";
import { type Area, layout, type Placed } from "./layout.ts";
import { type Tie, type Ties, tiesOf } from "./names.ts";

/** The drawing's own units. It is as high as its names need. */
const WIDE = { width: 980, most: 32, height: (names: number) => Math.min(560, 230 + 14 * names) };
const NARROW = { width: 356, most: 15, height: (names: number) => Math.min(560, 240 + 26 * names) };
/** Where on a line its word may stand, as a share of the way: near the one that it describes. */
const PLACES = [0.34, 0.44, 0.26, 0.56];
const LINE_HEIGHT = 26;
const DAY_MS = 86_400_000;
/** Below this a drawing says no more than a sentence. */
const LEAST_TIES = 2;

interface Props {
  readonly scope: string;
  /** Those that are true, and those that were. */
  readonly memories: readonly Memory[];
  /** The name of a subject, which may be an account. */
  readonly called: (subject: string | null) => string;
  /** Whom or what the person chose, by the address. */
  readonly chosen: string | undefined;
}

/** People and things that memories name, who belongs to whom, and how that was at any day before. */
export function Net({ scope, memories, called, chosen }: Props): JSX.Element {
  const days = useMemo(() => daysOf(memories), [memories]);
  const [back, setBack] = useState(0);
  const [hovered, setHovered] = useState<string>();
  const narrow = useNarrow();
  const at = days.last - back * DAY_MS;
  const all = useMemo(() => tiesOf(memories, called), [memories, called]);
  const now = useMemo(() => tiesOf(knownAt(memories, at), called), [memories, called, at]);
  // Places are those of all names, so that nothing jumps while the slider moves.
  const { placed, ties, area } = useMemo(() => drawn(all, narrow), [all, narrow]);
  const there = new Set(now.names.map(({ name }) => name));
  const tied = new Map(now.ties.map((tie) => [keyOf(tie), tie]));
  const lit = hovered ?? chosen;
  if (all.ties.length < LEAST_TIES) {
    return (
      <section class="card" aria-labelledby="net">
        <h2 id="net">{t("graph.title")}</h2>
        <p class="dim">{t("graph.few")}</p>
      </section>
    );
  }
  return (
    <section class="card" aria-labelledby="net">
      <h2 id="net">{t("graph.title")}</h2>
      <p class="dim">{t("graph.intro")}</p>
      <svg
        class="net"
        viewBox={`0 0 ${area.width} ${area.height}`}
        role="group"
        aria-label={t("graph.title")}
      >
        {ties.map((tie) => (
          <Thread
            key={keyOf(tie)}
            {...{ tie, placed, isLit: tie.from === lit || tie.to === lit }}
            isThere={tied.has(keyOf(tie))}
            relation={tied.get(keyOf(tie))?.relation ?? null}
          />
        ))}
        {placed.map((box) => (
          <a
            key={box.id}
            href={href(["graph"], { scope, name: box.id })}
            class={`${kindOf(all, box.id)} ${there.has(box.id) ? "" : "later"} ${box.id === lit ? "lit" : ""}`}
            aria-current={box.id === chosen ? "true" : undefined}
            onMouseEnter={() => setHovered(box.id)}
            onMouseLeave={() => setHovered(undefined)}
            onFocus={() => setHovered(box.id)}
            onBlur={() => setHovered(undefined)}
          >
            <rect
              {...{
                x: box.x - box.width / 2,
                y: box.y - box.height / 2,
                width: box.width,
                height: box.height,
              }}
              rx={box.height / 2}
            />
            <text x={box.x} y={box.y + 4.5}>
              {box.id}
            </text>
          </a>
        ))}
      </svg>
      {days.count > 0 && (
        <label class="net-time">
          <span>{t("graph.asOf", { when: formatDate(new Date(at)) })}</span>
          <input
            type="range"
            min={0}
            max={days.count}
            value={days.count - back}
            aria-valuetext={formatDate(new Date(at))}
            onInput={(event) => setBack(days.count - event.currentTarget.valueAsNumber)}
          />
        </label>
      )}
      <p class="dim net-legend">
        <span class="person">{t("graph.person")}</span>
        <span class="thing">{t("graph.thing")}</span>
        {placed.some(({ id }) => !there.has(id)) && <span class="later">{t("graph.later")}</span>}
        {placed.length < all.names.length && t("graph.left", { n: all.names.length - placed.length })}
      </p>
      {chosen !== undefined && <About {...{ scope, chosen, ties: now, memories }} />}
    </section>
  );
}

/** The memories behind one name. */
function About({
  scope,
  chosen,
  ties,
  memories,
}: {
  scope: string;
  chosen: string;
  ties: Ties;
  memories: readonly Memory[];
}): JSX.Element {
  const ids = new Set(ties.names.find(({ name }) => name === chosen)?.memories);
  const own = memories.filter(({ id }) => ids.has(id));
  return (
    <div class="net-about" aria-live="polite">
      <header>
        <h3>{t("graph.about", { name: chosen })}</h3>
        <button type="button" class="link" onClick={() => amend({ name: undefined })}>
          {t("action.close")}
        </button>
      </header>
      {own.length === 0 && <p class="dim">{t("graph.notYet")}</p>}
      <ul>
        {own.map(({ id, text }) => (
          <li key={id}>
            <a href={href(["memory", id], { scope })}>
              <Line text={text} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ThreadProps {
  /** With the relation as it was known. */
  readonly tie: Tie;
  readonly placed: readonly Placed[];
  readonly relation: string | null;
  readonly isLit: boolean;
  readonly isThere: boolean;
}

/** A line between two names, with what one is to the other. */
function Thread({ tie, placed, relation, isLit, isThere }: ThreadProps): JSX.Element | null {
  const [a, b] = [tie.from, tie.to].map((id) => placed.find((one) => one.id === id));
  if (a === undefined || b === undefined || !isThere) return null;
  const width = widthOf(relation ?? "", 11);
  const labels = PLACES.map((way) => ({
    ...{ id: "", width, height: 16, x: a.x + (b.x - a.x) * way, y: a.y + (b.y - a.y) * way },
  }));
  // A word that would cover a name is left out until somebody points at one of the two.
  const label =
    labels.find((one) => !placed.some((box) => cover(box, one))) ?? (isLit ? labels[0] : undefined);
  return (
    <g class={isLit ? "tie lit" : "tie"}>
      <line x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
      {relation !== null && label !== undefined && (
        <>
          <rect x={label.x - width / 2} y={label.y - 8} width={width} height={16} rx={4} />
          <text x={label.x} y={label.y + 4}>
            {relation}
          </text>
        </>
      )}
    </g>
  );
}

function cover(a: Placed, b: Placed): boolean {
  return Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2;
}

function keyOf({ from, to }: Pick<Tie, "from" | "to">): string {
  return [from, to].sort().join("\n");
}

function kindOf({ names }: Ties, id: string): string {
  return names.find(({ name }) => name === id)?.kind ?? "thing";
}

/** The names with most memories, each as wide as its label. A name that is tied to none of the others is left to the lists. */
function drawn(
  { names, ties }: Ties,
  narrow: boolean,
): { placed: Placed[]; ties: readonly Tie[]; area: Area } {
  const { width, most, height } = narrow ? NARROW : WIDE;
  const tied = new Set(ties.flatMap(({ from, to }) => [from, to]));
  const weight = ({ kind, memories }: Ties["names"][number]): number =>
    memories.length + (kind === "person" ? 100 : 0);
  const shown = names
    .filter(({ name }) => tied.has(name))
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, most);
  const boxes = shown.map(({ name }) => ({ id: name, width: widthOf(name, 13) + 14, height: LINE_HEIGHT }));
  const ends = ties.map(({ from, to }) => [from, to] as const);
  const area = { width, height: height(boxes.length) };
  return { placed: layout(boxes, ends, area), ties, area };
}

/** About how wide a text is drawn: letters of Chinese are as wide as they are high. */
function widthOf(text: string, size: number): number {
  const wide = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return wide * size * 1.05 + (Array.from(text).length - wide) * size * 0.62 + 8;
}

/** The memories that were known and not yet replaced at a moment. */
function knownAt(memories: readonly Memory[], at: number): Memory[] {
  const born = new Map(memories.map(({ id, createdAt }) => [id, createdAt.getTime()]));
  return memories.filter(({ createdAt, supersededBy }) => {
    const until = supersededBy === null ? Number.POSITIVE_INFINITY : (born.get(supersededBy) ?? 0);
    return createdAt.getTime() <= at && at < until;
  });
}

/** The days that the slider goes over: from the first memory until today, each at its end. */
function daysOf(memories: readonly Memory[]): { last: number; count: number } {
  const today = Date.now() - (Date.now() % DAY_MS) + DAY_MS - 1;
  const first = Math.min(today, ...memories.map(({ createdAt }) => createdAt.getTime()));
  return { last: today, count: Math.floor((today - first) / DAY_MS) };
}

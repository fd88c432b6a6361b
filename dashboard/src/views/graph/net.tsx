import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Relation } from "../../../../src/api/memories.ts";
import { t } from "../../i18n/index.ts";
import { href } from "../../router.ts";
import { useNarrow } from "../../ui/narrow.ts";
import type { Backed } from "./graph.tsx";
import { type Edge, layout, type Node, type Placed } from "./layout.ts";

/** The drawing's own units, and the room that labels need at its sides. */
const WIDE = { width: 960, height: 460, side: 120, top: 34 };
/** On a phone only people are labelled, and whatever is touched. */
const NARROW = { width: 380, height: 420, side: 76, top: 30 };
/** Memories that are labelled all at once. */
const LABELLED = 24;

interface Props {
  readonly scope: string;
  readonly backed: readonly Backed[];
  readonly relations: readonly Relation[];
}

/** Whom the memories are about, which are linked, and which were said together. */
export function Net({ scope, backed, relations }: Props): JSX.Element {
  const [hovered, setHovered] = useState<string>();
  const { nodes, edges } = useMemo(() => graphOf(scope, backed, relations), [scope, backed, relations]);
  const byId = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes]);
  const narrow = useNarrow();
  const { width, height, side, top } = narrow ? NARROW : WIDE;
  const xOf = ({ x }: Placed): number => side + x * (width - 2 * side);
  const yOf = ({ y }: Placed): number => top + y * (height - 2 * top);
  const isLabelled = ({ id, kind }: Placed): boolean =>
    kind === "subject" || hovered === id || (!narrow && nodes.length <= LABELLED);
  const subjects = nodes.filter(({ kind }) => kind === "subject");
  const touches = (edge: Edge): boolean => edge.from === hovered || edge.to === hovered;
  const near = new Set(edges.filter(touches).flatMap(({ from, to }) => [from, to]));
  return (
    <section class="card" aria-labelledby="net">
      <h2 id="net">{t("graph.title")}</h2>
      <p class="dim">{t("graph.intro", { n: backed.length })}</p>
      <svg class="net" viewBox={`0 0 ${width} ${height}`} role="group" aria-label={t("graph.title")}>
        {edges.map((edge) => {
          const [a, b] = [byId.get(edge.from), byId.get(edge.to)];
          if (a === undefined || b === undefined) return null;
          return (
            <line
              key={`${edge.from} ${edge.to} ${edge.kind}`}
              class={`${edge.kind} ${touches(edge) ? "lit" : ""}`}
              {...{ x1: xOf(a), y1: yOf(a), x2: xOf(b), y2: yOf(b) }}
            />
          );
        })}
        {nodes.map((node) => (
          <a
            key={node.id}
            href={
              node.kind === "memory"
                ? href(["memory", node.id], { scope })
                : href(["memories"], { scope, subject: node.label })
            }
            class={`${node.kind} ${hovered === node.id || near.has(node.id) ? "lit" : ""}`}
            aria-label={node.label}
            onMouseEnter={() => setHovered(node.id)}
            onMouseLeave={() => setHovered(undefined)}
            onFocus={() => setHovered(node.id)}
            onBlur={() => setHovered(undefined)}
          >
            <title>{node.label}</title>
            <circle
              cx={xOf(node)}
              cy={yOf(node)}
              r={node.kind === "subject" ? 9 + node.weight : 3.5 + node.weight * 4}
            />
            {isLabelled(node) && (
              <text x={xOf(node)} y={yOf(node) + (node.kind === "subject" ? 24 : 18)}>
                {node.label.length > 34 ? `${node.label.slice(0, 33)}…` : node.label}
              </text>
            )}
          </a>
        ))}
      </svg>
      <ul class="legend lines">
        {(["about", "related", "together"] as const).map((kind) => (
          <li key={kind}>
            <svg viewBox="0 0 26 6" aria-hidden="true" class="net">
              <line class={kind} x1="0" y1="3" x2="26" y2="3" />
            </svg>
            {t(`graph.${kind}`)} · {edges.filter((edge) => edge.kind === kind).length}
          </li>
        ))}
      </ul>
      <p class="legend">
        {subjects.map(({ id, label, weight }) => (
          <a key={id} class="chip" href={href(["memories"], { scope, subject: label })}>
            {label} · {Math.round(weight * weight)}
          </a>
        ))}
      </p>
    </section>
  );
}

function graphOf(
  scope: string,
  backed: readonly Backed[],
  relations: readonly Relation[],
): { nodes: Placed[]; edges: Edge[] } {
  const own = scope.split(":").at(1) ?? scope;
  const subjectOf = ({ memory }: Backed): string => memory.subject ?? own;
  const counts = new Map<string, number>();
  for (const one of backed) counts.set(subjectOf(one), (counts.get(subjectOf(one)) ?? 0) + 1);
  const nodes: Node[] = [
    ...[...counts].map(([label, count]) => ({
      id: `subject ${label}`,
      label,
      kind: "subject" as const,
      weight: Math.sqrt(count),
    })),
    ...backed.map(({ memory }) => ({
      id: memory.id,
      label: memory.text.slice(0, 200),
      kind: "memory" as const,
      weight: memory.importance,
    })),
  ];
  const edges: Edge[] = backed.map((one) => ({
    from: one.memory.id,
    to: `subject ${subjectOf(one)}`,
    kind: "about",
  }));
  const byEvent = new Map<string, string[]>();
  for (const { memory, events } of backed) {
    for (const event of events) byEvent.set(event, [...(byEvent.get(event) ?? []), memory.id]);
  }
  for (const ids of byEvent.values()) {
    ids.slice(1).forEach((id, i) => {
      edges.push({ from: ids[i]!, to: id, kind: "together" });
    });
  }
  const shown = new Set(backed.map(({ memory }) => memory.id));
  for (const { from, to } of relations) {
    if (shown.has(from) && shown.has(to)) edges.push({ from, to, kind: "related" });
  }
  return { nodes: layout(nodes, edges), edges };
}

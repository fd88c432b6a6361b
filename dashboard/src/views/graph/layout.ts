export interface Node {
  readonly id: string;
  readonly label: string;
  readonly kind: "subject" | "memory";
  readonly weight: number;
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly kind: "about" | "together" | "related";
}

export interface Placed extends Node {
  readonly x: number;
  readonly y: number;
}

const ROUNDS = 260;
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/**
 * A force layout: nodes push each other away, edges pull. It starts from a spiral and has no chance in it, so that the
 * same graph always looks the same. The result lies between 0 and 1 in both directions.
 */
export function layout(nodes: readonly Node[], edges: readonly Edge[]): Placed[] {
  const count = nodes.length;
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  for (let i = 0; i < count; i += 1) {
    const radius = Math.sqrt((i + 0.5) / count);
    x[i] = radius * Math.cos(i * GOLDEN);
    y[i] = radius * Math.sin(i * GOLDEN);
  }
  const index = new Map(nodes.map(({ id }, i) => [id, i]));
  const links = edges.flatMap(({ from, to, kind }) => {
    const [a, b] = [index.get(from), index.get(to)];
    return a === undefined || b === undefined ? [] : [{ a, b, pull: kind === "about" ? 0.6 : 1 }];
  });
  const space = 1.4 / Math.sqrt(Math.max(1, count));
  for (let round = 0; round < ROUNDS; round += 1) step({ x, y, links }, space, 0.12 * (1 - round / ROUNDS));
  return placed(nodes, x, y);
}

interface Link {
  readonly a: number;
  readonly b: number;
  readonly pull: number;
}

interface Graph {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly links: readonly Link[];
}

function step({ x, y, links }: Graph, space: number, heat: number): void {
  const dx = new Float64Array(x.length);
  const dy = new Float64Array(x.length);
  for (let i = 0; i < x.length; i += 1) {
    for (let j = i + 1; j < x.length; j += 1) {
      const [fx, fy] = [x[i]! - x[j]!, y[i]! - y[j]!];
      const square = Math.max(1e-5, fx * fx + fy * fy);
      const push = (space * space) / square;
      dx[i]! += fx * push;
      dy[i]! += fy * push;
      dx[j]! -= fx * push;
      dy[j]! -= fy * push;
    }
    // Towards the middle, so that what has no edge does not drift away.
    dx[i]! -= x[i]! * 0.9;
    dy[i]! -= y[i]! * 0.9;
  }
  for (const { a, b, pull } of links) {
    const [fx, fy] = [x[a]! - x[b]!, y[a]! - y[b]!];
    const strength = (pull * Math.hypot(fx, fy)) / space;
    dx[a]! -= fx * strength;
    dy[a]! -= fy * strength;
    dx[b]! += fx * strength;
    dy[b]! += fy * strength;
  }
  for (let i = 0; i < x.length; i += 1) {
    const length = Math.hypot(dx[i]!, dy[i]!) || 1;
    const move = Math.min(length, heat) / length;
    x[i]! += dx[i]! * move;
    y[i]! += dy[i]! * move;
  }
}

function placed(nodes: readonly Node[], x: Float64Array, y: Float64Array): Placed[] {
  const [left, right] = [Math.min(...x), Math.max(...x)];
  const [top, bottom] = [Math.min(...y), Math.max(...y)];
  return nodes.map((node, i) => ({
    ...node,
    x: right === left ? 0.5 : (x[i]! - left) / (right - left),
    y: bottom === top ? 0.5 : (y[i]! - top) / (bottom - top),
  }));
}

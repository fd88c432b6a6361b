/** A name as a box: it is drawn as large as its label, so that no label can cover another. */
export interface Box {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export interface Placed extends Box {
  /** The middle. */
  readonly x: number;
  readonly y: number;
}

export interface Area {
  readonly width: number;
  readonly height: number;
}

const ROUNDS = 320;
const GOLDEN = Math.PI * (3 - Math.sqrt(5));
/** Between two boxes, and between a box and the edge of the area. */
const GAP = 14;

interface Point {
  readonly box: Box;
  x: number;
  y: number;
}

/**
 * A force layout: boxes push each other away, ties pull, and no two boxes overlap as long as the area has room. It starts
 * from a spiral and has no chance in it, so that the same graph always looks the same.
 */
export function layout(
  boxes: readonly Box[],
  ties: readonly (readonly [string, string])[],
  area: Area,
): Placed[] {
  const points = boxes.map((box, i): Point => {
    const radius = 0.42 * Math.sqrt(i / Math.max(1, boxes.length));
    return {
      box,
      x: area.width * (0.5 + radius * Math.cos(i * GOLDEN)),
      y: area.height * (0.5 + radius * Math.sin(i * GOLDEN)),
    };
  });
  const byId = new Map(points.map((point) => [point.box.id, point]));
  const links = ties.flatMap(([a, b]) => {
    const [one, other] = [byId.get(a), byId.get(b)];
    return one === undefined || other === undefined ? [] : [[one, other] as const];
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    pull(points, links, area, 1 - round / ROUNDS);
    separate(points, area);
  }
  for (let round = 0; round < ROUNDS && separate(points, area); round += 1);
  return points.map(({ box, x, y }) => ({ ...box, x, y }));
}

/** One step of the forces; both directions count by the room that there is. */
function pull(
  points: readonly Point[],
  links: readonly (readonly [Point, Point])[],
  area: Area,
  heat: number,
): void {
  const ideal = 0.72 * Math.sqrt((area.width * area.height) / Math.max(1, points.length));
  const moves = new Map(points.map((point) => [point, { x: 0, y: 0 }]));
  const move = (point: Point, dx: number, dy: number): void => {
    const sum = moves.get(point)!;
    sum.x += dx;
    sum.y += dy;
  };
  points.forEach((a, i) => {
    for (const b of points.slice(i + 1)) {
      const [dx, dy] = [a.x - b.x, a.y - b.y];
      const push = (ideal * ideal) / Math.max(1, dx * dx + dy * dy);
      move(a, dx * push, dy * push);
      move(b, -dx * push, -dy * push);
    }
    move(a, (area.width / 2 - a.x) * 0.18, (area.height / 2 - a.y) * 0.4);
  });
  for (const [a, b] of links) {
    const [dx, dy] = [a.x - b.x, a.y - b.y];
    const strength = 0.5 * (Math.hypot(dx, dy) / ideal);
    move(a, -dx * strength, -dy * strength);
    move(b, dx * strength, dy * strength);
  }
  const most = 0.06 * Math.max(area.width, area.height) * heat;
  for (const [point, { x, y }] of moves) {
    const share = Math.min(1, most / Math.max(1, Math.hypot(x, y)));
    point.x += x * share;
    point.y += y * share;
  }
}

/** Pushes overlapping boxes apart, along the shorter way, and all of them into the area. Says whether any had to move. */
function separate(points: readonly Point[], area: Area): boolean {
  let moved = false;
  points.forEach((a, i) => {
    for (const b of points.slice(i + 1)) {
      const overX = (a.box.width + b.box.width) / 2 + GAP - Math.abs(a.x - b.x);
      const overY = (a.box.height + b.box.height) / 2 + GAP - Math.abs(a.y - b.y);
      if (overX <= 0 || overY <= 0) continue;
      moved = true;
      const axis = overX < overY ? "x" : "y";
      const step = ((axis === "x" ? overX : overY) / 2 + 0.5) * (a[axis] < b[axis] ? -1 : 1);
      a[axis] += step;
      b[axis] -= step;
    }
  });
  for (const point of points) {
    const { width, height } = point.box;
    point.x = clamp(point.x, width / 2 + GAP, area.width - width / 2 - GAP);
    point.y = clamp(point.y, height / 2 + GAP, area.height - height / 2 - GAP);
  }
  return moved;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(Math.max(least, most), value));
}

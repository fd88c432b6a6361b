/** What Prometheus reads: counters and sums by name and labels, in its text format. */
export interface Metrics {
  /** Adds to a counter. */
  count(name: CounterName, labels: Labels, by?: number): void;
  /** All counters, and the numbers of now, as text. */
  expose(gauges: readonly Gauge[]): string;
}

export type Labels = Readonly<Record<string, string>>;

export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly labels: Labels;
  readonly value: number;
  /** Default: `"gauge"`. */
  readonly type?: "counter";
}

/** Every counter there is, and what it counts. */
const COUNTERS = {
  memoir_http_requests_total: "Requests answered, by route, method and status.",
  memoir_http_request_seconds_total: "Seconds spent on them.",
  memoir_recalls_total: "Recalls answered; degraded says why one was not whole.",
} as const;
export type CounterName = keyof typeof COUNTERS;

interface Counter {
  readonly name: CounterName;
  readonly labels: Labels;
  value: number;
}

/** Counters by the values of their labels, one step a label: a request adds to them, and no text is made for that. */
interface Branch {
  readonly next: Map<string, Branch>;
  counter: Counter | null;
}

export function createMetrics(): Metrics {
  const branch = (): Branch => ({ next: new Map(), counter: null });
  const root = branch();
  const counters: Counter[] = [];
  const step = (from: Branch, value: string): Branch => {
    let to = from.next.get(value);
    if (to === undefined) {
      to = branch();
      from.next.set(value, to);
    }
    return to;
  };
  return {
    count(name, labels, by = 1) {
      let at = step(root, name);
      for (const label in labels) at = step(at, labels[label]!);
      if (at.counter === null) {
        at.counter = { name, labels, value: 0 };
        counters.push(at.counter);
      }
      at.counter.value += by;
    },
    expose(gauges) {
      const counted = counters.map((one) => ({ ...one, help: COUNTERS[one.name], type: "counter" }));
      return exposition([...counted, ...gauges.map((gauge) => ({ type: "gauge", ...gauge }))]);
    },
  };
}

interface Series extends Omit<Gauge, "type"> {
  readonly type: string;
}

/** Lines of one name stand together under its help and type, as the format asks. */
function exposition(all: readonly Series[]): string {
  const names = [...new Set(all.map(({ name }) => name))].sort();
  const lines = names.flatMap((name) => {
    const own = all.filter((one) => one.name === name);
    return [
      `# HELP ${name} ${own[0]?.help}`,
      `# TYPE ${name} ${own[0]?.type}`,
      ...own.map((one) => `${series(name, one.labels)} ${one.value}`),
    ];
  });
  return lines.map((line) => `${line}\n`).join("");
}

function series(name: string, labels: Labels): string {
  const inside = Object.entries(labels).map(([key, value]) => `${key}="${escaped(value)}"`);
  return inside.length === 0 ? name : `${name}{${inside.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

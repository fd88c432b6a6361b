/** Every series that Prometheus reads: its type, and what it says. */
const SERIES = {
  memoir_http_requests_total: ["counter", "Requests answered, by route, method and status."],
  memoir_http_request_seconds_total: ["counter", "Seconds spent on them."],
  memoir_recalls_total: ["counter", "Recalls answered; degraded says why one was not whole."],
  memoir_messages_waiting: ["gauge", "Events that were observed and not yet read."],
  memoir_messages_waiting_oldest_seconds: ["gauge", "How long the oldest of them has been waiting."],
  memoir_jobs: ["gauge", "Jobs by kind and status; dead ones have used up their tries."],
  memoir_jobs_failing: ["gauge", "Jobs whose last try failed and that will be tried again."],
  memoir_jobs_oldest_seconds: ["gauge", "How long the oldest job that may run has been waiting."],
  memoir_figure_today: ["gauge", "Counts of upkeep and extraction since midnight UTC, by name."],
  memoir_model_tokens_today: ["gauge", "Tokens of language models since midnight UTC."],
  memoir_model_tokens_budget: ["gauge", "Tokens that a day may cost."],
  memoir_info: ["gauge", "The version that runs."],
  memoir_event_loop_delay_max_seconds: ["gauge", "The longest pause since the last reading."],
  process_resident_memory_bytes: ["gauge", "Memory of the process."],
  process_start_time_seconds: ["gauge", "When the process began."],
  nodejs_heap_used_bytes: ["gauge", "JavaScript's part of it."],
  nodejs_external_memory_bytes: ["gauge", "Memory that JavaScript holds outside its heap."],
} as const;

type SeriesName = keyof typeof SERIES;
type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly name: SeriesName;
  readonly value: number;
  readonly labels: Labels;
}

export function sample(name: SeriesName, value: number, labels: Labels = {}): Sample {
  return { name, value, labels };
}

export interface Metrics {
  count(name: SeriesName, labels: Labels, by?: number): void;
  /** All counters, and the numbers of now, in Prometheus' text format. */
  expose(now: readonly Sample[]): string;
}

export function createMetrics(): Metrics {
  const counters = new Map<string, { -readonly [K in keyof Sample]: Sample[K] }>();
  return {
    count(name, labels, by = 1) {
      let key: string = name;
      for (const label in labels) key += `\n${labels[label]}`;
      const counter = counters.get(key);
      if (counter === undefined) counters.set(key, { ...sample(name, by, labels) });
      else counter.value += by;
    },
    expose: (now) => exposition([...counters.values(), ...now]),
  };
}

/** Lines of one name stand together under its help and type, as the format asks. */
function exposition(all: readonly Sample[]): string {
  const names = [...new Set(all.map(({ name }) => name))].sort();
  const lines = names.flatMap((name) => {
    const [type, help] = SERIES[name];
    const samples = all.filter((one) => one.name === name);
    return [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ labels, value }) => `${name}${labelsText(labels)} ${value}`),
    ];
  });
  return lines.map((line) => `${line}\n`).join("");
}

function labelsText(labels: Labels): string {
  const inside = Object.entries(labels).map(([key, value]) => `${key}="${escapeLabel(value)}"`);
  return inside.length === 0 ? "" : `{${inside.join(",")}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

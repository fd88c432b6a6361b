import {
  type Context,
  context,
  ProxyTracerProvider,
  type Span,
  type SpanOptions,
  type Tracer,
  type TracerProvider,
  trace,
} from "@opentelemetry/api";
import type { Outcome } from "../../jobs/telemetry.ts";

/** One try of a job in this process. */
export interface JobTry {
  readonly tenant: string;
  readonly id: string;
  readonly kind: string;
  readonly attempt: number;
}

/** Told when a try begins; what it returns is told how the try ended. */
export type JobWatcher = (job: JobTry) => (outcome: Outcome) => void;

/**
 * Watches the jobs of engines that are opened from now on, through the span that every try has. Spans go on to whoever
 * was registered for them before. Returns how to stop.
 */
export function watchJobs(watcher: JobWatcher): () => void {
  const global = trace.getTracerProvider();
  const before = global instanceof ProxyTracerProvider ? global.getDelegate() : global;
  register({
    getTracer: (...args) => new WatchingTracer(before.getTracer(...args), watcher),
  });
  return () => {
    const nobody = new ProxyTracerProvider().getDelegate();
    if (before === nobody) trace.disable();
    else register(before);
  };
}

/** In the place of whoever is registered: the API takes no second one. */
function register(provider: TracerProvider): void {
  trace.disable();
  trace.setGlobalTracerProvider(provider);
}

class WatchingTracer implements Tracer {
  readonly #inner: Tracer;
  readonly #watcher: JobWatcher;

  constructor(inner: Tracer, watcher: JobWatcher) {
    this.#inner = inner;
    this.#watcher = watcher;
  }

  startSpan(...args: Parameters<Tracer["startSpan"]>): Span {
    return this.#inner.startSpan(...args);
  }

  startActiveSpan<F extends (span: Span) => unknown>(
    name: string,
    ...rest: [F] | [SpanOptions, F] | [SpanOptions, Context, F]
  ): ReturnType<F> {
    const work = rest.at(-1) as F;
    const options = rest.length === 1 ? {} : rest[0];
    const within = rest.length === 3 ? rest[1] : context.active();
    const job = tryOf(options);
    const ended = job === null ? null : this.#watcher(job);
    const traced = (span: Span): unknown => work(ended === null ? span : telling(span, ended));
    return this.#inner.startActiveSpan(name, options, within, traced) as ReturnType<F>;
  }
}

/** `null` for a span of something else. */
function tryOf({ attributes = {} }: SpanOptions): JobTry | null {
  const id = attributes["memoir.job.id"];
  if (typeof id !== "string") return null;
  return {
    id,
    tenant: String(attributes["memoir.tenant"]),
    kind: String(attributes["memoir.job.kind"]),
    attempt: Number(attributes["memoir.job.attempt"]),
  };
}

/** The same span, which also tells of the outcome when it is set. */
function telling(span: Span, ended: (outcome: Outcome) => void): Span {
  return new Proxy(span, {
    get(target, name) {
      if (name === "setAttribute") {
        return (key: string, value: string) => {
          if (key === "memoir.job.outcome") ended(value as Outcome);
          return target.setAttribute(key, value);
        };
      }
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

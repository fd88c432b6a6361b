import {
  type Attributes,
  type Counter,
  type MeterProvider,
  metrics,
  type Span,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { MemoirError } from "../domain/errors.ts";

const NAME = "memoir";

/**
 * Runs `work` as a span. Through the API package only: without an SDK of the user's nothing is recorded and
 * nothing leaves the process. Attributes carry names and numbers, never a user's words.
 */
export function withSpan<T>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return trace.getTracer(NAME).startActiveSpan(name, { attributes }, async (current) => {
    try {
      return await work(current);
    } catch (error) {
      const code = MemoirError.is(error) ? error.code : "internal";
      current.setAttribute("error.type", code);
      current.setStatus({ code: SpanStatusCode.ERROR, message: code });
      throw error;
    } finally {
      current.end();
    }
  });
}

let meters: { provider: MeterProvider; counters: Map<string, Counter> } | undefined;

/** The counter of that name. Unlike tracers, meters created before an SDK is registered stay silent, so they are created again. */
export function counter(name: string): Counter {
  const provider = metrics.getMeterProvider();
  if (meters?.provider !== provider) meters = { provider, counters: new Map() };
  let instrument = meters.counters.get(name);
  if (instrument === undefined) {
    instrument = provider.getMeter(NAME).createCounter(name);
    meters.counters.set(name, instrument);
  }
  return instrument;
}

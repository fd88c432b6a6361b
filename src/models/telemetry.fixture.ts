import { metrics, type Span, trace } from "@opentelemetry/api";

export interface RecordedSpan {
  readonly name: string;
  readonly attributes: Record<string, unknown>;
  ended: boolean;
}

export interface Recorded {
  readonly spans: RecordedSpan[];
  readonly counts: [name: string, value: number, attributes: unknown][];
}

/** Registers an OpenTelemetry of the host's that keeps everything, until `stopRecording()`. */
export function recordTelemetry(): Recorded {
  const recorded: Recorded = { spans: [], counts: [] };
  const startActiveSpan = (
    name: string,
    { attributes }: { attributes: object },
    work: (span: Span) => unknown,
  ): unknown => {
    const own: RecordedSpan = { name, attributes: { ...attributes }, ended: false };
    recorded.spans.push(own);
    return work({
      setAttribute: (key: string, value: unknown) => Object.assign(own.attributes, { [key]: value }),
      setAttributes: (more: object) => Object.assign(own.attributes, more),
      setStatus: () => undefined,
      end: () => Object.assign(own, { ended: true }),
    } as unknown as Span);
  };
  const createCounter = (name: string) => ({
    add: (value: number, attributes: unknown) => recorded.counts.push([name, value, attributes]),
  });
  trace.setGlobalTracerProvider({ getTracer: () => ({ startActiveSpan }) as never });
  metrics.setGlobalMeterProvider({ getMeter: () => ({ createCounter }) as never });
  return recorded;
}

export function stopRecording(): void {
  trace.disable();
  metrics.disable();
}

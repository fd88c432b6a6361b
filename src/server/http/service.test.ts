import { type Context, propagation, type Span, type SpanOptions, trace } from "@opentelemetry/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useDoor } from "./app.fixture.ts";

interface Seen {
  name: string;
  attributes: Record<string, unknown>;
  status: number | undefined;
  ended: boolean;
}

describe("spans", () => {
  const door = useDoor();
  const spans: Seen[] = [];
  const asked: (string | undefined)[] = [];
  beforeAll(() => {
    trace.setGlobalTracerProvider({
      getTracer: () =>
        ({
          startActiveSpan: (
            name: string,
            options: SpanOptions,
            _in: Context,
            work: (span: Span) => unknown,
          ) => {
            const own: Seen = {
              name,
              attributes: { ...options.attributes },
              status: undefined,
              ended: false,
            };
            spans.push(own);
            return work({
              updateName: (other: string) => Object.assign(own, { name: other }),
              setAttribute: (key: string, value: unknown) => Object.assign(own.attributes, { [key]: value }),
              setStatus: ({ code }: { code: number }) => Object.assign(own, { status: code }),
              end: () => Object.assign(own, { ended: true }),
            } as unknown as Span);
          },
        }) as never,
    });
    propagation.setGlobalPropagator({
      inject: () => undefined,
      fields: () => ["traceparent"],
      extract: (context, carrier, getter) => {
        asked.push(getter.get(carrier, "traceparent") as string | undefined);
        return context;
      },
    });
  });
  afterAll(() => {
    trace.disable();
    propagation.disable();
  });

  it("say which route was taken and how it went, below the caller's own, and no word more", async () => {
    const key = await door.key();
    const headers = { traceparent: "00-1-2-01" };
    await door.call("GET", "/api/ltm/jobs/some-id?secret=1", { key, headers });
    await door.call("GET", "/nothing/of/alice");
    expect(asked).toEqual(["00-1-2-01", undefined]);
    expect(spans).toEqual([
      {
        name: "GET /api/ltm/jobs/{id}",
        status: undefined,
        ended: true,
        attributes: {
          "http.request.method": "GET",
          "http.route": "/api/ltm/jobs/{id}",
          "http.response.status_code": 404,
          "memoir.tenant": "default",
        },
      },
      {
        name: "GET",
        status: undefined,
        ended: true,
        attributes: { "http.request.method": "GET", "http.response.status_code": 404 },
      },
    ]);
  });

  it("go to nobody once the provider is gone", async () => {
    const before = spans.length;
    await door.call("GET", "/nothing");
    expect(spans).toHaveLength(before + 1);
    trace.disable();
    await door.call("GET", "/nothing");
    expect(spans).toHaveLength(before + 1);
  });
});

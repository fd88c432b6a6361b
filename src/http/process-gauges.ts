import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Gauge } from "./metrics.ts";

/** Of the process, not of one server in it: there is one event loop. Begun by the first who asks. */
const delay = monitorEventLoopDelay({ resolution: 20 });
let isOn = false;

const NANOSECONDS = 1e9;

/** How the process is doing; of the event loop's delay, the worst since the last time somebody asked. */
export function processGauges(): Gauge[] {
  const lag = isOn ? delay.max / NANOSECONDS : 0;
  delay.reset();
  isOn = isOn || delay.enable();
  const { rss, heapUsed, external } = process.memoryUsage();
  const gauge = (name: string, help: string, value: number): Gauge => ({ name, help, labels: {}, value });
  return [
    gauge("process_resident_memory_bytes", "Memory of the process.", rss),
    gauge("nodejs_heap_used_bytes", "JavaScript's part of it.", heapUsed),
    gauge("nodejs_external_memory_bytes", "What JavaScript holds outside its heap.", external),
    gauge(
      "process_start_time_seconds",
      "When the process began.",
      Math.round(performance.timeOrigin) / 1_000,
    ),
    gauge("memoir_event_loop_delay_max_seconds", "The longest pause since the last reading.", lag),
  ];
}

/** A proxy that gives memory to any program that speaks OpenAI's chat completions or responses, or Anthropic's messages. */

export type { ProxyLog, ProxyLogEntry } from "./log.ts";
export { type ProxyOptions, type RunningProxy, startProxy } from "./proxy.ts";

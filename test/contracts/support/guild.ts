import type { Reply, ScriptedRequest } from "../../../src/testing/replies.ts";

/** The subject of a request to the scripted model, by its system prompt. */
export function askedFor({ system }: ScriptedRequest): "day" | "history" | "merge" | "facts" | "other" {
  if (system.includes("summarise one day")) return "day";
  if (system.includes("daily summaries of one user")) return "history";
  if (system.includes("merge what is known of one user")) return "merge";
  if (system.includes("write facts about one user")) return "facts";
  return "other";
}

/** A summary for everybody whom the prompt asks about, by a function of their id and the prompt. */
export function dayReply(request: ScriptedRequest, summary: (id: string) => string): Reply {
  const ids = [...request.prompt.matchAll(/<user_id>([^<]*)<\/user_id>/g)].map(([, id]) => id!);
  return { object: { summaries: ids.map((id) => ({ user_id: id, summary: summary(id) })) } };
}

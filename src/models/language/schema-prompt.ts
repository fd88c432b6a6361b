import type { GenerateRequest } from "./port.ts";

/** The same request with its schema as words, for a model that cannot be held to one otherwise. */
export function withSchemaInPrompt<R extends Pick<GenerateRequest, "system" | "schema">>(request: R): R {
  if (request.schema === undefined) return request;
  const rule =
    "Answer with JSON only: no other words, no code fence. It must match this JSON schema:\n" +
    JSON.stringify(request.schema.json);
  return { ...request, system: request.system === undefined ? rule : `${request.system}\n\n${rule}` };
}

import { MemoirError } from "../../src/domain/errors.ts";
import { SAMPLE_SCOPES } from "../../src/server/sample/scopes.ts";
import { currentLanguage } from "./i18n/index.ts";
import { useScopes } from "./scopes.ts";

const NAMES: ReadonlySet<string> = new Set(Object.values(SAMPLE_SCOPES));

/** Whether the sample is among the scopes. */
export function useHasSample(): boolean {
  return useScopes().some(({ scope }) => NAMES.has(scope));
}

/** Adds the made-up person who speaks the page's language; gives their scope. */
export async function addSample(): Promise<string> {
  const { scope } = await send<{ scope: string }>("POST", { language: currentLanguage() });
  return scope;
}

/** Removes the sample with everything in it. */
export async function removeSample(): Promise<void> {
  await send("DELETE");
}

async function send<T>(method: "POST" | "DELETE", body?: object): Promise<T> {
  const response = await fetch("/api/ltm/sample", {
    method,
    ...(body === undefined
      ? {}
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (response.ok) return answer as T;
  const { code, message } = answer.error;
  throw new MemoirError(code, message);
}

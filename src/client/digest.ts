import type { DigestContext, DigestDay, DigestHandle } from "../api/digest.ts";
import { injectInto } from "../domain/inject.ts";
import { DIGEST_CALLS } from "../handles/calls.ts";
import { checked } from "../handles/checked.ts";
import type { Where } from "./memories.ts";
import type { ServerInfo } from "./server-info.ts";
import type { Transport } from "./transport.ts";

type Sent = Omit<DigestContext, "toPrompt" | "injectInto"> & { readonly prompt: string };

/** Contexts of a scope on a server. */
export function remoteDigest({ send }: Transport, server: ServerInfo, where: Where): DigestHandle {
  const handle: DigestHandle = {
    async context(person, { signal, deadlineMs } = {}) {
      const body = { ...where, person, deadlineMs };
      const { prompt, ...found } = await send<Sent>("POST", "/api/ltm/digest/context", { body, signal });
      return {
        ...found,
        toPrompt: () => prompt,
        injectInto: (messages) => injectInto(messages, prompt, server.settings.render.placement),
      };
    },

    async days(person, { limit, signal } = {}) {
      const query = { scope: where.scope, agent: where.agent, person, limit };
      return (await send<{ items: DigestDay[] }>("GET", "/api/ltm/digest/days", { query, signal })).items;
    },
  };
  return checked(handle, DIGEST_CALLS, "digest.");
}

import type { HttpBindings } from "@hono/node-server";

/** What a request carries on its way. `incoming` is missing where the app is called without a server. */
export interface Env {
  Bindings: Partial<HttpBindings>;
  Variables: { id: string; route: string; tenant: string | null; key: string | null };
}

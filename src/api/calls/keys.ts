import type { KeysHandle } from "../operator.ts";
import { about, type CallTable } from "./call.ts";

const GRANT = { name: true, role: true, scopes: true, agent: true, categories: true, actor: true } as const;

export const KEYS = about("Keys", "operator", {
  list: {
    http: "GET /api/ltm/keys",
    summary: "The tenant's keys, newest first, including expired and revoked ones; never their secrets.",
    query: ({ z, paging }) => z.strictObject(paging),
    answer: ({ KeySchema, pageSchema }) => pageSchema(KeySchema),
    gives: "all",
  },
  create: {
    http: "POST /api/ltm/keys",
    summary: "Create a key. Its secret is shown only in this answer.",
    options: { ...GRANT, expiresAt: true },
    body: ({ z, keyGrant, name, when }) => z.strictObject({ name, ...keyGrant, expiresAt: when.optional() }),
    answer: ({ z, KeySchema }) => KeySchema.extend({ key: z.string() }),
    status: 201,
  },
  login: {
    http: "POST /api/ltm/keys/login",
    summary: "A link that opens this server's pages in a browser, once, within ten minutes.",
    options: GRANT,
    body: ({ z, keyGrant, name }) => z.strictObject({ name: name.optional(), ...keyGrant }),
    answer: ({ z, KeySchema }) => KeySchema.extend({ token: z.string(), path: z.string() }),
    status: 201,
    gives: { without: "path" },
  },
  revoke: {
    http: "DELETE /api/ltm/keys/{id}",
    summary: "Revoke a key, by its id or its name. Every process refuses it within two seconds.",
    args: ["idOrName"],
    names: { idOrName: "id" },
    answer: ({ KeySchema }) => KeySchema,
  },
} satisfies CallTable<KeysHandle>);

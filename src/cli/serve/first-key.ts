import type { MemoirEngine } from "../../index.ts";

export interface FirstKey {
  /** Shown once, at the first start; `null` when there are keys already. */
  readonly key: string | null;
  /** Opens the server's pages in a browser, once, within ten minutes; `null` where nobody would see it. */
  readonly login: string | null;
}

/** Nobody is there to see them, so none is made. */
export const NOT_SHOWN: FirstKey = { key: null, login: null };

/** Whoever can open the database may come in: the first start makes a key, and every start a link to log in. */
export async function firstKey(memoir: MemoirEngine, tenant: string, url: string): Promise<FirstKey> {
  const { keys } = memoir.operator(tenant);
  const isFirst = (await keys.list()).every(({ kind }) => kind !== "key");
  const key = isFirst ? (await keys.create({ name: "first", role: "operator", actor: "serve" })).key : null;
  const { token } = await keys.login({ name: "login", actor: "serve" });
  return { key, login: `${url}/login?token=${encodeURIComponent(token)}` };
}

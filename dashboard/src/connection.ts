import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { connectMemoir, type MemoirClient } from "../../src/client/index.ts";
import { MemoirError } from "../../src/domain/errors.ts";

let ended = (): void => undefined;

/** Calls a function when the server takes the session of this browser no longer. */
export function whenSessionEnds(listener: () => void): void {
  ended = listener;
}

/** Connects with the session of this browser; `null` where nobody is signed in. */
export async function connect(key?: string): Promise<MemoirClient | null> {
  let isSession = false;
  const watched: typeof fetch = async (address, init) => {
    const answer = await send(address, init);
    if (isSession && answer.status === 401) {
      isSession = false;
      ended();
    }
    return answer;
  };
  try {
    const client = await connectMemoir({ url: location.origin, key, fetch: watched });
    isSession = key === undefined;
    return client;
  } catch (error) {
    if (MemoirError.is(error) && error.code === "unauthorized" && key === undefined) return null;
    throw error;
  }
}

/** Browsers stream a request's body over HTTP/2 only, which this server does not speak: it is sent whole. */
const send: typeof fetch = async (address, init) => {
  if (!(init?.body instanceof ReadableStream)) return fetch(address, init);
  const body = await new Response(init.body).blob();
  return fetch(address, { ...init, body });
};

/** Exchanges a key for a session of this browser, so that no script holds the key. */
export async function signIn(key: string): Promise<MemoirClient | null> {
  const client = await connect(key);
  if (client === null) return null;
  const { token } = await client.operator().keys.login({ name: "dashboard" });
  await fetch(`/login?token=${encodeURIComponent(token)}`);
  return connect();
}

export async function signOut(): Promise<void> {
  await fetch("/logout", { method: "POST" });
}

export const Connection = createContext<MemoirClient | null>(null);

export function useMemoir(): MemoirClient {
  const client = useContext(Connection);
  if (client === null) throw new Error("no connection");
  return client;
}

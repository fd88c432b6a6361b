import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/** For programs that cannot send a key: passes everything on as it is, with the key. */
export async function keyedProxy(target: string, key: string): Promise<{ url: string } & AsyncDisposable> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const { method, url: path } = incoming;
    const inner = send({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    });
    inner.once("error", () => outgoing.destroy());
    outgoing.once("close", () => inner.destroy());
    incoming.pipe(inner);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

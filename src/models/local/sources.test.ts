import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { npmRegistry, tarballUrl } from "./sources.ts";

describe("npmRegistry", () => {
  it.each([
    [{ npm_config_registry: "http://localhost:4873" }, "http://localhost:4873/"],
    [{ NPM_CONFIG_REGISTRY: "https://npm.example/a/b" }, "https://npm.example/a/b/"],
    [{ npm_config_registry: "https://me:secret@npm.example/" }, "https://npm.example/"],
  ])("takes %j", async (env, url) => {
    expect((await npmRegistry(env)).href).toBe(url);
  });

  it.each(["", "nonsense", "file:///registry"])("takes no %j for a registry", async (npm_config_registry) => {
    const registry = npmRegistry({ npm_config_registry });
    if (npm_config_registry === "") expect((await registry).protocol).toMatch(/^https?:$/);
    else await expect(registry).rejects.toMatchObject({ code: "model_unavailable" });
  });

  it("asks npm where the environment does not say", async () => {
    expect((await npmRegistry({})).pathname).toMatch(/\/$/);
  });
});

describe("tarballUrl", () => {
  let server: Server;
  let registry: URL;
  let answer: unknown;
  beforeAll(async () => {
    server = createServer((_, response) => response.end(JSON.stringify(answer)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    registry = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/npm/`);
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each([
    [
      "the registry's own",
      (host: string) => ({ dist: { tarball: `http://${host}/files/a.tgz` } }),
      "/files/a.tgz",
    ],
    [
      "another host's",
      () => ({ dist: { tarball: "https://elsewhere.example/a.tgz" } }),
      "/npm/a/-/a-1.0.0.tgz",
    ],
    ["none", () => ({}), "/npm/a/-/a-1.0.0.tgz"],
    ["nothing at all", () => null, "/npm/a/-/a-1.0.0.tgz"],
  ])("goes to the registry when the address is %s", async (_, about, path) => {
    answer = about(registry.host);
    const url = await tarballUrl(registry, { name: "a", version: "1.0.0" }, {});
    expect([url.host, url.pathname]).toEqual([registry.host, path]);
  });
});

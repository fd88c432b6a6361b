import type { TestProject } from "vitest/node";
import { type PostgresServer, startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A PostgreSQL server for the whole run; give it to `createDatabase` for a database of your own. */
    postgresUrl: string;
  }
}

let server: PostgresServer | undefined;

/**
 * One server for the whole run, unless MEMOIR_TEST_POSTGRES_URL names one that is already there. Projects have a setup each:
 * the first one starts it.
 */
export async function setup(project: TestProject): Promise<void> {
  let url = process.env.MEMOIR_TEST_POSTGRES_URL;
  if (!url) {
    server = await startPostgres({ durable: false, dataUnder: project.config.env.TMPDIR });
    url = server.url;
    process.env.MEMOIR_TEST_POSTGRES_URL = url;
  }
  project.provide("postgresUrl", url);
}

export async function teardown(): Promise<void> {
  await server?.stop();
}

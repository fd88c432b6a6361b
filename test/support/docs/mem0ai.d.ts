/** The npm client of mem0 is fetched by its own tests (mem0-examples.test.ts), and is no dependency. */
declare module "mem0ai" {
  export class MemoryClient {
    constructor(options: { apiKey: string | undefined; host: string });
    add(messages: { role: string; content: string }[], options: { userId: string }): Promise<unknown>;
    search(query: string, options: { filters: Record<string, string> }): Promise<unknown>;
  }
}

import { serveReader } from "./serve-reader.ts";

/** The reader's thread: what somebody wrote can keep it busy, and nothing else waits for it. */
serveReader();

import { createPace } from "../store/pace.ts";

/** Milliseconds for which claims are compared in one stretch. */
const STRETCH_MS = 2;

/** Lets the event loop turn where claims have kept it for a stretch: one pace for all scopes, because they share one loop. */
export const pace: () => Promise<void> | undefined = createPace(STRETCH_MS);

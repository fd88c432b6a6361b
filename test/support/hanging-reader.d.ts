/** Words that keep a reader busy for ever whose thread was started with this file preloaded. */
export const HANGS: string;

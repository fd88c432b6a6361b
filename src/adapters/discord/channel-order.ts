/** One piece of work after the other in each channel, so that an edit never overtakes the message it changes. */
export class ChannelOrder {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(channel: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(channel) ?? Promise.resolve()).then(work);
    const settled = done.catch(() => undefined);
    this.#last.set(channel, settled);
    void settled.then(() => {
      if (this.#last.get(channel) === settled) this.#last.delete(channel);
    });
    return done;
  }

  /** All work that was there when it was asked for, of one channel or of all. */
  async idle(channel?: string): Promise<void> {
    await (channel === undefined ? Promise.all(this.#last.values()) : this.#last.get(channel));
  }
}

import type { Locator, Page } from "playwright-core";

export interface Effort {
  readonly clicks: number;
  /** Texts that were typed. */
  readonly texts: number;
  /** Keys that were pressed beside those of a text. */
  readonly keys: number;
}

/**
 * The hands of somebody who uses the page, counted. A field that does not have the focus is clicked before a text is
 * typed; a choice of a list is two clicks; the answer to a question of the browser is one.
 */
export interface Hands {
  readonly page: Page;
  click(what: Locator): Promise<void>;
  choose(what: Locator, option: string): Promise<void>;
  type(where: Locator, text: string): Promise<void>;
  press(key: string): Promise<void>;
  effort(): Effort;
}

export function handsOn(page: Page): Hands {
  const done = { clicks: 0, texts: 0, keys: 0 };
  page.on("dialog", (dialog) => {
    done.clicks += 1;
    void dialog.accept();
  });
  return {
    page,
    async click(what) {
      done.clicks += 1;
      await what.click();
    },
    async choose(what, option) {
      done.clicks += 2;
      await what.selectOption(option);
    },
    async type(where, text) {
      await where.waitFor();
      if (!(await where.evaluate((field) => field === field.ownerDocument.activeElement))) {
        done.clicks += 1;
        await where.click();
      }
      done.texts += 1;
      await where.fill(text);
    },
    async press(key) {
      done.keys += 1;
      await page.keyboard.press(key);
    },
    effort: () => ({ ...done }),
  };
}

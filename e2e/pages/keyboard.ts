import { expect, type Locator, type Page } from '@playwright/test';

/** So many places does nobody go through by Tab. */
const FAR = 120;

/** Works a page as somebody without a mouse does: by Tab to what is meant, then by keys. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Goes on to it by Tab, from wherever focus is. */
  async to(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    // Found once and not at every step, which costs more than the step; again when the page has drawn another in its place.
    let element = await target.elementHandle();
    for (let steps = 0; steps < FAR; steps += 1) {
      const [there, focused] = await element!.evaluate((one) => [one.isConnected, one === document.activeElement]);
      if (focused) return;
      if (!there) element = await target.elementHandle();
      await this.#page.keyboard.press('Tab');
    }
    throw new Error(`${target} is not reached by Tab`);
  }

  async press(target: Locator, key = 'Enter'): Promise<void> {
    await this.to(target);
    await this.#page.keyboard.press(key);
  }

  /** Types in a field, in the place of what stands there. */
  async type(field: Locator, text: string): Promise<void> {
    await this.to(field);
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.keyboard.type(text);
  }

  /** Turns Edit Mode on, unless it is. */
  async edit(): Promise<void> {
    const mode = this.#page.getByRole('switch', { name: 'Edit Mode' });
    if (!(await mode.isChecked())) await this.press(mode, 'Space');
    await expect(mode).toBeChecked();
  }

  /** Closes a dialog; focus goes back to what had opened it. */
  async leave(dialog: Locator, opener: Locator): Promise<void> {
    await this.#page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
}

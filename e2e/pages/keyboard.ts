import { expect, type Locator, type Page } from '@playwright/test';

/** More Tab stops than any user would accept. */
const MAX_TAB_STOPS = 120;

/** Operates a page by keyboard: Tab to reach a control, then its keys. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Reaches the control by Tab from the current focus. */
  async focus(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    // A dialog or menu that has just closed returns the focus a moment later.
    await this.#page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))));
    // Resolves the locator once, because that takes longer than a Tab step, and again only if the page has replaced the element.
    let element = await target.elementHandle();
    for (let steps = 0; steps < MAX_TAB_STOPS; steps += 1) {
      const [there, focused] = await element!.evaluate((item) => [item.isConnected, item === document.activeElement]);
      if (focused) return;
      if (!there) element = await target.elementHandle();
      await this.#page.keyboard.press('Tab');
    }
    throw new Error(`${target} is not reached by Tab`);
  }

  async press(target: Locator, key = 'Enter'): Promise<void> {
    await this.focus(target);
    await this.#page.keyboard.press(key);
  }

  /** Replaces the text of a field. */
  async type(field: Locator, text: string): Promise<void> {
    await this.focus(field);
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.keyboard.type(text);
  }

  /** Turns Edit Mode on unless it is on. */
  async enableEditMode(): Promise<void> {
    const mode = this.#page.getByRole('switch', { name: 'Edit Mode' });
    if (!(await mode.isChecked())) await this.press(mode, 'Space');
    await expect(mode).toBeChecked();
  }

  /** Closes a dialog and checks that focus returns to its opener. */
  async closeDialog(dialog: Locator, opener: Locator): Promise<void> {
    await this.#page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
}

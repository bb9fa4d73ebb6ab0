import type { Browser, BrowserContext, Page, PlaywrightTestOptions } from '@playwright/test';

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;
type Look = Pick<Partial<PlaywrightTestOptions>, 'baseURL' | 'contextOptions' | 'viewport' | 'hasTouch'>;

/** A document of the archive that runs nothing: from there its storage is emptied, and its process goes on. */
const BARE = '/health/live';

/** What journeys listen to. */
const HEARD = ['console', 'dialog', 'download', 'pageerror', 'popup', 'request', 'requestfailed', 'response'] as const;

/**
 * One page that journeys have one after the other, each finding it as new: signed in, with nothing stored, heard or held up. A new
 * page would fetch and compile all scripts again, which is half of what it costs to load one.
 */
export class Desk {
  readonly #browser: Browser;
  readonly #look: Look;
  readonly #session: Session;
  #page: Page | undefined;

  constructor(browser: Browser, { baseURL, contextOptions, viewport, hasTouch }: Look, session: Session) {
    this.#browser = browser;
    this.#look = { baseURL, contextOptions, viewport, hasTouch };
    this.#session = session;
  }

  async sitDown(): Promise<Page> {
    const { contextOptions, ...look } = this.#look;
    this.#page ??= await (
      await this.#browser.newContext({ ...contextOptions, ...look, storageState: this.#session })
    ).newPage();
    return this.#page;
  }

  async tidyUp(): Promise<void> {
    const page = this.#page!;
    const context = page.context();
    for (const event of HEARD) page.removeAllListeners(event);
    await Promise.all([
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.unrouteAll({ behavior: 'ignoreErrors' }),
    ]);
    for (const other of context.pages()) if (other !== page) await other.close();
    const left = await page.goto(BARE).catch(() => null);
    // A page that cannot be left is given up, and one whose clock a journey has set: that cannot be undone.
    if (!left || !(await page.evaluate(() => /native code/.test(String(setTimeout))))) return this.close();
    await Promise.all([
      page.emulateMedia({ media: null, colorScheme: null }),
      page.mouse.move(-1, -1),
      this.#look.viewport && page.setViewportSize(this.#look.viewport),
      context.clearCookies().then(() => context.addCookies(this.#session.cookies)),
    ]);
    const kept = this.#session.origins.flatMap(({ localStorage }) => localStorage);
    await page.evaluate(async (entries) => {
      sessionStorage.clear();
      localStorage.clear();
      for (const { name, value } of entries) localStorage.setItem(name, value);
      const gone = (request: IDBOpenDBRequest) =>
        new Promise((resolve, reject) => {
          request.onsuccess = resolve;
          request.onerror = reject;
        });
      for (const { name } of await indexedDB.databases()) await gone(indexedDB.deleteDatabase(name!));
    }, kept);
  }

  async close(): Promise<void> {
    const context = this.#page?.context();
    this.#page = undefined;
    await context?.close();
  }
}

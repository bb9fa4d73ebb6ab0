import type { Browser, BrowserContext, Page, PlaywrightTestOptions } from '@playwright/test';

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;
type ContextOptions = Pick<Partial<PlaywrightTestOptions>, 'baseURL' | 'contextOptions' | 'viewport' | 'hasTouch'>;

/** A response of the archive without scripts: clears page state and keeps the renderer process. */
const BLANK_URL = '/health/live';

/** Events that tests listen to. */
const PAGE_EVENTS = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'response',
] as const;

/**
 * One page that tests share in turn, each with a fresh state: signed in, with empty storage, no listeners and no
 * routes. A new page would load and compile all scripts again, which is half of its cost.
 */
export class ReusablePage {
  readonly #browser: Browser;
  readonly #contextOptions: ContextOptions;
  readonly #session: Session;
  #page: Page | undefined;

  constructor(browser: Browser, { baseURL, contextOptions, viewport, hasTouch }: ContextOptions, session: Session) {
    this.#browser = browser;
    this.#contextOptions = { baseURL, contextOptions, viewport, hasTouch };
    this.#session = session;
  }

  async acquire(): Promise<Page> {
    const { contextOptions, ...look } = this.#contextOptions;
    this.#page ??= await (
      await this.#browser.newContext({ ...contextOptions, ...look, storageState: this.#session })
    ).newPage();
    return this.#page;
  }

  async reset(): Promise<void> {
    const page = this.#page!;
    const context = page.context();
    for (const event of PAGE_EVENTS) page.removeAllListeners(event);
    await Promise.all([
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.unrouteAll({ behavior: 'ignoreErrors' }),
    ]);
    for (const other of context.pages()) if (other !== page) await other.close();
    const response = await page.goto(BLANK_URL).catch(() => null);
    // A page that cannot navigate is closed, as is one whose clock a test has replaced.
    if (!response || !(await page.evaluate(() => /native code/.test(String(setTimeout))))) return this.close();
    await Promise.all([
      page.emulateMedia({ media: null, colorScheme: null }),
      page.mouse.move(-1, -1),
      this.#contextOptions.viewport && page.setViewportSize(this.#contextOptions.viewport),
      context.clearCookies().then(() => context.addCookies(this.#session.cookies)),
    ]);
    const localEntries = this.#session.origins.flatMap(({ localStorage }) => localStorage);
    await page.evaluate(async (entries) => {
      sessionStorage.clear();
      localStorage.clear();
      for (const { name, value } of entries) localStorage.setItem(name, value);
      const finished = (request: IDBOpenDBRequest) =>
        new Promise((resolve, reject) => {
          request.onsuccess = resolve;
          request.onerror = reject;
        });
      for (const { name } of await indexedDB.databases()) await finished(indexedDB.deleteDatabase(name!));
    }, localEntries);
  }

  async close(): Promise<void> {
    const context = this.#page?.context();
    this.#page = undefined;
    await context?.close();
  }
}

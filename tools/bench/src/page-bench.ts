import path from 'node:path';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { median } from './load.ts';
import type { Server } from './servers.ts';

/** One load of `/voyages` by a signed-in user. */
export interface PageLoad {
  /** Compressed bytes and requests, by kind. */
  bytes: Record<string, number>;
  requests: Record<string, number>;
  /** Milliseconds from navigation start to the first painted list entries. */
  listPainted: number;
  layoutShift: number;
  longTasks: number;
  longestTask: number;
}

export interface PageMeasurement {
  cold: PageLoad;
  /** With a cold cache, on a slow connection. */
  slow: PageLoad;
  warm: PageLoad;
  /** Megabytes of JavaScript heap, and DOM nodes, before and after walking through all sections. */
  heap: [number, number];
  elements: [number, number];
  /** The screen that shifts most, at 1440 or 390 pixels, cold or warm. Reports of earlier versions have none. */
  worstShift?: ScreenShift;
  typing: TypingLatency;
  /** With the processor slowed down to a quarter of its speed. */
  slowTyping: TypingLatency;
  /** At this speed, in a page that has only a text field with the same text: the latency of the browser itself. */
  plainTyping: TypingLatency;
}

/** The sum of the layout shifts of a screen without recent input. */
export interface ScreenShift {
  screen: string;
  width: number;
  shift: number;
}

/** Typing at the end of the longest text of a voyage with a hundred people. */
export interface TypingLatency {
  keys: number;
  /** The longest gap between two frames in milliseconds, and the number of gaps over 50 ms. */
  longestFrame: number;
  longFrames: number;
}

const ROUNDS = 3;
/** The screens that show more with more records, and those of a voyage with a hundred people. */
const screensOf = (crowded: string) => [
  '/',
  '/voyages',
  '/voyages?q=river',
  `/voyages/${crowded}`,
  `/voyages/${crowded}/edit`,
  '/people',
  '/people?group=president',
  '/media-explorer',
  '/media-explorer/all',
  '/search?q=truman',
  '/search?q=river',
  '/search?q=river&kind=media',
  '/tags',
  '/changes',
];
const WIDTHS = [1440, 390];
/** A slow mobile connection: 1.6 Mbps and 150 ms. */
const SLOW_CONNECTION = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
/** After this delay the page prefetches; that is not part of the first load. */
const SETTLE_MS = 1000;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

const TYPED = 'Mr. Harriman came aboard at half past six, and the Sequoia went down to Mount Vernon. '.repeat(2);
/** Faster than any typist, and twelve keys a second at a quarter of the speed. */
const TYPING = { slowdown: 1, betweenKeysMs: 20 };
const SLOW_TYPING = { slowdown: 4, betweenKeysMs: 80 };
const LONG_FRAME_MS = 50;

interface BrowserMetrics {
  listPainted: number;
  layoutShift: number;
  longTasks: number[];
}

const WATCH = path.join(import.meta.dirname, 'watch-painting.js');
const WATCH_FRAMES = path.join(import.meta.dirname, 'watch-frames.js');
const PLAIN_TEXT_FIELD = path.join(import.meta.dirname, 'plain-text-field.js');
const browserMetricsOf = (page: Page) => page.evaluate<BrowserMetrics>('window.seenByBench');

export class PageBench {
  readonly #browser: Browser;
  readonly #server: Server;

  private constructor(browser: Browser, server: Server) {
    this.#browser = browser;
    this.#server = server;
  }

  static async open(server: Server, executablePath: string): Promise<PageBench> {
    return new PageBench(await chromium.launch({ executablePath, args: FLAGS }), server);
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  /** `crowded` is the slug of a voyage with many people and a long summary. */
  async measure(crowded: string): Promise<PageMeasurement> {
    const coldLoads: PageLoad[] = [];
    const slowLoads: PageLoad[] = [];
    const warmLoads: PageLoad[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await this.#context();
      coldLoads.push(await this.#open(context));
      warmLoads.push(await this.#open(context));
      await context.close();
      const slowContext = await this.#context();
      slowLoads.push(await this.#open(slowContext, SLOW_CONNECTION));
      await slowContext.close();
    }
    return {
      cold: medianLoad(coldLoads),
      slow: medianLoad(slowLoads),
      warm: medianLoad(warmLoads),
      ...(await this.#walk()),
      worstShift: await this.#worstShift(screensOf(crowded)),
      typing: await this.#type(crowded, TYPING),
      slowTyping: await this.#type(crowded, SLOW_TYPING),
      plainTyping: await this.#type(crowded, SLOW_TYPING, true),
    };
  }

  /** A fresh browser context that is signed in. */
  async #context(bypassCSP = false, width = 1440): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ viewport: { width, height: 900 }, bypassCSP });
    const [name = '', value = ''] = (this.#server.headers['cookie'] ?? '').split('=');
    await context.addCookies([{ name, value, url: this.#server.url }]);
    await context.addInitScript("localStorage.setItem('authenticated', 'true')");
    return context;
  }

  async #open(context: BrowserContext, connection?: typeof SLOW_CONNECTION): Promise<PageLoad> {
    const page = await context.newPage();
    await page.addInitScript({ path: WATCH });
    const session = await context.newCDPSession(page);
    const wire = await watchWire(session);
    if (connection) await session.send('Network.emulateNetworkConditions', connection);
    await page.goto(`${this.#server.url}/voyages`);
    await page.locator('[data-mfe="voyages"] section li h3').first().waitFor();
    await page.waitForTimeout(SETTLE_MS);
    const { listPainted, layoutShift, longTasks } = await browserMetricsOf(page);
    await page.close();
    return { ...wire, listPainted, layoutShift, longTasks: longTasks.length, longestTask: Math.max(0, ...longTasks) };
  }

  /** Opens each screen twice, with a cold and a warm cache, and returns the one that shifts most. */
  async #worstShift(screens: readonly string[]): Promise<ScreenShift> {
    const shifts: ScreenShift[] = [];
    for (const width of WIDTHS)
      for (const screen of screens) {
        const context = await this.#context(false, width);
        for (let visit = 0; visit < 2; visit += 1) {
          const page = await context.newPage();
          await page.addInitScript({ path: WATCH });
          await page.goto(`${this.#server.url}${screen}`);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.waitForTimeout(SETTLE_MS);
          shifts.push({ screen, width, shift: (await browserMetricsOf(page)).layoutShift });
          await page.close();
        }
        await context.close();
      }
    return shifts.toSorted((one, other) => other.shift - one.shift)[0]!;
  }

  async #type(slug: string, { slowdown, betweenKeysMs }: typeof TYPING, isPlain = false): Promise<TypingLatency> {
    const context = await this.#context(isPlain);
    const page = await context.newPage();
    await page.addInitScript({ path: WATCH_FRAMES });
    await page.goto(`${this.#server.url}/voyages/${slug}/edit`);
    await page.getByRole('list', { name: 'People aboard' }).getByRole('listitem').nth(99).waitFor();
    const summary = page.getByRole('textbox', { name: 'Summary' });
    await summary.focus();
    if (isPlain) await page.addScriptTag({ path: PLAIN_TEXT_FIELD });
    await summary.press('ControlOrMeta+End');
    await page.waitForTimeout(SETTLE_MS);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.evaluate('window.framesOfBench.length = 0');
    await page.keyboard.type(TYPED, { delay: betweenKeysMs });
    const frames = await page.evaluate<number[]>('window.framesOfBench');
    if (!(await summary.inputValue()).endsWith(TYPED)) throw new Error('What was typed is not in the summary.');
    await context.close();
    return {
      keys: TYPED.length,
      longestFrame: Math.max(...frames),
      longFrames: frames.filter((frame) => frame > LONG_FRAME_MS).length,
    };
  }

  /** Walks through the three micro-frontends; memory that grows each time is a leak. */
  async #walk(): Promise<Pick<PageMeasurement, 'heap' | 'elements'>> {
    const context = await this.#context();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(`${this.#server.url}/voyages`);
    const round = async () => {
      for (const [place, heading] of [
        ['Passengers', 'Passengers'],
        ['Media', 'Media'],
        ['Voyages', 'Voyages'],
      ] as const) {
        await page
          .getByRole('navigation')
          .getByRole('link', { name: new RegExp(`^${place}`) })
          .first()
          .click();
        await page.getByRole('heading', { level: 1, name: new RegExp(heading) }).waitFor();
      }
    };
    for (let index = 0; index < 4; index += 1) await round();
    const memoryBefore = await memoryOf(session);
    for (let index = 0; index < 17; index += 1) await round();
    const memoryAfter = await memoryOf(session);
    await context.close();
    return { heap: [memoryBefore.heap, memoryAfter.heap], elements: [memoryBefore.elements, memoryAfter.elements] };
  }
}

async function watchWire(session: CDPSession): Promise<Pick<PageLoad, 'bytes' | 'requests'>> {
  const kinds = new Map<string, string>();
  const bytes: Record<string, number> = {};
  const requests: Record<string, number> = {};
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other';
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
    requests[kind] = (requests[kind] ?? 0) + 1;
  });
  return { bytes, requests };
}

async function memoryOf(session: CDPSession): Promise<{ heap: number; elements: number }> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  return { heap: usedSize / 2 ** 20, elements: nodes };
}

/** The load with the median paint time; its figures belong together. */
function medianLoad(openings: PageLoad[]): PageLoad {
  const time = median(openings.map(({ listPainted }) => listPainted));
  return openings.find(({ listPainted }) => listPainted === time) ?? openings[0]!;
}

import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { IS_FULL } from '../pages/full.ts';
import { type Shift, shiftsOf, waitUntilStill, watchShifts } from '../pages/layout-shift.ts';
import { expect, test } from '../pages/test.ts';

/** The most that a screen may shift: the sum of its layout shifts without recent input. */
const LIMIT = 0.02;

/** Long enough to paint every placeholder. */
const CONNECTION = { offline: false, latency: 80, downloadThroughput: -1, uploadThroughput: -1 };

/** One screen of each kind: lists, records, forms, search. */
const KINDS = [
  '/',
  '/voyages',
  '/voyages/{voyage}',
  '/voyages/{voyage}/edit',
  '/people/nimitz-chester-w',
  '/media-explorer/all',
  '/search?q=truman',
];
/** All others, with many records, and with few or none. */
const OTHERS = [
  '/voyages?q=Trudeau',
  '/voyages?q=nothing-has-this-word',
  '/voyages/new',
  '/voyages/import',
  '/figures',
  '/people',
  '/people?q=Nimitz',
  '/people/duplicates',
  '/media-explorer',
  '/media-explorer/collections',
  '/media-explorer/text',
  '/media-explorer/storage',
  '/media-explorer/trash',
  '/search',
  '/search?q=trudeau&kind=voyage',
  '/search?q=nothing-has-this-word',
  '/tags',
  '/changes',
  '/account',
  '/account/sessions',
  '/account/tokens',
  '/ops',
  '/ops/accounts',
  '/ops/security',
  '/ops/runbook',
  '/ops/frontends',
  '/nowhere',
];
const SCREENS = IS_FULL ? [...KINDS, ...OTHERS] : KINDS;

const sum = (shifts: Shift[]) => shifts.reduce((total, { value }) => total + value, 0);

/** The shifts of each screen, on a first visit (cold) and on a second one with a filled cache (warm). */
async function measure(browser: Browser, options: BrowserContextOptions, path: string): Promise<Shift[][]> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await watchShifts(page);
  await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', CONNECTION);
  const visits: Shift[][] = [];
  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto(path);
    await waitUntilStill(page);
    visits.push(await shiftsOf(page));
  }
  await context.close();
  return visits;
}

test('no screen shifts', async ({ browser, session, signedIn }, { project }) => {
  test.setTimeout(600_000);
  const { baseURL, viewport, hasTouch } = project.use;
  const voyage = await firstVoyage(signedIn);
  const rows: string[] = [];
  const problems: string[] = [];
  for (const screen of SCREENS) {
    const visits = await measure(
      browser,
      { baseURL, viewport, hasTouch, storageState: session },
      screen.replace('{voyage}', voyage),
    );
    const [cold = 0, warm = 0] = visits.map(sum);
    rows.push(`${cold.toFixed(3)}  ${warm.toFixed(3)}  ${screen}`);
    if (Math.max(cold, warm) > LIMIT) problems.push(`${rows.at(-1)}\n${JSON.stringify(visits, undefined, 1)}`);
  }
  console.log(['cold   warm', ...rows].join('\n'));
  expect(problems).toEqual([]);
});

async function firstVoyage(page: Page): Promise<string> {
  const voyages = (await (await page.request.get('/api/voyages?q=Trudeau')).json()) as { voyage_slug: string }[];
  return voyages[0]!.voyage_slug;
}

import type { Page, Route } from '@playwright/test';
import { aPng, forgetMedia } from '../pages/media-files.ts';
import {
  bringBack,
  bytesOf,
  exposedBy,
  mfe,
  nextVersion,
  standingOf,
  throwingBuild,
  versionsAsked,
} from '../pages/releases.ts';
import { CURATOR, expect, placeLink, test } from '../pages/test.ts';

test.use({
  forgivenErrors:
    /ERR_FAILED|status of (?:404|500)|RemoteLoadError|Federation Runtime|nothing to show|MIME type|Unexpected token/,
});

const passengers = (page: Page) => page.getByRole('heading', { level: 1, name: 'Passengers' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The rest of the archive, seen by what a person sees of it. */
async function expectTheRest(page: Page): Promise<void> {
  await placeLink(page, 'Voyages').click();
  await expect(page.getByText('of 33 results')).toBeVisible();
  await placeLink(page, 'Media Explorer').click();
  await expect(page.getByRole('heading', { level: 1, name: /Media/ })).toBeVisible();
}

test('a team ships while a page is open: nobody loses anything, new pages have it, and it goes back in seconds', async ({
  signedIn: page,
  baseURL,
}) => {
  test.setTimeout(90_000);
  const before = (await standingOf(page.request, 'people')).live!.version;
  const version = await nextVersion(page.request, 'people');
  try {
    // A candidate is seen by nobody, so it may come at any time.
    const publication = mfe(baseURL!, 'publish', 'people', '--version', version);
    const tab = await page.context().newPage();
    await tab.clock.install();
    await tab.goto('/voyages');
    await page.clock.install();
    const asked = versionsAsked(page, 'people');
    await page.goto('/people');
    const search = page.getByRole('searchbox');
    await search.fill('Nimitz');
    await expect(page.getByRole('link', { name: /Nimitz/ }).first()).toBeVisible();
    const others = await bytesOf(page.request, ['voyages', 'media']);

    expect(await publication).toMatchObject({ status: 0 });
    expect((await standingOf(page.request, 'people')).live!.version).toBe(before);
    expect(await mfe(baseURL!, 'promote', 'people', version)).toMatchObject({ status: 0 });

    // Also where nothing of it is on the screen.
    for (const open of [page, tab]) {
      await open.clock.fastForward('05:10');
      await expect(open.getByText('A new version of the archive is ready.')).toBeVisible();
    }
    await expect(search).toHaveValue('Nimitz');
    expect([...asked]).toEqual([before]);

    const askedByTab = versionsAsked(tab, 'people');
    await tab.goto('/people');
    await expect(passengers(tab)).toBeVisible();
    expect([...askedByTab]).toEqual([version]);
    expect(await bytesOf(page.request, ['voyages', 'media'])).toEqual(others);

    await button(page, 'Reload').click();
    await expect(passengers(page)).toBeVisible();
    expect([...asked]).toEqual([before, version]);

    const started = Date.now();
    expect(await mfe(baseURL!, 'rollback', 'people')).toMatchObject({ status: 0 });
    askedByTab.clear();
    await tab.goto('/people');
    await expect(passengers(tab)).toBeVisible();
    expect([...askedByTab]).toEqual([before]);
    expect(Date.now() - started).toBeLessThan(10_000);
  } finally {
    await bringBack(page.request, baseURL!, 'people', before);
  }
});

/** What may become of the files of a remote on their way. */
const BROKEN: Record<string, (route: Route) => Promise<unknown>> = {
  'are gone': (route) => route.fulfill({ status: 404, body: '' }),
  'are answered with 500': (route) => route.fulfill({ status: 500, body: 'Internal Server Error' }),
  'are answered with a page': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>x</title>' }),
};
const FILES = '**/mfe/people/**';

test('with the files of people-mfe gone, refused, another thing or never answered the rest works, the places say so, and Retry recovers', async ({
  signedIn: page,
}) => {
  test.setTimeout(90_000);
  // One tab waits out the limit, and works meanwhile.
  const waiting = await page.context().newPage();
  await waiting.route(FILES, () => new Promise(() => undefined));
  await waiting.goto('/people');
  await expect(waiting.getByRole('main').getByRole('status')).toBeAttached();
  await expectTheRest(waiting);

  const away = (tab: Page) => tab.getByText('This part of the archive cannot be reached.');
  let reported = 0;
  page.on('request', (request) => (reported += Number(request.url().endsWith('/api/frontends/failures'))));
  await page.route(FILES, BROKEN['are gone']!);
  await page.goto('/');
  await expect(button(page, 'Try again: Passengers')).toBeVisible();
  await expect(page.getByText(/^(?:Next anniversary|On this day)$/)).toBeVisible();
  await placeLink(page, 'Passengers').click();
  await expect(away(page)).toBeVisible();
  // Each Retry fetches anew, and meets the next misfortune.
  for (const [kind, break_] of Object.entries(BROKEN).slice(1))
    await test.step(`which ${kind}`, async () => {
      const before = reported;
      await page.unroute(FILES);
      await page.route(FILES, break_);
      await button(page, 'Retry').click();
      await expect.poll(() => reported).toBe(before + 1);
      await expect(away(page)).toBeVisible();
    });
  await expectTheRest(page);

  for (const tab of [page, waiting]) {
    await placeLink(tab, 'Passengers').click();
    // What failed a while ago is tried once more, which may take the limit again.
    await expect(away(tab)).toBeVisible({ timeout: 20_000 });
    await tab.unroute(FILES);
    await button(tab, 'Retry').click();
    await expect(passengers(tab)).toBeVisible();
  }
});

test('a people-mfe that throws is kept out by the browser of the gate, and where it gets in, kept to its place', async ({
  signedIn: page,
  browser,
  accessibilityProblems,
  baseURL,
}) => {
  test.setTimeout(90_000);
  const { live } = await standingOf(page.request, 'people');
  const throwing = await throwingBuild(await exposedBy(page.request, `/mfe/people/${live!.version}/mf-manifest.json`));
  try {
    const { version, files } = throwing;
    const published = await page.request.post('/api/frontends/people/versions', {
      headers: { origin: baseURL! },
      data: { version, files },
    });
    expect([200, 409]).toContain(published.status());
    // The browser of the gate looks at it.
    const promotion = mfe(baseURL!, 'promote', 'people', version);

    // One tab looks at it meanwhile.
    await page.goto(`/people?mfe.people=${version}`);
    const banner = page.getByRole('complementary', { name: 'Versions of this tab' });
    await expect(banner.getByText(`people ${version} in place of what is live`)).toBeVisible();
    await expect(page.getByText('This part of the archive has stopped.')).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await expectTheRest(page);
    await button(page, 'Back to what is live').click();
    await expect(banner).toBeHidden();
    await placeLink(page, 'Passengers').click();
    await expect(passengers(page)).toBeVisible();

    const { status, said } = await promotion;
    expect([status, said]).toEqual([1, expect.stringContaining('TypeError: nothing to show')]);
    expect((await standingOf(page.request, 'people')).live).toEqual(live);

    // Somebody overrules the gate. The archive takes the canary back by itself, once it has failed in three sessions.
    const smoke = { passed: true, problems: [], revision: 1 };
    for (const [call, data] of [
      [`versions/${version}/smoke`, smoke],
      ['promote', { version, canary: 99 }],
    ] as const)
      await page.request.post(`/api/frontends/people/${call}`, { headers: { origin: baseURL! }, data });
    const stopped: Page[] = [];
    const enter = async () => {
      const context = await browser.newContext({ baseURL: baseURL! });
      await context.request.post('/api/auth/login', { headers: { origin: baseURL! }, data: CURATOR });
      const seeing = await context.newPage();
      const told = seeing.waitForRequest('**/api/frontends/failures', { timeout: 5000 }).catch(() => undefined);
      await seeing.goto('/people');
      if (await told) stopped.push(seeing);
    };
    for (let round = 0; round < 2 && (await standingOf(page.request, 'people')).canary; round += 1)
      await Promise.all([enter(), enter(), enter()]);
    await expect.poll(async () => (await standingOf(page.request, 'people')).canary).toBeNull();
    expect((await standingOf(page.request, 'people')).live!.version).toBe(live!.version);
    // Whoever saw it presses Retry, and has what is live again.
    const [one] = stopped;
    await expect(one!.getByText('This part of the archive has stopped.')).toBeVisible();
    await button(one!, 'Retry').click();
    await expect(passengers(one!)).toBeVisible();
    await Promise.all(stopped.map((seeing) => seeing.context().close()));
    await page.goto('/ops/frontends');
    await expect(page.getByText(/of \d sessions could not show/).first()).toBeVisible();
    await expect(page.getByText(/by the archive itself/).first()).toBeVisible();
  } finally {
    await bringBack(page.request, baseURL!, 'people', live!.version);
    throwing.remove();
  }
});

test('with media-mfe away a voyage reads as ever, and says what cannot be shown', async ({
  signedIn: page,
  accessibilityProblems,
  baseURL,
}) => {
  const journey = 'Seen without its viewer';
  await page.goto('/');
  await forgetMedia(page, journey);
  const found = await page.request.get('/api/voyages', { params: { limit: 1 } });
  const [voyage] = (await found.json()) as { voyage_slug: string; title: string }[];
  try {
    const stored = await page.request.post('/api/curator/media/upload', {
      headers: { origin: baseURL! },
      multipart: {
        title: journey,
        media_slug: 'auto',
        voyage_slug: voyage!.voyage_slug,
        file: await aPng(page, journey),
      },
    });
    expect(stored.status()).toBe(201);
    await page.route('**/mfe/media/**', (route) => route.abort());
    await page.goto(`/voyages/${voyage!.voyage_slug}`);
    await expect(page.getByRole('heading', { level: 1, name: voyage!.title })).toBeVisible();
    const picture = page.getByRole('img', { name: journey }).first();
    await expect(picture).toBeVisible();
    await picture.click();
    await expect(page.getByText(/The viewer cannot be reached now/)).toBeVisible();
    await expect(page.getByRole('link', { name: `Open “${journey}” by itself` })).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.unroute('**/mfe/media/**');
    await button(page, 'Try again').click();
    await expect(page.getByRole('dialog')).toBeVisible();
  } finally {
    await forgetMedia(page, journey);
  }
});

test('the page of operations promotes and goes back, by keyboard as well, at any width and in the dark', async ({
  signedIn: page,
  accessibilityProblems,
  baseURL,
}) => {
  const { live, versions } = await standingOf(page.request, 'people');
  const other = versions.find(({ version }) => version !== live!.version && version.startsWith('1.0.'))!.version;
  try {
    await page.goto('/ops/frontends');
    const people = page.getByRole('region', { name: 'Passengers' });
    await expect(people.getByText('is live since')).toBeVisible();
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 320],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await accessibilityProblems(page), `${colorScheme} at ${width}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await people.getByRole('button', { name: `Promote ${other}` }).press('Enter');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Who sees it').selectOption({ label: '10 % of sessions' });
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Promote' }).press('Enter');
    await expect(people.getByText('is shown to 10 % of sessions since')).toBeVisible();
    await people.getByRole('button', { name: 'End canary' }).press('Enter');
    await dialog.getByRole('button', { name: 'End canary' }).press('Enter');
    await expect(people.getByText('is shown to')).toBeHidden();
    await expect(page.getByText(`Went back to Passengers ${live!.version}`).first()).toBeVisible();
  } finally {
    await bringBack(page.request, baseURL!, 'people', live!.version);
  }
});

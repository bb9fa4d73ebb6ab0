import type { Page, Route } from '@playwright/test';
import { aPng, deleteTestMedia } from '../pages/media-files.ts';
import {
  restoreVersion,
  fileHashes,
  exposedBy,
  runMfe,
  nextVersion,
  frontendStatus,
  throwingBuild,
  requestedVersions,
  recordVerdict,
  remoteCandidate,
  shellCandidate,
} from '../pages/releases.ts';
import { CURATOR, expect, navigationLink, test } from '../pages/test.ts';

test.use({
  expectedConsoleErrors:
    /ERR_FAILED|status of (?:404|500)|RemoteLoadError|Federation Runtime|valid digest|nothing to show|MIME type|Unexpected token/,
});

/** Open pages notice releases and rollbacks within this time. */
const NOTICE_MS = 10_000;

const passengers = (page: Page) => page.getByRole('heading', { level: 1, name: 'Passengers' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Checks that the other micro-frontends work. */
async function expectOthersToWork(page: Page): Promise<void> {
  await navigationLink(page, 'Voyages').click();
  await expect(page.getByText('of 33 results')).toBeVisible();
  await navigationLink(page, 'Media Explorer').click();
  await expect(page.getByRole('heading', { level: 1, name: /Media/ })).toBeVisible();
}

test('publishes a remote while a page is open: open pages keep working, new pages get it, rollback takes seconds, and open pages notice both', async ({
  signedIn: page,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const before = (await frontendStatus(page.request, 'people')).live!.version;
  const version = await nextVersion(page.request, 'people');
  try {
    // A candidate is not live, so it may be published at any time.
    const publication = runMfe(baseURL!, 'publish', 'people', '--version', version);
    const tab = await page.context().newPage();
    await tab.goto('/voyages');
    const requested = requestedVersions(page, 'people');
    await page.goto('/people');
    const search = page.getByRole('searchbox');
    await search.fill('Nimitz');
    await expect(page.getByRole('link', { name: /Nimitz/ }).first()).toBeVisible();
    const others = await fileHashes(page.request, ['voyages', 'media']);

    expect(await publication).toMatchObject({ status: 0 });
    expect((await frontendStatus(page.request, 'people')).live!.version).toBe(before);
    expect(await runMfe(baseURL!, 'promote', 'people', version)).toMatchObject({ status: 0 });

    // The notice also appears where the remote isn't on screen.
    const notice = (open: Page) => open.getByText('A new version of the archive is available.');
    for (const open of [page, tab]) await expect(notice(open)).toBeVisible({ timeout: NOTICE_MS });
    await expect(search).toHaveValue('Nimitz');
    expect([...requested]).toEqual([before]);

    const requestedByTab = requestedVersions(tab, 'people');
    await tab.goto('/people');
    await expect(passengers(tab)).toBeVisible();
    expect([...requestedByTab]).toEqual([version]);
    expect(await fileHashes(page.request, ['voyages', 'media'])).toEqual(others);

    await button(page, 'Reload').click();
    await expect(passengers(page)).toBeVisible();
    expect([...requested]).toEqual([before, version]);

    const startedAt = Date.now();
    expect(await runMfe(baseURL!, 'rollback', 'people')).toMatchObject({ status: 0 });
    await expect(notice(page)).toBeVisible({ timeout: NOTICE_MS });
    requestedByTab.clear();
    await tab.goto('/people');
    await expect(passengers(tab)).toBeVisible();
    expect([...requestedByTab]).toEqual([before]);
    expect(Date.now() - startedAt).toBeLessThan(20_000);
  } finally {
    await restoreVersion(page.request, baseURL!, 'people', before);
  }
});

/** Ways in which a remote's files can fail to load. */
const BROKEN: Record<string, (route: Route) => Promise<unknown>> = {
  'are missing': (route) => route.fulfill({ status: 404, body: '' }),
  'respond with 500': (route) => route.fulfill({ status: 500, body: 'Internal Server Error' }),
  'respond with HTML': (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>x</title>' }),
};
const FILES = '**/mfe/people/**';

test('isolates people-mfe when its files are missing, forbidden, wrong or never arrive, and recovers on Retry', async ({
  signedIn: page,
}) => {
  test.setTimeout(180_000);
  // One tab waits for the time-out.
  const waiting = await page.context().newPage();
  await waiting.route(FILES, () => new Promise(() => undefined));
  await waiting.goto('/people');
  await expect(waiting.getByRole('main').getByRole('status')).toBeAttached();
  await expectOthersToWork(waiting);

  const failed = (tab: Page) => tab.getByText('This page couldn’t be loaded');
  let reported = 0;
  page.on('request', (request) => (reported += Number(request.url().endsWith('/api/frontends/failures'))));
  await page.route(FILES, BROKEN['are missing']!);
  await page.goto('/');
  await expect(button(page, 'Try again: Passengers')).toBeVisible();
  await expect(page.getByText(/^(?:Next anniversary|On this day)$/)).toBeVisible();
  await navigationLink(page, 'Passengers').click();
  await expect(failed(page)).toBeVisible();
  // Each Retry loads again and fails differently.
  for (const [kind, break_] of Object.entries(BROKEN).slice(1))
    await test.step(`which ${kind}`, async () => {
      const before = reported;
      await page.unroute(FILES);
      await page.route(FILES, break_);
      await button(page, 'Retry').click();
      await expect.poll(() => reported).toBe(before + 1);
      await expect(failed(page)).toBeVisible();
    });
  await expectOthersToWork(page);

  for (const tab of [page, waiting]) {
    await navigationLink(tab, 'Passengers').click();
    // An old failure is retried, which may take the full time-out.
    await expect(failed(tab)).toBeVisible({ timeout: 20_000 });
    await tab.unroute(FILES);
    await button(tab, 'Retry').click();
    await expect(passengers(tab)).toBeVisible();
  }
});

test('rejects a people-mfe that throws in the browser check, and contains it where it is live', async ({
  signedIn: page,
  browser,
  accessibilityProblems,
  baseURL,
}, { retry }) => {
  test.setTimeout(180_000);
  const { live } = await frontendStatus(page.request, 'people');
  const throwing = await throwingBuild(
    await exposedBy(page.request, `/mfe/people/${live!.version}/mf-manifest.json`),
    `1.2.${10 + retry}`,
  );
  try {
    const { version, files } = throwing;
    const published = await page.request.post('/api/frontends/people/versions', {
      headers: { origin: baseURL! },
      data: { version, files },
    });
    expect([200, 409]).toContain(published.status());
    // Checks it in a browser.
    const promotion = runMfe(baseURL!, 'promote', 'people', version);

    // A link alone loads nothing of the candidate. Once the user agrees, this tab previews it.
    const requested = requestedVersions(page, 'people');
    await page.goto(`/people?mfe.people=${version}`);
    await expect(page.getByRole('heading', { name: `Preview Passengers ${version}?` })).toBeVisible();
    await expect(page.getByText('Not released')).toBeVisible();
    expect([...requested]).not.toContain(version);
    expect((await page.request.get(`/mfe/people/${version}/mf-manifest.json`)).status()).toBe(403);
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, 'Load the preview').click();
    const banner = page.getByRole('complementary', { name: 'Preview' });
    await expect(banner.getByText(`Passengers ${version} instead of the live version`)).toBeVisible();
    await expect(page.getByText('Something went wrong on this page')).toBeVisible();
    expect([...requested]).toContain(version);
    expect(await accessibilityProblems(page)).toEqual([]);
    await expectOthersToWork(page);
    await button(page, 'Leave the preview').click();
    await expect(banner).toBeHidden();
    expect((await page.request.get(`/mfe/people/${version}/mf-manifest.json`)).status()).toBe(403);
    await navigationLink(page, 'Passengers').click();
    await expect(passengers(page)).toBeVisible();

    const { status, output } = await promotion;
    expect([status, output]).toEqual([1, expect.stringContaining('TypeError: nothing to show')]);
    expect((await frontendStatus(page.request, 'people')).live).toEqual(live);

    // A verifier lets it pass. The server ends the canary once it has failed in three sessions.
    await recordVerdict(page.request, baseURL!, 'people', version);
    const data = { version, canary: 99 };
    await page.request.post('/api/frontends/people/promote', { headers: { origin: baseURL! }, data });
    const stopped: Page[] = [];
    const enter = async () => {
      const context = await browser.newContext({ baseURL: baseURL! });
      await context.request.post('/api/auth/login', { headers: { origin: baseURL! }, data: CURATOR });
      const canaryPage = await context.newPage();
      await canaryPage.goto('/people');
      const broken = canaryPage.getByText('Something went wrong on this page');
      await expect(broken.or(passengers(canaryPage))).toBeVisible();
      if (await broken.isVisible()) stopped.push(canaryPage);
    };
    for (let round = 0; round < 2 && (await frontendStatus(page.request, 'people')).canary; round += 1)
      await Promise.all([enter(), enter(), enter()]);
    await expect.poll(async () => (await frontendStatus(page.request, 'people')).canary).toBeNull();
    expect((await frontendStatus(page.request, 'people')).live!.version).toBe(live!.version);
    // Retry loads the live version.
    const [stoppedRelease] = stopped;
    await expect(stoppedRelease!.getByText('Something went wrong on this page')).toBeVisible();
    await button(stoppedRelease!, 'Retry').click();
    await expect(passengers(stoppedRelease!)).toBeVisible();
    await Promise.all(stopped.map((canaryPage) => canaryPage.context().close()));
    await page.goto('/ops/frontends');
    await expect(page.getByText(/of \d sessions failed with/).first()).toBeVisible();
    await expect(page.getByText(/by the server/).first()).toBeVisible();
  } finally {
    await restoreVersion(page.request, baseURL!, 'people', live!.version);
    throwing.remove();
  }
});

test('shows a candidate of the shell to a tab that agreed, and leads back from one that does not start', async ({
  signedIn: page,
  accessibilityProblems,
  baseURL,
}, { retry }) => {
  const { live } = await frontendStatus(page.request, 'shell');
  const good = shellCandidate(`9.${retry}.1`, (html) => html.replace('<body', '<body data-candidate'));
  const broken = shellCandidate(`9.${retry}.2`, (html) => html.replaceAll(/<script[^>]*src[^>]*><\/script>/g, ''));
  for (const data of [good, broken]) {
    const response = await page.request.post('/api/frontends/shell/versions', { headers: { origin: baseURL! }, data });
    expect(response.ok(), await response.text()).toBe(true);
  }
  const candidate = page.locator('body[data-candidate]');
  const preview = async (version: string) => {
    await page.goto(`/people?mfe.shell=${version}`);
    await expect(page.getByRole('heading', { name: `Preview Shell ${version}?` })).toBeVisible();
    await expect(candidate).toBeHidden();
    await Promise.all([page.waitForEvent('load'), button(page, 'Load the preview').click()]);
  };
  const banner = page.getByRole('complementary', { name: 'Preview' });

  await preview(good.version);
  await expect(candidate).toBeVisible();
  await expect(passengers(page)).toBeVisible();
  await expect(banner.getByText(`Shell ${good.version} instead of the live version`)).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await expectOthersToWork(page);
  await page.reload();
  await expect(candidate).toBeVisible();
  await expect(banner).toBeVisible();
  // Other tabs keep the live shell.
  const tab = await page.context().newPage();
  await tab.goto('/people');
  await expect(passengers(tab)).toBeVisible();
  await expect(tab.locator('body[data-candidate]')).toBeHidden();
  await tab.close();
  await button(page, 'Leave the preview').click();
  await expect(candidate).toBeHidden();
  await expect(banner).toBeHidden();
  expect(new URL(page.url()).search).not.toContain('mfe.');

  await preview(broken.version);
  await page.goto('/people');
  await expect(passengers(page)).toBeVisible();
  await expect(banner.getByText(`Can’t show Shell ${broken.version}. It didn’t start.`)).toBeVisible();
  await button(page, 'Dismiss').click();
  await expect(banner).toBeHidden();
  expect((await frontendStatus(page.request, 'shell')).live).toEqual(live);
});

test('shows a voyage when media-mfe is unavailable, and says what is missing', async ({
  signedIn: page,
  accessibilityProblems,
  baseURL,
}) => {
  const title = 'Seen without its viewer';
  await page.goto('/');
  await deleteTestMedia(page, title);
  const response = await page.request.get('/api/voyages', { params: { limit: 1 } });
  const [voyage] = (await response.json()) as { voyage_slug: string; title: string }[];
  try {
    const response = await page.request.post('/api/curator/media/upload', {
      headers: { origin: baseURL! },
      multipart: {
        title,
        media_slug: 'auto',
        voyage_slug: voyage!.voyage_slug,
        file: await aPng(page, title),
      },
    });
    expect(response.status()).toBe(201);
    await page.route('**/mfe/media/**', (route) => route.abort());
    await page.goto(`/voyages/${voyage!.voyage_slug}`);
    await expect(page.getByRole('heading', { level: 1, name: voyage!.title })).toBeVisible();
    const picture = page.getByRole('img', { name: title }).first();
    await expect(picture).toBeVisible();
    await picture.click();
    await expect(page.getByText(/Can’t open the viewer right now/)).toBeVisible();
    await expect(page.getByRole('link', { name: `Open “${title}” directly` })).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.unroute('**/mfe/media/**');
    await button(page, 'Retry').click();
    await expect(page.getByRole('dialog')).toBeVisible();
  } finally {
    await deleteTestMedia(page, title);
  }
});

/** Other registrations of properties that the styles of all micro-frontends share, and what an element of another one sets. */
const REGISTRATIONS = [
  { name: '--tw-scale-x', syntax: '<number>', inherits: false, initial: '1', property: 'scale', value: '105%' },
  { name: '--tw-translate-x', syntax: '*', inherits: false, initial: '9px', property: 'translate', value: undefined },
  {
    name: '--tw-border-style',
    syntax: '*',
    inherits: true,
    initial: 'solid',
    property: 'border-style',
    value: undefined,
  },
];

test('rejects styles that register a shared property differently, which would change other micro-frontends', async ({
  signedIn: page,
  baseURL,
}, { retry }) => {
  const { version } = (await frontendStatus(page.request, 'people')).live!;
  for (const [index, { name, syntax, inherits, initial, property, value }] of REGISTRATIONS.entries()) {
    const css = `@property ${name}{syntax:"${syntax}";inherits:${inherits};initial-value:${initial}}`;
    await page.route('**/assets/registration.css', (route) => route.fulfill({ contentType: 'text/css', body: css }));
    await page.goto('/voyages');
    await expect(page.getByText('of 33 results')).toBeVisible();
    // What the registration would change in another micro-frontend.
    const [before, after] = await page.evaluate(
      async ({ name, property, value }) => {
        const parent = document.querySelector<HTMLElement>('[data-mfe="voyages"]')!;
        const element = parent.appendChild(document.createElement('div'));
        parent.style.setProperty(name, 'dotted');
        if (value) element.style.setProperty(name, value);
        element.style.setProperty(property, `var(${name})`);
        const shown = () => getComputedStyle(element).getPropertyValue(property);
        const before = shown();
        const sheet = document.createElement('link');
        Object.assign(sheet, { rel: 'stylesheet', href: '/assets/registration.css' });
        document.head.append(sheet);
        await new Promise((done) => (sheet.onload = done));
        // Without motion, a transition to the new value still takes a frame.
        shown();
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
        return [before, shown()];
      },
      { name, property, value },
    );
    expect([name, after]).not.toEqual([name, before]);
    await page.unroute('**/assets/registration.css');

    const data = remoteCandidate('people', version, `8.${retry}.${index}`, css);
    const response = await page.request.post('/api/frontends/people/versions', { headers: { origin: baseURL! }, data });
    expect(response.status()).toBe(422);
    expect(await response.text()).toContain(`@property ${name} has an effect outside of people.`);
  }
});

test('opens dialogs, whose code loads later than the page, and says when it can’t be loaded', async ({
  signedIn: page,
}) => {
  const code = '**/assets/overlays.*.js';
  await page.route(code, (route) => route.abort());
  await page.goto('/ops/frontends');
  const dialog = page.getByRole('dialog', { name: 'Register a micro-frontend' });
  await button(page, 'Register').click();
  await expect(page.getByText('Can’t open this. Check your connection and try again.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.unroute(code);
  await button(page, 'Register').press('Enter');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('textbox').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button(page, 'Register')).toBeFocused();
});

test('promotes and rolls back on the operations page, by keyboard, at any width and in dark mode', async ({
  signedIn: page,
  accessibilityProblems,
  baseURL,
}) => {
  const { live, versions } = await frontendStatus(page.request, 'people');
  const other = versions.find(({ version }) => version !== live!.version && version.startsWith('1.0.'))!.version;
  try {
    await page.goto('/ops/frontends');
    const people = page.getByRole('region', { name: 'Passengers' });
    await expect(people.getByText('has been live since')).toBeVisible();
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
    await dialog.getByLabel('Audience').selectOption({ label: '10% of sessions' });
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Promote' }).press('Enter');
    await expect(people.getByText('has been shown to')).toBeVisible();
    await people.getByRole('button', { name: 'End canary' }).press('Enter');
    await dialog.getByRole('button', { name: 'End canary' }).press('Enter');
    await expect(people.getByText('has been shown to')).toBeHidden();
    await expect(page.getByText(`Rolled back to Passengers ${live!.version}`).first()).toBeVisible();
  } finally {
    await restoreVersion(page.request, baseURL!, 'people', live!.version);
  }
});

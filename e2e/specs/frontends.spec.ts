import type { APIRequestContext, Browser, Locator, Page, Route } from '@playwright/test';
import { aPng, deleteTestMedia } from '../pages/media-files.ts';
import {
  damageStoredFile,
  exposedBy,
  fileHashes,
  type FixtureBuilds,
  fixtureBuilds,
  fixtureCandidate,
  fixtureHiding,
  frontendStatus,
  isReleased,
  nextVersion,
  promoteVerified,
  publishBuild,
  publishedVersions,
  remoteCandidate,
  requestedVersions,
  restoreVersion,
  runMfe,
  shellCandidate,
  shellWithout,
} from '../pages/releases.ts';
import { confirmWithPassword, CURATOR, expect, navigationLink, sendConfirmed, test } from '../pages/test.ts';

test.use({
  expectedConsoleErrors:
    /ERR_FAILED|status of (?:403|404|409|500|502)|RemoteLoadError|Federation Runtime|valid digest|nothing to show|MIME type|Unexpected|Invalid or|Loading chunk|greet|React error #130/,
});

/** Open pages notice releases and rollbacks within this time. */
const NOTICE_MS = 10_000;

const passengers = (page: Page) => page.getByRole('heading', { level: 1, name: 'Passengers' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Built once for all tests. */
let built: Promise<FixtureBuilds> | undefined;
async function fixtures(request: APIRequestContext): Promise<FixtureBuilds> {
  const { live } = await frontendStatus(request, 'people');
  built ??= exposedBy(request, `/mfe/people/${live!.version}/mf-manifest.json`).then(fixtureBuilds);
  return built;
}
test.afterAll(async () => (await built)?.remove());

/** Opens a page in new sessions until the server has withdrawn a version. Returns the pages that show a failure. */
async function openUntilWithdrawn(
  { browser, request, baseURL }: { browser: Browser; request: APIRequestContext; baseURL: string },
  { name, version }: { name: string; version: string },
  address: string,
  shown: (page: Page) => Locator,
): Promise<Page[]> {
  const failedPages: Page[] = [];
  const enter = async () => {
    const context = await browser.newContext({ baseURL });
    await context.request.post('/api/auth/login', { headers: { origin: baseURL }, data: CURATOR });
    const canaryPage = await context.newPage();
    await canaryPage.goto(address);
    const broken = pageError(canaryPage);
    await expect(broken.or(shown(canaryPage))).toBeVisible();
    if (await broken.isVisible()) failedPages.push(canaryPage);
    else await context.close();
  };
  for (let round = 0; round < 2 && (await isReleased(request, name, version)); round += 1)
    await Promise.all([enter(), enter(), enter()]);
  await expect.poll(() => isReleased(request, name, version)).toBe(false);
  return failedPages;
}
const pageError = (page: Page) => page.getByText('Something went wrong on this page');

/** Loads a candidate into the tab, as a user who opens its link and agrees. */
async function openPreview(page: Page, name: string, title: string, version: string): Promise<void> {
  await page.goto(`/${name}?mfe.${name}=${version}`);
  await expect(page.getByRole('heading', { name: `Preview ${title} ${version}?` })).toBeVisible();
  await button(page, 'Load the preview').click();
}

/** Checks that the other micro-frontends work. */
async function expectOthersToWork(page: Page): Promise<void> {
  await navigationLink(page, 'Voyages').click();
  await expect(page.getByText('of 33 results')).toBeVisible();
  await navigationLink(page, 'Media Explorer').click();
  await expect(page.getByRole('heading', { level: 1, name: /Media/ })).toBeVisible();
}

test('publishes a remote while a page is open: open pages keep working, new pages get it, and open pages notice the release and the rollback', async ({
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

    expect(await runMfe(baseURL!, 'rollback', 'people')).toMatchObject({ status: 0 });
    await expect(notice(page)).toBeVisible({ timeout: NOTICE_MS });
    requestedByTab.clear();
    await tab.goto('/people');
    await expect(passengers(tab)).toBeVisible();
    expect([...requestedByTab]).toEqual([before]);
  } finally {
    await restoreVersion(page.request, baseURL!, 'people', before);
  }
});

/** Ways that loading a remote's files can fail. */
const BROKEN: Record<string, (route: Route) => Promise<unknown>> = {
  'are missing': (route) => route.fulfill({ status: 404, body: '' }),
  'respond with 500': (route) => route.fulfill({ status: 500, body: 'Internal Server Error' }),
  'respond with HTML': (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>x</title>' }),
  'arrive cut off': (route) => withBody(route, (body) => body.slice(0, body.length / 2)),
  'arrive changed': (route) => withBody(route, (body) => `${body};globalThis.changedFileRan = true`),
};
/** Responds with a changed body. */
async function withBody(route: Route, change: (body: string) => string): Promise<void> {
  const response = await route.fetch();
  // The changed body must not be cached, unlike the file that it replaces.
  const headers = { ...response.headers(), 'cache-control': 'no-store' };
  await route.fulfill({ response, headers, body: change(await response.text()) });
}
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

  const loadError = (tab: Page) => tab.getByText('This page couldn’t be loaded');
  let reported = 0;
  page.on('request', (request) => (reported += Number(request.url().endsWith('/api/frontends/failures'))));
  await page.route(FILES, BROKEN['are missing']!);
  await page.goto('/');
  await expect(button(page, 'Try again: Passengers')).toBeVisible();
  await expect(page.getByText(/^(?:Next anniversary|On this day)$/).first()).toBeVisible();
  await navigationLink(page, 'Passengers').click();
  await expect(loadError(page)).toBeVisible();
  // Each Retry loads again and fails differently.
  for (const [kind, break_] of Object.entries(BROKEN).slice(1))
    await test.step(`which ${kind}`, async () => {
      const before = reported;
      await page.unroute(FILES);
      await page.route(FILES, break_);
      await button(page, 'Retry').click();
      await expect.poll(() => reported).toBe(before + 1);
      await expect(loadError(page)).toBeVisible();
    });
  expect(await page.evaluate(() => 'changedFileRan' in globalThis)).toBe(false);
  await expectOthersToWork(page);

  for (const tab of [page, waiting]) {
    await navigationLink(tab, 'Passengers').click();
    // An old failure is retried, which may take the full time-out.
    await expect(loadError(tab)).toBeVisible({ timeout: 20_000 });
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
  const { version, files } = fixtureCandidate((await fixtures(page.request)).throwing, `1.2.${10 + retry}`);
  try {
    const published = await publishBuild(page.request, baseURL!, 'people', { version, files });
    expect([200, 409]).toContain(published.status());
    // The promotion first checks the version in a browser.
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
    await button(page, 'Exit preview').click();
    await expect(banner).toBeHidden();
    expect((await page.request.get(`/mfe/people/${version}/mf-manifest.json`)).status()).toBe(403);
    await navigationLink(page, 'Passengers').click();
    await expect(passengers(page)).toBeVisible();

    const { status, output } = await promotion;
    expect([status, output]).toEqual([1, expect.stringContaining('TypeError: nothing to show')]);
    expect((await frontendStatus(page.request, 'people')).live).toEqual(live);

    // A verifier lets it pass. The server ends the canary once it has failed in three sessions.
    await promoteVerified(page.request, baseURL!, 'people', version, 'canary');
    const sessions = { browser, request: page.request, baseURL: baseURL! };
    const stopped = await openUntilWithdrawn(sessions, { name: 'people', version }, '/people', passengers);
    expect((await frontendStatus(page.request, 'people')).live!.version).toBe(live!.version);
    // Retry loads the live version.
    const [stoppedRelease] = stopped;
    await expect(pageError(stoppedRelease!)).toBeVisible();
    await button(stoppedRelease!, 'Retry').click();
    await expect(passengers(stoppedRelease!)).toBeVisible();
    await Promise.all(stopped.map((canaryPage) => canaryPage.context().close()));
    await page.goto('/ops/frontends');
    await expect(page.getByText(/of \d sessions failed with/).first()).toBeVisible();
    await expect(page.getByText(/by the server/).first()).toBeVisible();
  } finally {
    await restoreVersion(page.request, baseURL!, 'people', live!.version);
  }
});

test('rolls back a people-mfe that was promoted to everyone and fails in every session, and says why', async ({
  signedIn: page,
  browser,
  baseURL,
}, { retry }) => {
  const { live } = await frontendStatus(page.request, 'people');
  const failing = fixtureCandidate((await fixtures(page.request)).throwing, `1.2.${40 + retry}`);
  try {
    expect((await publishBuild(page.request, baseURL!, 'people', failing)).ok()).toBe(true);
    await promoteVerified(page.request, baseURL!, 'people', failing.version, 'everyone');
    const sessions = { browser, request: page.request, baseURL: baseURL! };
    const { version } = failing;
    const [failed, ...others] = await openUntilWithdrawn(sessions, { name: 'people', version }, '/people', passengers);
    expect((await frontendStatus(page.request, 'people')).live!.version).toBe(live!.version);
    await button(failed!, 'Retry').click();
    await expect(passengers(failed!)).toBeVisible();
    await Promise.all([failed!, ...others].map((open) => open.context().close()));
    await page.goto('/ops/frontends');
    await expect(page.getByText(new RegExp(`of \\d sessions failed with 1\\.2\\.${40 + retry}`)).first()).toBeVisible();
  } finally {
    await restoreVersion(page.request, baseURL!, 'people', live!.version);
  }
});

test('does not offer a candidate without an independent verdict, and asks before it stores a build that has grown', async ({
  signedIn: page,
  baseURL,
}, { retry }) => {
  const { live } = await frontendStatus(page.request, 'people');
  const headers = { origin: baseURL! };
  const pipeline = { scopes: ['deploy:people'], label: 'Pipeline' };
  const made = await sendConfirmed(page.request, baseURL!, 'POST', '/api/tokens', pipeline);
  const { token, token_id: id } = (await made.json()) as { token: string; token_id: number };
  const candidate = remoteCandidate('people', live!.version, `1.4.${retry}`);
  expect((await publishBuild(page.request, baseURL!, 'people', candidate)).ok()).toBe(true);
  const { versions } = await frontendStatus(page.request, 'people');
  const { digest } = versions.find(({ version }) => version === candidate.version)!;
  const { revision } = (await (await page.request.get('/mfe/registry.json')).json()) as { revision: number };
  const forged = await page.request.post(`/api/frontends/people/versions/${candidate.version}/verdicts`, {
    headers: { ...headers, authorization: `Bearer ${token}` },
    data: { passed: true, problems: [], revision, digest },
  });
  expect([401, 403]).toContain(forged.status());
  await page.request.delete(`/api/tokens/${id}`, { headers });

  await page.goto('/ops/frontends');
  const people = page.getByRole('region', { name: 'Passengers' });
  const row = people.getByRole('listitem').filter({ hasText: candidate.version });
  await expect(row.first()).toBeVisible();
  await expect(people.getByRole('button', { name: `Promote ${candidate.version}` })).toBeHidden();
  const data = { version: candidate.version };
  expect((await sendConfirmed(page.request, baseURL!, 'POST', '/api/frontends/people/promote', data)).status()).toBe(
    409,
  );
  await page.goto('/people');
  await expect(passengers(page)).toBeVisible();

  // Random text, which does not compress.
  const text = Array.from({ length: 4000 }, () => Math.random().toString(36).slice(2)).join('');
  const grown = remoteCandidate('people', live!.version, `1.4.${10 + retry}`, scoped('people', `.x{--x:"${text}"}`));
  const unconfirmed = await publishBuild(page.request, baseURL!, 'people', grown);
  expect([unconfirmed.status(), await unconfirmed.text()]).toEqual([
    409,
    expect.stringMatching(/people [\d.]+ has \d+ KB of compressed scripts and styles, \+\d+ KB against/),
  ]);
  expect(await publishedVersions(page.request, 'people')).not.toContain(grown.version);
});
const scoped = (name: string, css: string) =>
  `@scope([data-mfe=${name}]) to ([data-mfe]:not([data-mfe=${name}])){${css}}`;

test('shows a candidate of the shell to a tab that agreed, and offers a way back from one that does not start', async ({
  signedIn: page,
  accessibilityProblems,
  baseURL,
}, { retry }) => {
  const { live } = await frontendStatus(page.request, 'shell');
  const good = shellCandidate(`9.${retry}.1`, (html) => html.replace('<body', '<body data-candidate'));
  const broken = shellCandidate(`9.${retry}.2`, (html) => html.replaceAll(/<script[^>]*src[^>]*><\/script>/g, ''));
  for (const data of [good, broken]) {
    const response = await publishBuild(page.request, baseURL!, 'shell', data);
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
  await button(page, 'Exit preview').click();
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

test('rejects a shell without a component that voyages-mfe uses, and withdraws one that hides it after three failed sessions', async ({
  signedIn: page,
  browser,
  baseURL,
}, { retry }) => {
  const shell = (await frontendStatus(page.request, 'shell')).live;
  const voyages = (await frontendStatus(page.request, 'voyages')).live;
  const rejected = await publishBuild(page.request, baseURL!, 'shell', shellWithout('Quote', `9.${retry}.3`, false));
  expect(rejected.status()).toBe(422);
  expect(await rejected.text()).toMatch(
    /voyages [\d.]+ uses Quote of @archive\/ui, which @archive\/ui [\d.]+ of shell 9\.\d\.3 does not have\./,
  );

  const hiding = shellWithout('Quote', `9.${retry}.4`, true);
  const published = await publishBuild(page.request, baseURL!, 'shell', hiding);
  expect(published.ok(), await published.text()).toBe(true);
  // A voyage with quotes.
  const params = { date_from: '1952-03-01', date_to: '1952-03-31' };
  const [voyage] = (await (await page.request.get('/api/voyages', { params })).json()) as { voyage_slug: string }[];
  const quote = (target: Page) => target.getByRole('blockquote').first();
  try {
    await promoteVerified(page.request, baseURL!, 'shell', hiding.version, 'canary');
    const sessions = { browser, request: page.request, baseURL: baseURL! };
    const failedPages = await openUntilWithdrawn(
      sessions,
      { name: 'shell', version: hiding.version },
      `/voyages/${voyage!.voyage_slug}`,
      quote,
    );
    expect((await frontendStatus(page.request, 'shell')).live).toEqual(shell);
    expect((await frontendStatus(page.request, 'voyages')).live).toEqual(voyages);
    await failedPages[0]!.reload();
    await expect(quote(failedPages[0]!)).toBeVisible();
    await expect(pageError(failedPages[0]!)).toBeHidden();
    await Promise.all(failedPages.map((failedPage) => failedPage.context().close()));
    await page.goto('/ops/frontends');
    await expect(page.getByText(new RegExp(`of \\d sessions failed with 9\\.${retry}\\.4`)).first()).toBeVisible();
  } finally {
    await restoreVersion(page.request, baseURL!, 'shell', shell!.version);
  }
});

test('rejects a remote that uses a name the shell does not have, which its preview cannot show', async ({
  signedIn: page,
  baseURL,
}, { retry }) => {
  const { newName } = await fixtures(page.request);
  const rejected = await publishBuild(page.request, baseURL!, 'people', fixtureCandidate(newName, `1.2.${20 + retry}`));
  expect(rejected.status()).toBe(422);
  expect(await rejected.text()).toMatch(
    /uses greet of @archive\/ui, which @archive\/ui [\d.]+ of shell [\d.]+ does not have/,
  );

  const hiding = fixtureHiding(newName, `1.2.${30 + retry}`, '@archive/ui', 'greet');
  expect((await publishBuild(page.request, baseURL!, 'people', hiding)).ok()).toBe(true);
  await openPreview(page, 'people', 'Passengers', hiding.version);
  await expect(page.getByText(/^(?:This page couldn’t be loaded|Something went wrong on this page)$/)).toBeVisible();
  await expectOthersToWork(page);
});

/** Kinds of damage in storage, each with a file of the pages that it affects. */
const DAMAGE = [
  { kind: 'cut off', change: (body: Buffer) => body.subarray(0, body.length / 2) },
  { kind: 'changed', change: (body: Buffer) => Buffer.from(body.toReversed()) },
];

test('never shows a damaged file of a published build, says that the page couldn’t be loaded, and recovers once it is published again', async ({
  signedIn: page,
  baseURL,
}, { retry }) => {
  const { version } = (await frontendStatus(page.request, 'people')).live!;
  for (const [index, { kind, change }] of DAMAGE.entries())
    await test.step(kind, async () => {
      const build = remoteCandidate('people', version, `1.3.${10 * retry + index}`);
      const publish = async () => {
        const response = await publishBuild(page.request, baseURL!, 'people', build);
        expect(response.ok(), await response.text()).toBe(true);
      };
      await publish();
      const path = await damageStoredFile(page.request, 'people', build, /expose-routes\.[^/]+\.js$/, change);
      const arrived = page.waitForResponse((response) => response.url().endsWith(path));
      await openPreview(page, 'people', 'Passengers', build.version);
      const damaged = await arrived;
      expect([damaged.status(), damaged.headers()['cache-control']]).toEqual([502, 'no-store']);
      await expect(page.getByText('This page couldn’t be loaded')).toBeVisible();
      await expectOthersToWork(page);
      await navigationLink(page, 'Passengers').click();
      await publish();
      await button(page, 'Retry').click();
      await expect(passengers(page)).toBeVisible();
      await button(page, 'Exit preview').click();
      await expect(page.getByRole('complementary', { name: 'Preview' })).toBeHidden();
    });
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

/** What `read` returns before and after the page loads these styles as a file of the archive. */
async function changedBy<T>(page: Page, css: string, read: () => Promise<T>): Promise<[T, T]> {
  const before = await read();
  await page.route('**/assets/more-styles.css', (route) => route.fulfill({ contentType: 'text/css', body: css }));
  const sheet = await page.evaluateHandle(async () => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', href: '/assets/more-styles.css' });
    document.head.append(link);
    await new Promise((done) => (link.onload = done));
    // Without motion, a transition to the new value still takes a frame.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return link;
  });
  const after = await read();
  await sheet.evaluate((link) => link.remove());
  await page.unroute('**/assets/more-styles.css');
  return [before, after];
}

/** Changed registrations of properties that all micro-frontends share, and the styles of an element elsewhere that would change. */
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
    await page.goto('/voyages');
    await expect(page.getByText('of 33 results')).toBeVisible();
    // What the registration would change in another micro-frontend.
    const element = await page.evaluateHandle(
      ({ name, property, value }) => {
        const parent = document.querySelector<HTMLElement>('[data-mfe="voyages"]')!;
        const element = parent.appendChild(document.createElement('div'));
        parent.style.setProperty(name, 'dotted');
        if (value) element.style.setProperty(name, value);
        element.style.setProperty(property, `var(${name})`);
        return element;
      },
      { name, property, value },
    );
    const [before, after] = await changedBy(page, css, () =>
      element.evaluate((item, name) => getComputedStyle(item).getPropertyValue(name), property),
    );
    expect([name, after]).not.toEqual([name, before]);

    const data = remoteCandidate('people', version, `8.${retry}.${index}`, css);
    const response = await publishBuild(page.request, baseURL!, 'people', data);
    expect(response.status()).toBe(422);
    expect(await response.text()).toContain(`@property ${name} has an effect outside of people.`);
  }
});

/** Styles of a remote that affect the rest of the page: an element elsewhere, and its property that they would change. */
const UNSCOPED = [
  { css: 'main{display:none}', selector: 'main', property: 'display' },
  { css: 'h1{font-size:99px}', selector: 'h1', property: 'font-size' },
  { css: '[data-mfe=voyages] a{color:rgb(255, 0, 0)}', selector: '[data-mfe=voyages] a', property: 'color' },
  { css: 'header{background-color:rgb(255, 0, 0)}', selector: 'header', property: 'background-color' },
];

test('rejects styles of a remote that would change the masthead and other micro-frontends', async ({
  signedIn: page,
  baseURL,
}, { retry }) => {
  const { version } = (await frontendStatus(page.request, 'people')).live!;
  await page.goto('/voyages');
  await expect(page.getByText('of 33 results')).toBeVisible();
  for (const { css, selector, property } of UNSCOPED) {
    const [before, after] = await changedBy(page, css, () =>
      page.evaluate(
        ([selector, property]) => getComputedStyle(document.querySelector(selector!)!).getPropertyValue(property!),
        [selector, property],
      ),
    );
    expect([selector, after]).not.toEqual([selector, before]);
  }
  const data = remoteCandidate('people', version, `8.${retry}.9`, UNSCOPED.map(({ css }) => css).join(''));
  const response = await publishBuild(page.request, baseURL!, 'people', data);
  expect(response.status()).toBe(422);
  const text = JSON.stringify(await response.json());
  for (const { css } of UNSCOPED)
    expect(text).toContain(`the styles of “${css.slice(0, css.indexOf('{'))}” apply outside of people.`);
});

test('refuses a path that another team’s micro-frontend has, and keeps what was entered', async ({
  signedIn: page,
}) => {
  await page.goto('/ops/frontends');
  await button(page, 'Register').click();
  const dialog = page.getByRole('dialog', { name: 'Register a micro-frontend' });
  await dialog.getByLabel('Name').fill('crew-lists');
  await dialog.getByLabel('Title').fill('Crew lists');
  await dialog.getByRole('textbox', { name: 'Path', exact: true }).fill('/people');
  await dialog.getByRole('button', { name: 'Register' }).click();
  await confirmWithPassword(page);
  await expect(dialog.getByText('Passengers (people) is at /people already.').first()).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue('Crew lists');
  expect(await frontendStatus(page.request, 'crew-lists')).toBeUndefined();
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
    await expect(people.getByText('Live since')).toBeVisible();
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 320],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await accessibilityProblems(page), `${colorScheme} at ${width}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await people.getByRole('button', { name: /older version/ }).press('Enter');
    await people.getByRole('button', { name: `Promote ${other}` }).press('Enter');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('Audience').selectOption({ label: '10% of sessions' });
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Promote' }).press('Enter');
    await confirmWithPassword(page);
    await expect(people.getByText('Shown to')).toBeVisible();
    await people.getByRole('button', { name: 'End canary' }).press('Enter');
    await dialog.getByRole('button', { name: 'End canary' }).press('Enter');
    await expect(people.getByText('Shown to')).toBeHidden();
    await expect(page.getByText(`Rolled back to Passengers ${live!.version}`).first()).toBeVisible();
  } finally {
    await restoreVersion(page.request, baseURL!, 'people', live!.version);
  }
});

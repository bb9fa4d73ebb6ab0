import { expect, test } from '../pages/test.ts';

/** Compressed scripts of the first visit of /voyages, in KB, with their headers (`npm run bench` compares with one bundle). */
const BUDGET_KB = 199;

test('opens /voyages for the first time with few scripts, and starts everything with the page', async ({
  browser,
  session: storageState,
}) => {
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const files = new Map<string, { url: string; type: string; initiator: string; bytes: number }>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type, initiator }) =>
    files.set(requestId, { url: request.url, type: type ?? 'Other', initiator: initiator.type, bytes: 0 }),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  await page.goto('/voyages');
  await page.locator('[data-mfe="voyages"] section li h3').first().waitFor();

  const loaded = [...files.values()].map((file) => ({ ...file, path: new URL(file.url).pathname }));
  const scripts = loaded.filter(({ path }) => path.endsWith('.js'));
  const kilobytes = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  expect(scripts.every(({ bytes }) => bytes > 0)).toBe(true);
  expect(kilobytes).toBeLessThan(BUDGET_KB);

  // Preloaded by the page and loaded once: the container and the pages of the micro-frontend, the fonts, and the first requests.
  const fromPage = [/\/remoteEntry\.\w+\.js$/, /\/expose-routes\.\w+\.js$/, /\/expose-routes\.\w+\.css$/, /\.woff2$/];
  const requests = [/^\/api\/voyages$/, /^\/api\/voyages\/administrations$/, /^\/api\/presidents$/];
  for (const pattern of [...fromPage, ...requests]) {
    const matching = loaded.filter(({ path }) => pattern.test(path));
    expect(matching.map(({ initiator }) => initiator)).not.toEqual([]);
    expect(new Set(matching.map(({ path }) => path)).size).toBe(matching.length);
    expect(matching.every(({ initiator }) => initiator === 'parser')).toBe(true);
  }
  expect(loaded.map(({ path }) => path)).not.toContainEqual(expect.stringMatching(/mf-manifest/));
  await context.close();
});

import { expect, test } from '../pages/test.ts';

test('a curator publishes an edition, which everyone reads without signing in, and goes back to an earlier one', async ({
  signedIn: page,
  browser,
  baseURL: origin = '',
  accessibilityProblemsInBothSchemes,
}) => {
  test.slow();
  const end = () => page.request.put('/api/curator/edition/current', { data: { number: null }, headers: { origin } });
  const reader = await browser.newContext({ javaScriptEnabled: false, baseURL: origin });
  try {
    const publish = async (earlier = '') => {
      await page.goto('/publishing');
      await page.getByRole('button', { name: 'Publish edition' }).click();
      const current = page.getByText(/^Readers see edition \d+$/);
      await expect(page.getByRole('button', { name: 'Publish edition' })).toBeVisible({ timeout: 30_000 });
      await expect(current).toBeVisible();
      await expect(current).not.toHaveText(`Readers see edition ${earlier}`, { timeout: 30_000 });
      return (await current.textContent())?.match(/\d+/)?.[0] ?? '';
    };
    const first = await publish();
    expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

    const visit = await reader.newPage();
    await visit.goto('/edition/');
    await visit.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Voyages' }).click();
    await visit.locator('.administrations a').first().click();
    await visit.locator('tbody a').first().click();
    await expect(visit.locator('article h1')).toBeVisible();
    await visit.locator('.people a').first().click();
    await expect(visit.getByRole('heading', { name: 'Aboard', exact: true })).toBeVisible();

    for (const path of [
      '',
      'voyages/index.html',
      'people/index.html',
      'figures.html',
      'about.html',
      'days/index.html',
      'search.html?q=truman',
    ]) {
      await page.goto(`/edition/${path}`);
      if (path.startsWith('search')) await expect(page.locator('#search-results a').first()).toBeVisible();
      expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto('/edition/voyages/index.html');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1440, height: 900 });

    await publish(first);
    await page.getByRole('button', { name: `Make current: edition ${first}`, exact: true }).click();
    await expect(page.getByText(`Readers see edition ${first}`).first()).toBeVisible();
    await visit.goto('/edition/about.html');
    await expect(visit.getByText(`This is edition ${first} of`)).toBeVisible();
  } finally {
    await end();
    await reader.close();
  }
});

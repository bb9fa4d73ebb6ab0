import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort, startOwnArchive } from '../pages/own-archive.ts';
import { expect, signIn, test } from '../pages/test.ts';

const PROGRAM = fileURLToPath(new URL('../../apps/backend/test/support/sign-on-process.ts', import.meta.url));

test.use({ expectedConsoleErrors: /status of 401/ });

/** An archive of its own, and a provider for it in a process of its own. */
async function startWithProvider() {
  const port = await freePort();
  const provider = spawn(process.execPath, [PROGRAM, `http://127.0.0.1:${port}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const line = once(createInterface(provider.stdout), 'line') as Promise<[string]>;
  const [settings] = await Promise.race([
    line,
    once(provider, 'exit').then(() => Promise.reject(new Error('The provider did not start.'))),
  ]);
  const archive = await startOwnArchive('--empty', { port, settings: { SIGN_ON_PROVIDERS: settings } });
  const stop = async () => {
    await archive.stop();
    provider.kill();
  };
  return { url: archive.url, stopProvider: () => provider.kill(), stop };
}

test('people sign in and out with a provider, at both widths, and every refusal says what to do', async ({
  browser,
  accessibilityProblemsInBothSchemes,
}) => {
  test.setTimeout(240_000);
  const archive = await startWithProvider();
  try {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const context = await browser.newContext({ baseURL: archive.url, viewport });
      const page = await context.newPage();
      const withMuseum = page.getByRole('button', { name: 'Sign in with Museum' });
      await page.goto('/voyages');
      await expect(withMuseum).toBeVisible();
      expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

      await withMuseum.click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByText('You canceled signing in.')).toBeVisible();
      await withMuseum.click();
      await page.getByRole('button', { name: 'I am otto' }).click();
      await expect(page.getByText('none of your groups has access to the archive')).toBeVisible();
      expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);
      await context.clearCookies();

      await page.goto('/voyages');
      await withMuseum.click();
      await page.getByRole('button', { name: 'I am anna' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Voyages' })).toBeVisible();
      await expect(page).toHaveURL(/\/voyages$/);
      await page.goto('/account');
      await expect(page.getByText('You sign in with Museum')).toBeVisible();

      await page.getByRole('button', { name: 'Sign Out' }).click();
      await page.getByRole('button', { name: 'Yes, sign me out' }).click();
      await expect(page.getByPlaceholder('Enter username')).toBeVisible();
      // The provider asks again who it is.
      await withMuseum.click();
      await expect(page.getByRole('button', { name: 'I am anna' })).toBeVisible();
      await context.close();
    }

    archive.stopProvider();
    const page = await browser.newPage({ baseURL: archive.url });
    await page.goto('/');
    await signIn(page);
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
    await page.close();
  } finally {
    await archive.stop();
  }
});

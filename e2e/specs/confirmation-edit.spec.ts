import type { Page } from '@playwright/test';
import { aPng } from '../pages/media-files.ts';
import { confirmWithPassword, CURATOR, expect, test } from '../pages/test.ts';

test.use({ expectedConsoleErrors: /status of (?:401|403)|frame/ });

const button = (page: Page, name: string) => page.getByRole('button', { name });

test('creating a token asks for the password in a window of its own, and can be canceled', async ({
  signedIn: page,
  accessibilityProblems,
}, { retry }) => {
  const label = `Scanner of a test ${retry}`;
  await page.goto('/account/tokens');
  await page.getByLabel('Purpose').fill(label);
  await page.getByLabel('Upload files').check();
  await button(page, 'Create token').click();
  const dialog = page.getByRole('alertdialog', { name: 'Confirm with your password' });
  await expect(dialog).toContainText(`Create the API token “${label}” for uploading files`);
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Not confirmed with the password. Nothing was changed.')).toBeVisible();
  await expect(page.getByLabel('Purpose')).toHaveValue(label);

  await button(page, 'Create token').click();
  const opened = page.context().waitForEvent('page');
  await dialog.getByRole('link', { name: 'Enter password' }).click();
  const form = await opened;
  await expect(form.getByText(`Create the API token “${label}” for uploading files`)).toBeVisible();
  await form.getByLabel('Password').fill('wrong');
  await form.keyboard.press('Enter');
  await expect(form.getByRole('alert')).toHaveText('This is not the password. Please try again.');
  await form.getByLabel('Password').fill(CURATOR.password);
  await form.keyboard.press('Enter');
  await expect(form.getByText('Go back to the window of the archive')).toBeVisible();
  await form.close();
  await expect(page.getByText('Copy your token now. It won’t be shown again.')).toBeVisible();

  await button(page, `Revoke ${label}`).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText(`Token “${label}” revoked`)).toBeVisible();
});

test('the password may be entered in a window that the link did not open by a click', async ({ signedIn: page }) => {
  const label = `Scanner from a menu ${Date.now()}`;
  await page.goto('/account/tokens');
  await page.getByLabel('Purpose').fill(label);
  await page.getByLabel('Upload files').check();
  await button(page, 'Create token').click();
  const dialog = page.getByRole('alertdialog', { name: 'Confirm with your password' });
  const form = await page.context().newPage();
  await form.goto((await dialog.getByRole('link', { name: 'Enter password' }).getAttribute('href'))!);
  await form.getByLabel('Password').fill(CURATOR.password);
  await form.keyboard.press('Enter');
  await expect(form.getByText('Go back to the window of the archive')).toBeVisible();
  await form.close();
  await expect(page.getByText('Copy your token now. It won’t be shown again.')).toBeVisible();
  await button(page, `Revoke ${label}`).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText(`Token “${label}” revoked`)).toBeVisible();
});

test('code in the page can neither confirm nor read what is typed', async ({ signedIn: page }) => {
  await page.goto('/account/tokens');
  await page.getByLabel('Purpose').fill('Token of a test');
  await page.getByLabel('Upload files').check();
  await button(page, 'Create token').click();
  const dialog = page.getByRole('alertdialog', { name: 'Confirm with your password' });
  const link = dialog.getByRole('link', { name: 'Enter password' });
  await expect(link).toHaveAttribute('rel', /noopener/);
  const url = (await link.getAttribute('href'))!;
  const opened = page.context().waitForEvent('page');
  // As the code of a micro-frontend would: it keeps the window that it opened.
  await page.evaluate((address) => void Object.assign(globalThis, { stolen: globalThis.open(address) }), url);
  const form = await opened;
  await form.getByLabel('Password').fill('half of it');
  const attempts = await page.evaluate(async (address) => {
    const { stolen } = globalThis as unknown as { stolen: Window };
    const outcomeOf = (attempt: () => unknown) => {
      try {
        return String(attempt());
      } catch (error) {
        return (error as Error).name;
      }
    };
    const frame = document.createElement('iframe');
    frame.src = address;
    document.body.append(frame);
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    const form = new FormData();
    form.append('password', 'a guess');
    const guess = await fetch(address, { method: 'POST', body: form });
    return {
      read: outcomeOf(() => stolen.document.querySelector('input')?.value),
      script: outcomeOf(() => (stolen as unknown as { eval(text: string): unknown }).eval('1')),
      framed: outcomeOf(() => frame.contentDocument?.querySelector('input')?.value),
      guess: guess.status,
      page: /half of/.test(await (await fetch(address)).text()),
    };
  }, url);
  expect(attempts).toEqual({
    read: 'SecurityError',
    script: 'SecurityError',
    framed: expect.stringMatching(/^(?:undefined|SecurityError)$/),
    guess: 401,
    page: false,
  });
  await form.close();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('deletes media in the trash after the password, over the dialog that asked first', async ({
  signedIn: page,
  baseURL,
}) => {
  const title = `Confirmed ${Date.now()}`;
  const headers = { origin: baseURL! };
  const file = await aPng(page, title);
  const multipart = { media_slug: 'auto', title, media_type: 'image', file };
  const uploaded = await page.request.post('/api/curator/media/upload', { headers, multipart });
  const { media_slug: slug } = (await uploaded.json()) as { media_slug: string };
  await page.request.delete(`/api/curator/media/${slug}`, { headers });
  await page.goto('/media-explorer/trash');
  await page.getByRole('switch', { name: 'Edit mode' }).click();
  const row = page.getByRole('listitem').filter({ hasText: title });
  await row.getByRole('button', { name: `Delete permanently: ${title}` }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(question).toHaveAccessibleName('Are you ABSOLUTELY SURE? This cannot be undone!');
  await question.getByRole('button', { name: 'Delete permanently' }).click();
  await confirmWithPassword(page);
  await expect(page.getByText('Media permanently deleted from S3 and database!')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a micro-frontend is not promoted with the session alone', async ({ signedIn: page }) => {
  await page.goto('/voyages');
  const statuses = await page.evaluate(async () => {
    const post = (path: string, body: object) =>
      fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const responses = await Promise.all([
      post('/api/tokens', { scopes: ['upload'], label: 'x' }),
      post('/api/tokens', { scopes: ['deploy:people'], label: 'x' }),
      post('/api/frontends/people/promote', { version: '1.0.0' }),
      post('/api/curator/trash/empty', { until: new Date().toISOString() }),
    ]);
    return responses.map(({ status }) => status);
  });
  expect(statuses).toEqual([403, 403, 403, 403]);
});

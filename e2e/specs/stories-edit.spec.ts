import { expect, test } from '../pages/test.ts';

test('a curator writes a story with records, and it is read, changed, deleted and restored', async ({
  signedIn: page,
  accessibilityProblemsInBothSchemes,
}) => {
  test.slow();
  const title = `Down the river ${Date.now()}`;
  await page.goto('/stories');
  await page.getByRole('switch', { name: 'Edit Mode' }).click();
  await page.getByRole('link', { name: 'New Story' }).click();
  await page.getByRole('textbox', { name: /^Title/ }).fill(title);
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('An evening in 1976.\n\n');
  await page.getByRole('button', { name: 'Insert record' }).click();
  await page.getByRole('searchbox', { name: 'Search voyages, people and places' }).fill('trudeau');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Trudeau/ })
    .first()
    .click();
  await expect(text).toHaveValue(/An evening in 1976\.\n\n\[.*Trudeau\]\(\/people\/trudeau-[a-z-]+\)/);
  const write = page.getByRole('button', { name: 'Preview' });
  if (await write.isVisible()) await write.click();
  const card = page.getByRole('complementary').getByRole('link', { name: /Trudeau/ });
  await expect(card).toBeVisible();
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

  // A reload loses nothing.
  await page.reload();
  await page.getByRole('button', { name: 'Resume draft' }).click();
  await expect(page.getByRole('textbox', { name: /^Title/ })).toHaveValue(title);
  await page.getByRole('button', { name: 'Publish today' }).click();
  await page.getByRole('button', { name: 'Create Story' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(card).toHaveAttribute('href', /^\/people\/trudeau/);
  expect(await accessibilityProblemsInBothSchemes(page)).toEqual([]);

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Summary' }).fill('Dinner and energy');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Dinner and energy')).toBeVisible();
  await page.getByRole('button', { name: 'Change history' }).click();
  await expect(page.getByRole('dialog').getByText('Dinner and energy')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete story' }).click();
  await expect(page).toHaveURL(/\/stories$/);
  await expect(page.getByRole('link', { name: title })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  const slug = new URL(page.url()).pathname.split('/').at(-1);
  await page.request.delete(`/api/curator/stories/${slug}`, { headers: { origin: new URL(page.url()).origin } });
});

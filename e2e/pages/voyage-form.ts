import { expect, type Page } from '@playwright/test';

/** A field of the form by its label. */
export const field = (page: Page, name: string | RegExp) =>
  page.getByRole('textbox', { name, exact: typeof name === 'string' });

/** Where the work stands, as the foot of the form says it. */
export const status = (page: Page) => page.getByText(/unsaved changes?$|^Saved |^Not saved/);

/** A title of its own for each journey, on each screen: nothing else in the archive is called so. */
export const titled = (what: string, page: Page) => `${what} (${page.viewportSize()?.width})`;

/** Begins a new voyage, without the draft that another journey may have left. */
export async function begin(page: Page, title: string): Promise<void> {
  await page.goto('/voyages/new');
  const discard = page.getByRole('button', { name: 'Discard it' });
  await field(page, 'Voyage Title').or(discard).first().waitFor();
  if (await discard.isVisible()) await discard.click();
  await field(page, 'Voyage Title').fill(title);
  await field(page, /^Start Date/).pressSequentially('19520704');
}

/** Saves, and arrives in the log. */
export async function save(page: Page, button: 'Save Voyage' | 'Update Voyage'): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByText('✓ Voyage saved successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/voyages$/);
}

import { expect, type Locator, type Page, test } from '@playwright/test';

/** A field of the form by its label. */
export const field = (page: Page, name: string | RegExp) =>
  page.getByRole('textbox', { name, exact: typeof name === 'string' });

/** A location field of the form. It suggests the locations of other voyages. */
export const place = (page: Page, name: 'Start Location' | 'End Location') => page.getByRole('combobox', { name });

/** Save status in the save bar. */
export const status = (page: Page) => page.getByText(/unsaved changes?$|^No changes\. |^Not saved/);

/** A unique title per test, screen size and retry. */
export const uniqueTitle = (what: string, page: Page) => {
  const { retry } = test.info();
  return `${what} (${page.viewportSize()?.width}${retry > 0 ? `, try ${retry + 1}` : ''})`;
};

/** Opens the form for a new voyage, discarding a draft left by another test. */
export async function startVoyage(page: Page, title: string): Promise<void> {
  await page.goto('/voyages/new');
  const discard = page.getByRole('button', { name: 'Discard' });
  await field(page, 'Voyage Title').or(discard).first().waitFor();
  if (await discard.isVisible()) await discard.click();
  await field(page, 'Voyage Title').fill(title);
  await field(page, /^Start Date/).pressSequentially('19520704');
}

/** Saves and waits for the voyage list. */
export async function saveVoyage(page: Page, button: 'Save Voyage' | 'Update Voyage'): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByText('✓ Voyage saved successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/voyages$/);
}

/** Presses and releases the mouse on a control. Fails if the control moves when the focused field loses its focus. */
export async function pressAndRelease(page: Page, target: Locator): Promise<void> {
  // Waits until the control has stopped moving and nothing covers it.
  await target.hover();
  const box = (await target.boundingBox())!;
  await page.mouse.down();
  expect(await target.boundingBox()).toEqual(box);
  await page.mouse.up();
}

/** Focuses a field with the mouse and types with the keyboard. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await target.click();
  await page.keyboard.type(text);
}

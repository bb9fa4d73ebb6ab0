import { expect, type Locator, type Page } from '@playwright/test';

/** Searches from any screen, as a reader does: by the "/" key on a computer, by the icon on a phone. */
export async function search(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  if (isPhone) await page.getByRole('link', { name: 'Search the archive' }).click();
  else await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Search the archive' }).locator('visible=true').first();
  await expect(field).toBeFocused();
  await field.fill(words);
  await field.press('Enter');
}

/** The results that match all words. */
export const results = (page: Page): Locator => page.getByRole('list', { name: 'Results' });

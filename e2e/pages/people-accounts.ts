import type { Browser, Page } from '@playwright/test';
import { expect, sendConfirmed } from './test.ts';

export const PASSWORD = 'nine brass lanterns';
export const originOf = (page: Page) => new URL(page.url()).origin;
export const emailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@example.org`;

/** A person who has accepted an invitation, in a browser of their own that opened the archive at `baseURL`. */
export async function personWith(page: Page, browser: Browser, role: string, name: string, baseURL = originOf(page)) {
  const body = { name, email: emailOf(name), role };
  const response = await sendConfirmed(page.request, originOf(page), 'POST', '/api/accounts', body);
  expect(response.status()).toBe(200);
  const { invitation } = (await response.json()) as { invitation: { path: string } };
  const { width = 1440, height = 900 } = page.viewportSize() ?? {};
  const context = await browser.newContext({ baseURL, viewport: { width, height } });
  const own = await context.newPage();
  await own.goto(invitation.path);
  await own.getByLabel('New password').fill(PASSWORD);
  await own.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(own.getByRole('heading', { name: 'About the archive' })).toBeVisible();
  return { own, context };
}

export const deactivate = (page: Page, name: string) =>
  page.request.put(`/api/accounts/${emailOf(name)}`, {
    headers: { origin: originOf(page) },
    data: { active: false },
  });

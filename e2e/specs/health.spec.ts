import { expect, test } from '@playwright/test';

test('the archive says that it is ready, and opens on the sign-in screen', async ({ page, request }) => {
  expect((await request.get('/health/ready')).status()).toBe(200);
  const answer = await page.goto('/');
  expect(answer?.status()).toBe(200);
  await expect(page.getByPlaceholder('Enter username')).toBeVisible();
});

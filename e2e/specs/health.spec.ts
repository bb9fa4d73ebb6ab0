import { expect, test } from '@playwright/test';

test('reports ready and opens on the sign-in screen', async ({ page, request }) => {
  expect((await request.get('/health/ready')).status()).toBe(200);
  const response = await page.goto('/');
  expect(response?.status()).toBe(200);
  await expect(page.getByPlaceholder('Enter username')).toBeVisible();
});

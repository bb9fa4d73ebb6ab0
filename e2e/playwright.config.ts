import { defineConfig } from '@playwright/test';

const { BASE_URL = 'http://127.0.0.1:3000', CHROMIUM_PATH } = process.env;

/** Against a running archive (BASE_URL), in the Chromium of CHROMIUM_PATH. */
export default defineConfig({
  testDir: './specs',
  outputDir: './test-results/journeys',
  forbidOnly: true,
  // One archive serves all; the sign-ins of many at once would meet its rate limit.
  workers: 1,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: './test-results/playwright.json' }]],
  use: {
    baseURL: BASE_URL,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
});

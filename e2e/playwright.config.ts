import { defineConfig } from '@playwright/test';

const { BASE_URL = 'http://127.0.0.1:3000', CHROMIUM_PATH, JOURNEYS } = process.env;

/** Of media, once more: against an archive that keeps its files on an S3 server. */
const ON_S3 = JOURNEYS === 's3';
const MEDIA = /media-(?:upload|edit|several-edit|resume-upload)\.spec\.ts$/;

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Journeys that change what the others look at. */
const WRITING = /(?:ingest|media|-edit|-editing|-form|-merge|-upload)\.spec\.ts$/;

/** Changes what is live, which every other journey looks at: last, and once. */
const RELEASES = /frontends\.spec\.ts$/;

/** What a lost line does is the same at every width. */
const NOT_ON_PHONES = /media-resume-upload\.spec\.ts$/;

/** Against a running archive (BASE_URL), in the Chromium of CHROMIUM_PATH. */
export default defineConfig({
  testDir: './specs',
  outputDir: ON_S3 ? './test-results/journeys-s3' : './test-results/journeys',
  forbidOnly: true,
  workers: 2,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: ON_S3 ? './test-results/playwright-s3.json' : './test-results/playwright.json' }],
  ],
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
  // One archive serves all. Journeys that only read run side by side; those that write follow, one at a time and one width
  // after the other, so that nobody counts what another is just adding.
  projects: ON_S3
    ? [{ name: 'desktop-s3', use: DESKTOP, testMatch: MEDIA, workers: 1 }]
    : [
        { name: 'desktop', use: DESKTOP, testIgnore: [WRITING, RELEASES] },
        { name: 'phone', use: PHONE, testIgnore: [WRITING, RELEASES] },
        { name: 'desktop-writing', use: DESKTOP, testMatch: WRITING, workers: 1, dependencies: ['desktop', 'phone'] },
        {
          name: 'phone-writing',
          use: PHONE,
          testMatch: WRITING,
          testIgnore: NOT_ON_PHONES,
          workers: 1,
          dependencies: ['desktop-writing'],
        },
        { name: 'releases', use: DESKTOP, testMatch: RELEASES, workers: 1, dependencies: ['phone-writing'] },
      ],
});

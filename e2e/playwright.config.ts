import { defineConfig } from '@playwright/test';

const { BASE_URL = 'http://127.0.0.1:3000', CHROMIUM_PATH, JOURNEYS, EVERY_WIDTH } = process.env;

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Journeys that change what the others look at. */
const WRITING = /(?:ingest|media|-edit|-editing|-form|-merge|-upload)\.spec\.ts$/;

/** Changes what is live, which every other journey looks at: last, and once. */
const RELEASES = /frontends\.spec\.ts$/;

/**
 * Long work whose dialogs other journeys open at this width too; EVERY_WIDTH=1 has a phone walk through it as well. That of media
 * is none of it: with the files on an S3 server it is another work.
 */
const LONG = /(?:people-merge|alerts-editing|saving-form|voyage-media-editing|import-edit|ingest)\.spec\.ts$/;

/**
 * One archive serves all of a run. Journeys that only read come first; those that write follow, one at a time and one width after the
 * other, so that nobody counts what another is just adding. JOURNEYS names one of the two runs that go side by side: what a desk sees,
 * with the files on disk, or what a phone sees, with the files on an S3 server, and how front ends are released.
 */
const ALL = [
  { run: 'desktop', project: { name: 'desktop', use: DESKTOP, testIgnore: [WRITING, RELEASES] } },
  { run: 'phone', project: { name: 'phone', use: PHONE, testIgnore: [WRITING, RELEASES] } },
  {
    run: 'desktop',
    project: { name: 'desktop-writing', use: DESKTOP, testMatch: WRITING, workers: 1 },
    after: ['desktop', 'phone'],
  },
  {
    run: 'phone',
    project: {
      name: 'phone-writing',
      use: PHONE,
      testMatch: WRITING,
      testIgnore: EVERY_WIDTH === '1' ? [] : LONG,
      workers: 1,
    },
    after: ['phone', 'desktop-writing'],
  },
  {
    run: 'phone',
    project: { name: 'releases', use: DESKTOP, testMatch: RELEASES, workers: 1 },
    after: ['desktop-writing', 'phone-writing'],
  },
];
const projects = ALL.filter(({ run }) => JOURNEYS === undefined || run === JOURNEYS);

/** Against a running archive (BASE_URL), in the Chromium of CHROMIUM_PATH. */
export default defineConfig({
  testDir: './specs',
  outputDir: `./test-results/journeys-${JOURNEYS ?? 'all'}`,
  forbidOnly: true,
  // Two runs go side by side; one that is alone has both processors.
  workers: JOURNEYS === undefined ? 2 : 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: `./test-results/playwright-${JOURNEYS ?? 'all'}.json` }]],
  use: {
    baseURL: BASE_URL,
    // Without pictures of every step, which would be taken of journeys that pass as well.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    contextOptions: { reducedMotion: 'reduce' },
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
  projects: projects.map(({ project, after = [] }) => ({
    ...project,
    dependencies: after.filter((name) => projects.some(({ project: other }) => other.name === name)),
  })),
});

import { defineConfig } from '@playwright/test';
import { IS_FULL } from './pages/full.ts';
import type { WorkerOptions } from './pages/test.ts';

const { BASE_URL = 'http://127.0.0.1:3000', CHROMIUM_PATH, E2E_VIEWPORT, E2E_RETRIES } = process.env;

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Tests that change data other tests look at. */
const CHANGES_DATA = /(?:ingest|media|-edit|-editing|-form|-merge|-upload)\.spec\.ts$/;

/** Tests that change which versions are live for every other test: they run last, and once. */
const RELEASES = /(?:frontends|outside-team\.full)\.spec\.ts$/;

/** Tests that need a bucket that browsers reach, which the archive for the releases has. */
const DIRECT_UPLOADS = /media-direct-upload\.spec\.ts$/;

/** Long tests. They run when they are named, and with TEST_FULL=1. */
const LONG = IS_FULL ? [] : [/\.full\.spec\.ts$/];
/** All but what differs on a phone: frame, lists, viewers, dialogs and forms. */
const NOT_ON_PHONE =
  /\/(?!(?:accounts-edit|layout-shift|long-texts|media|media-edit|people|places-edit|search|shell|stories-edit|timeline|voyage-editing|voyage-form|voyages)\.)[\w-]+\.spec\.ts$/;
const SKIPPED_ON_PHONE = IS_FULL ? [] : [NOT_ON_PHONE];

/**
 * One archive serves a whole run. Tests that only read come first; those that change data follow one at a time, so
 * that no test counts what another is adding. E2E_VIEWPORT selects one of three runs that can be parallel: desktop, with
 * files on disk, phone, with files on an S3 server, and releases of micro-frontends, with an S3 server that browsers reach.
 */
const ALL = [
  { run: 'desktop', project: { name: 'desktop', use: DESKTOP, testIgnore: [CHANGES_DATA, RELEASES] } },
  {
    run: 'phone',
    project: { name: 'phone', use: PHONE, testIgnore: [CHANGES_DATA, RELEASES, ...SKIPPED_ON_PHONE] },
  },
  {
    run: 'desktop',
    project: { name: 'desktop-changes', use: DESKTOP, testMatch: CHANGES_DATA, testIgnore: DIRECT_UPLOADS, workers: 1 },
    after: ['desktop', 'phone'],
  },
  {
    run: 'phone',
    project: {
      name: 'phone-changes',
      use: PHONE,
      testMatch: CHANGES_DATA,
      testIgnore: [DIRECT_UPLOADS, ...SKIPPED_ON_PHONE],
      workers: 1,
    },
    after: ['phone', 'desktop-changes'],
  },
  { run: 'releases', project: { name: 'direct-uploads', use: DESKTOP, testMatch: DIRECT_UPLOADS, workers: 1 } },
  {
    run: 'releases',
    project: { name: 'releases', use: DESKTOP, testMatch: RELEASES, testIgnore: LONG, workers: 1 },
    after: ['desktop-changes', 'phone-changes'],
  },
];
const projects = ALL.filter(({ run }) => E2E_VIEWPORT === undefined || run === E2E_VIEWPORT);

/** Runs against an archive (BASE_URL), in the Chromium of CHROMIUM_PATH. */
export default defineConfig<object, WorkerOptions>({
  testDir: './specs',
  outputDir: `./test-results/e2e-${E2E_VIEWPORT ?? 'all'}`,
  forbidOnly: true,
  // Parallel runs share the processors. Single specs run one after the other, because some change data.
  workers: 1,
  // Set by the full test run, which lists the tests that passed only on the second try.
  retries: Number(E2E_RETRIES ?? 0),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ['./events-reporter.ts'],
    ['json', { outputFile: `./test-results/playwright-${E2E_VIEWPORT ?? 'all'}.json` }],
  ],
  use: {
    baseURL: BASE_URL,
    readsTexts: false,
    // A wait that never ends is reported with its action, well before the time limit of its test.
    actionTimeout: 30_000,
    navigationTimeout: 45_000,
    // Without screenshots of each step, which would also slow down passing tests.
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
    // Single specs run without the others.
    dependencies: after.filter(
      (name) => E2E_VIEWPORT !== undefined && projects.some(({ project: other }) => other.name === name),
    ),
  })),
});

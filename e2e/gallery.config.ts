import { defineConfig } from '@playwright/test';
import endToEnd from './playwright.config.ts';

/** Screenshots of every screen and state of a running archive (BASE_URL), as HTML pages in GALLERY_DIR. */
export default defineConfig({
  ...endToEnd,
  testDir: './gallery',
  outputDir: './test-results/gallery',
  fullyParallel: true,
  timeout: process.env['GALLERY_CHECK'] ? 90_000 : 30_000,
  projects: [
    { name: 'setup', testMatch: /setup\.ts$/, teardown: 'teardown' },
    { name: 'teardown', testMatch: /teardown\.ts$/ },
    { name: 'gallery', testMatch: /\.scenes\.ts$/, dependencies: ['setup'] },
  ],
  reporter: [['list'], ['./gallery/pages-reporter.ts']],
  use: { ...endToEnd.use, trace: 'off', screenshot: 'off' },
});

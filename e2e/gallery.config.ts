import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Pictures of every screen and state, of a running archive (BASE_URL), as pages to leaf through in GALLERY_DIR. */
export default defineConfig({
  ...journeys,
  testDir: './gallery',
  outputDir: './test-results/gallery',
  fullyParallel: true,
  timeout: process.env['GALLERY_CHECK'] ? 90_000 : 30_000,
  projects: [
    { name: 'stock', testMatch: /stock\.ts$/, teardown: 'clear' },
    { name: 'clear', testMatch: /clear\.ts$/ },
    { name: 'gallery', testMatch: /\.scenes\.ts$/, dependencies: ['stock'] },
  ],
  reporter: [['list'], ['./gallery/pages-reporter.ts']],
  use: { ...journeys.use, trace: 'off', screenshot: 'off' },
});

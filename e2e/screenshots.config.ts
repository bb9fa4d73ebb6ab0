import { defineConfig } from '@playwright/test';
import gallery from './gallery.config.ts';

/** The pictures of README.md and docs/guide, from a running archive (BASE_URL), as JPEG files in GALLERY_DIR. */
export default defineConfig({
  ...gallery,
  testDir: './docs',
  outputDir: './test-results/screenshots',
  fullyParallel: false,
  projects: [
    { name: 'setup', testMatch: /\.setup\.ts$/ },
    { name: 'screenshots', testMatch: /\.shots\.ts$/, dependencies: ['setup'] },
  ],
  reporter: [['list']],
});

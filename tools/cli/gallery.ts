import { join, resolve } from 'node:path';
import { findBrowser } from './src/browser.ts';
import { runCommand } from './src/command.ts';
import { playwrightArguments } from './src/options.ts';
import { runE2eTests } from './src/e2e-tests.ts';
import { ROOT } from './src/settings.ts';
import { Steps } from './src/steps.ts';

/**
 * `npm run gallery [-- folder [playwright options]]`: screenshots of every screen and state, from a separate
 * archive.
 */
const [folder = join('dist', 'gallery'), ...args] = playwrightArguments(
  'gallery',
  '[folder]',
  'where the pictures go (default dist/gallery)',
);

await runCommand(
  async (interrupts) => {
    process.env.GALLERY_DIR = resolve(ROOT, folder);
    const steps = new Steps();
    const browser = await findBrowser(process.env);
    if (!browser) {
      console.error('The gallery needs Chromium. Install it, or set CHROMIUM_PATH.');
      return 1;
    }
    const options = ['--config', 'gallery.config.ts', ...args];
    return (await runE2eTests({ root: ROOT, browser, steps, interrupts, output: 'inherit', args: options })) ? 0 : 1;
  },
  { interrupted: 130 },
);

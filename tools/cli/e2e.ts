import { findBrowser } from './src/browser.ts';
import { runCommand } from './src/command.ts';
import { playwrightArguments } from './src/options.ts';
import { runE2eTests } from './src/e2e-tests.ts';
import { ROOT } from './src/settings.ts';
import { Steps } from './src/steps.ts';

const args = playwrightArguments('e2e', '[files...]', 'tests, like specs/people.spec.ts');

await runCommand(
  async (interrupts) => {
    const steps = new Steps();
    const browser = await steps.run(
      'Browser',
      () => findBrowser(process.env),
      (browser) => browser ?? 'none',
    );
    if (!browser) {
      console.error('The end-to-end tests need Chromium. Install it, or set CHROMIUM_PATH.');
      return 1;
    }
    return (await runE2eTests({ root: ROOT, browser, steps, interrupts, output: 'inherit', args })) ? 0 : 1;
  },
  { interrupted: 130 },
);

import { findBrowser } from './src/browser.ts';
import { runCommand } from './src/command.ts';
import { runJourneys } from './src/journeys.ts';
import { ROOT } from './src/settings.ts';
import { Steps } from './src/steps.ts';

await runCommand(
  async (interrupts) => {
    const steps = new Steps();
    const browser = await steps.run(
      'Browser',
      () => findBrowser(process.env, ROOT),
      (found) => found ?? 'none',
    );
    if (!browser) {
      console.error('The browser journeys need Chromium: install it, or name it with CHROMIUM_PATH.');
      return 1;
    }
    const args = process.argv.slice(2);
    return (await runJourneys({ root: ROOT, browser, steps, interrupts, output: 'inherit', args })) ? 0 : 1;
  },
  { interrupted: 130 },
);

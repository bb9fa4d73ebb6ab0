import { bench } from '@archive/bench';
import { UserError } from '@archive/postgres';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from './src/browser.ts';
import { build } from './src/build.ts';
import { runCommand } from './src/command.ts';
import { ROOT } from './src/settings.ts';
import { Steps } from './src/steps.ts';

const USAGE = 'npm run bench -- [--sizes 500,5000,100000] [--seconds 1] [--rounds 3] [--no-pages]';

function readOptions() {
  try {
    const { values } = parseArgs({
      allowNegative: true,
      options: {
        sizes: { type: 'string', default: '500,5000,100000' },
        seconds: { type: 'string', default: '1' },
        rounds: { type: 'string', default: '3' },
        pages: { type: 'boolean', default: true },
      },
    });
    const numbers = [...values.sizes.split(','), values.seconds, values.rounds].map(Number);
    if (numbers.some((number) => !(number > 0))) throw new Error('Sizes, seconds and rounds are numbers above 0.');
    return {
      sizes: values.sizes.split(',').map(Number),
      seconds: Number(values.seconds),
      rounds: Number(values.rounds),
      pages: values.pages,
    };
  } catch (error) {
    throw new UserError(`${(error as Error).message}\n${USAGE}`);
  }
}

await runCommand(
  async ({ signal }) => {
    const { pages, ...options } = readOptions();
    const steps = new Steps();
    const directory = join(ROOT, 'bench-results');
    mkdirSync(directory, { recursive: true });
    await steps.run('Build', () => build(ROOT, join(directory, 'build.log'), signal));
    const browser = pages ? await findBrowser(process.env, ROOT) : undefined;
    await bench({ ...options, browser, directory, print: (line) => steps.print(line), signal });
    return 0;
  },
  { interrupted: 130 },
);

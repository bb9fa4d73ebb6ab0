import { bench } from '@archive/bench';
import { InvalidArgumentError } from 'commander';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './src/browser.ts';
import { build } from './src/build.ts';
import { runCommand } from './src/command.ts';
import { command } from './src/options.ts';
import { ROOT } from './src/settings.ts';
import { Steps } from './src/steps.ts';

const numbers = (text: string) => {
  const values = text.split(',').map(Number);
  if (values.some((value) => !(value > 0))) throw new InvalidArgumentError('Use numbers above 0.');
  return values;
};
const number = (text: string) => {
  const [value = 0, ...others] = numbers(text);
  if (others.length > 0) throw new InvalidArgumentError('Use one number.');
  return value;
};

interface BenchOptions {
  sizes: number[];
  seconds: number;
  rounds: number;
  minutes: number;
  quick: boolean;
  pages: boolean;
  onlyPages: boolean;
  onlySearches: boolean;
  peers: boolean;
}

/** Under two minutes: one archive, one round. */
const QUICK = { sizes: [2000], rounds: 1, minutes: 1.6, pages: false };

const options = command('bench')
  .option('--sizes <numbers>', 'voyages in the archives, separated by commas', numbers, [500, 5000, 100_000])
  .option('--seconds <number>', 'length of each measurement', number, 1)
  .option('--rounds <number>', 'measurements of each case', number, 3)
  .option('--minutes <number>', 'time for everything after the build', number, 9)
  .option('--quick', 'one archive in one round, without the pages: under two minutes', false)
  .option('--no-pages', 'without the pages, which need Chromium')
  .option('--only-pages', 'the pages in the first archive, without the servers: five minutes', false)
  .option('--only-searches', 'the searches, without the pages and other requests', false)
  .option('--peers', 'also Directus, which is installed first: 725 MB, and two minutes more', false)
  .parse()
  .opts<BenchOptions>();

await runCommand(
  async ({ signal }) => {
    const { quick, ...benchOptions } = options;
    const { pages, ...measured } = quick ? { ...benchOptions, ...QUICK } : benchOptions;
    const sizes = measured.onlyPages ? measured.sizes.slice(0, 1) : measured.sizes;
    const steps = new Steps();
    const directory = join(ROOT, 'bench-results');
    mkdirSync(directory, { recursive: true });
    await steps.run('Build', () =>
      build(ROOT, join(directory, 'build.log'), signal, { print: (line) => steps.print(line) }),
    );
    const browser = pages && !measured.onlySearches ? await findBrowser(process.env) : undefined;
    const print = (line: string) => steps.print(line);
    const { missing } = await bench({ ...measured, sizes, browser, directory, print, signal });
    return missing.length === 0 ? 0 : 1;
  },
  { interrupted: 130 },
);

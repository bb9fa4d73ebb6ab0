import { simulateYear, yearTable } from '@archive/bench';
import { InvalidArgumentError } from 'commander';
import { join } from 'node:path';
import { build } from './src/build.ts';
import { runCommand } from './src/command.ts';
import { command } from './src/options.ts';
import { ROOT } from './src/settings.ts';
import { Steps } from './src/steps.ts';

const number = (text: string) => {
  if (!(Number(text) > 0)) throw new InvalidArgumentError('Use a number above 0.');
  return Number(text);
};

const options = command('year')
  .option('--months <number>', 'how many months', number, 14)
  .option('--requests <number>', 'requests in each month', number, 400)
  .parse()
  .opts<{ months: number; requests: number }>();

await runCommand(
  async ({ signal }) => {
    const steps = new Steps();
    const directory = join(ROOT, 'bench-results');
    await steps.run('Build', () =>
      build(ROOT, join(directory, 'build.log'), signal, { print: (line) => steps.print(line) }),
    );
    const report = await simulateYear({ ...options, directory, print: (line) => steps.print(line), signal });
    steps.print(`\n${yearTable(report)}`);
    return 0;
  },
  { interrupted: 130 },
);

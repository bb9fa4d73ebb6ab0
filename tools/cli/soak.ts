import { soak, soakTable } from '@archive/bench';
import { freePort, removePostgres, runningPostgres } from '@archive/postgres';
import { InvalidArgumentError } from 'commander';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { signedIn } from './src/archive-api.ts';
import { startArchive } from './src/archive.ts';
import { runCommand } from './src/command.ts';
import { isolatedEnvironment } from './src/isolated-environment.ts';
import { command } from './src/options.ts';
import { readSettings, ROOT } from './src/settings.ts';
import { Steps } from './src/steps.ts';

const number = (text: string) => {
  if (!(Number(text) > 0)) throw new InvalidArgumentError('Use a number above 0.');
  return Number(text);
};

const options = command('soak')
  .option('--minutes <number>', 'how long', number, 30)
  .option('--rate <number>', 'requests per second', number, 20)
  .addHelpText('after', '\nIt starts its own archive and deletes it afterwards. PORT and DATA_DIR choose where.')
  .parse()
  .opts<{ minutes: number; rate: number }>();

await runCommand(
  async (interrupts) => {
    const steps = new Steps();
    const isolated = await isolatedEnvironment(ROOT, 'soak', process.env.PORT || undefined);
    const metricsPort = String(await freePort('127.0.0.1'));
    const env = { ...isolated.env, HOST: '127.0.0.1', WORKER_METRICS_PORT: metricsPort };
    const settings = readSettings(env, ROOT);
    try {
      const { address, stop } = await startArchive(settings, env, steps, interrupts);
      try {
        const { username, password = '' } = settings.curator;
        const report = await soak({
          target: {
            url: address,
            headers: (await signedIn(address, username, password)).credentials,
            workerUrl: `http://127.0.0.1:${metricsPort}`,
            databaseUrl: runningPostgres({ dataDir: join(isolated.dataDir, 'postgres') })?.url ?? '',
            dataDir: isolated.dataDir,
          },
          seconds: options.minutes * 60,
          requestsPerSecond: options.rate,
          directory: join(ROOT, 'bench-results'),
          print: (line) => steps.print(line),
          signal: interrupts.signal,
        });
        steps.print(`\n${soakTable(report)}`);
        return report.passed ? 0 : 1;
      } finally {
        await stop();
      }
    } finally {
      removePostgres({ dataDir: join(isolated.dataDir, 'postgres') });
      rmSync(isolated.place, { recursive: true, force: true });
    }
  },
  { interrupted: 130 },
);

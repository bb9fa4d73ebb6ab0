import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startArchive } from './src/archive.ts';
import { waitForAbort, runCommand } from './src/command.ts';
import { applyOptions, archiveCommand } from './src/options.ts';
import { loginInstructions } from './src/generated-login.ts';
import { networkAddresses, readSettings, ROOT } from './src/settings.ts';
import { Steps } from './src/steps.ts';

const options = archiveCommand('npm start --', 'Builds and opens the archive on this machine.').parse().opts();

await runCommand(async (interrupts) => {
  const file = join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  applyOptions(options);
  const settings = readSettings(process.env);
  const steps = new Steps();
  const archive = await startArchive(settings, process.env, steps, interrupts);
  steps.print(`\nThe archive is open at ${archive.address}`);
  const others = networkAddresses(settings.host, settings.port).filter((address) => address !== archive.address);
  if (others.length > 0) steps.print(`Others on your network reach it at ${others.join(' and ')}.`);
  steps.print(loginInstructions(settings.curator, archive.generated));
  steps.print('Press Ctrl-C to stop.\n');
  await waitForAbort(interrupts.signal);
  steps.print('Stopping …');
  await archive.stop();
  return 0;
});

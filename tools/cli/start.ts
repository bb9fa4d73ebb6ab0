import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startArchive } from './src/archive.ts';
import { aborted, runCommand } from './src/command.ts';
import { readSettings, ROOT } from './src/settings.ts';
import { Steps } from './src/steps.ts';

await runCommand(async (interrupts) => {
  const file = join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const settings = readSettings(process.env);
  const steps = new Steps();
  const archive = await startArchive(settings, process.env, steps, interrupts);
  const { username, password, isDefault } = settings.curator;
  steps.say(`\nThe archive is open at ${archive.address}`);
  steps.say(
    isDefault
      ? `Sign in as "${username}" with the password "${password}".`
      : `Sign in as "${username}" with the password of CURATOR_PASSWORD.`,
  );
  steps.say('Ctrl-C closes it.\n');
  await aborted(interrupts.signal);
  steps.say('Closing …');
  await archive.stop();
  return 0;
});

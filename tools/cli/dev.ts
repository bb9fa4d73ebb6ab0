import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startArchive } from './src/archive.ts';
import { aborted, runCommand } from './src/command.ts';
import { compileOnChange, serveFrontEnds } from './src/development.ts';
import { freePort } from './src/ports.ts';
import { addressOf, readSettings, ROOT } from './src/settings.ts';
import { Steps } from './src/steps.ts';

/** The development servers make a page of thousands of small pieces; only the machine itself is to see it. */
const LOOPBACK = '127.0.0.1';

await runCommand(async (interrupts) => {
  const file = join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const env = { ...process.env, HOST: LOOPBACK };
  const settings = readSettings(env);
  const steps = new Steps();
  const apiPort = await freePort(LOOPBACK);
  const nodeFlags = ['--watch', '--watch-preserve-output'];
  const archive = await startArchive(settings, env, steps, interrupts, { nodeFlags, apiPort });
  const say = (line: string) => steps.say(line);
  const compiler = compileOnChange(ROOT, say);
  const common = { logs: settings.logs, say, onStart: archive.remember };
  const { services, ready } = await serveFrontEnds(ROOT, settings.port, archive.address, env, common);
  try {
    await steps.run('Front ends', () => Promise.race([ready, aborted(interrupts.signal)]));
    const address = addressOf(LOOPBACK, settings.port);
    say(`\nThe archive is open at ${address}, and shows each change of a source at once.`);
    say(`Its components, in every state: ${address}/gallery`);
    say(`Sign in as "${settings.curator.username}" with the password "${settings.curator.password}".\n`);
    await aborted(interrupts.signal);
  } finally {
    say('Closing …');
    compiler.stop();
    await Promise.all(services.map((service) => service.stop(2000)));
    await archive.stop();
  }
  return 0;
});

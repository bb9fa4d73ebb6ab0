import { freePort } from '@archive/postgres';
import { join } from 'node:path';
import { startArchive } from './src/archive.ts';
import { waitForAbort, runCommand } from './src/command.ts';
import { applyOptions, archiveCommand, loadSettingsFile } from './src/options.ts';
import { ReloadingBackend, showBackendErrors, watchBackend } from './src/development-backend.ts';
import { serveFrontends } from './src/development.ts';
import { loginInstructions } from './src/generated-login.ts';
import { repository } from './src/mfe/workspace.ts';
import { localAddress, readSettings, ROOT } from './src/settings.ts';
import { Steps } from './src/steps.ts';

/** Development servers serve unminified sources; only this machine may reach them. */
const LOOPBACK = '127.0.0.1';

const options = archiveCommand('dev').parse().opts();

await runCommand(async (interrupts) => {
  loadSettingsFile();
  applyOptions(options);
  const env = { ...process.env, HOST: LOOPBACK };
  const settings = readSettings(env);
  const steps = new Steps();
  const apiPort = await freePort(LOOPBACK);
  const print = (line: string) => steps.print(line);
  const address = localAddress(LOOPBACK, settings.port);
  const compiler = watchBackend(join(ROOT, 'apps/backend'), print);
  const backend = new ReloadingBackend(compiler, (errors) => void showBackendErrors(address, errors));
  const archive = await steps
    .run('Backend', () => Promise.race([compiler.ready, waitForAbort(interrupts.signal)]))
    .then(() => startArchive(settings, env, steps, interrupts, { apiPort, programs: backend }))
    .catch(async (error: unknown) => {
      await compiler.stop();
      throw error;
    });
  const { names, projectOf } = repository(ROOT);
  const { shell = '', ...remotes } = Object.fromEntries(names.map((name) => [name, projectOf(name) ?? '']));
  const common = { logs: settings.logs, print, onStart: archive.registerProcess };
  const { services, ready } = await serveFrontends({ shell, remotes }, settings.port, archive.address, env, common);
  try {
    await steps.run('Micro-frontends', () => Promise.race([ready, waitForAbort(interrupts.signal)]));
    print(`\nThe archive is open at ${address}, and reloads when a source changes.`);
    print(`Component gallery: ${address}/gallery`);
    print(`${loginInstructions(settings.curator)}\n`);
    await waitForAbort(interrupts.signal);
  } finally {
    print('Stopping …');
    await Promise.all([compiler.stop(), ...services.map((service) => service.stop(2000))]);
    await archive.stop();
  }
  return 0;
});

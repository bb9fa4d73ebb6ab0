import { startArchive } from './src/archive.ts';
import { waitForAbort, runCommand } from './src/command.ts';
import { quickChecks } from './src/doctor/checks.ts';
import { findingsToFix } from './src/doctor/report.ts';
import { applyOptions, archiveCommand, loadSettingsFile } from './src/options.ts';
import { loginInstructions } from './src/generated-login.ts';
import { networkAddresses, readSettings } from './src/settings.ts';
import { Steps } from './src/steps.ts';

const options = archiveCommand('start').parse().opts();

await runCommand(async (interrupts) => {
  loadSettingsFile();
  applyOptions(options);
  const settings = readSettings(process.env);
  const steps = new Steps();
  for (const line of findingsToFix(quickChecks(settings))) steps.print(line);
  const archive = await startArchive(settings, process.env, steps, interrupts);
  steps.print(`\nThe archive is open at ${archive.address}`);
  const otherAddresses = networkAddresses(settings.host, settings.port).filter(
    (address) => address !== archive.address,
  );
  if (otherAddresses.length > 0) steps.print(`Others on your network reach it at ${otherAddresses.join(' and ')}.`);
  steps.print(loginInstructions(settings.curator, archive.generated));
  steps.print('Press Ctrl-C to stop.\n');
  await waitForAbort(interrupts.signal);
  steps.print('Stopping …');
  await archive.stop();
  return 0;
});

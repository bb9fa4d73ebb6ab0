import { Option } from 'commander';
import { startArchive } from './src/archive.ts';
import { type BeginningOptions, readBeginning } from './src/beginning.ts';
import { waitForAbort, runCommand } from './src/command.ts';
import { quickChecks } from './src/doctor/checks.ts';
import { findingsToFix } from './src/doctor/report.ts';
import { applyOptions, archiveCommand, type ArchiveOptions, loadSettingsFile } from './src/options.ts';
import { loginInstructions } from './src/generated-login.ts';
import { restore } from './src/archive-programs.ts';
import { networkAddresses, readSettings } from './src/settings.ts';
import { Steps } from './src/steps.ts';

const BEGINNINGS = [
  new Option('--empty', 'begin without records'),
  new Option('--document <file>', 'begin with the voyages of a document: Word, Excel, Markdown, CSV or JSON'),
  new Option('--package <file>', 'begin with the package of another archive'),
  new Option('--backup <place>', 'begin with the newest backup in a folder, or in a bucket like s3://backups/archive'),
];
const begin = archiveCommand('start');
for (const option of BEGINNINGS)
  begin.addOption(
    option.conflicts(BEGINNINGS.filter((other) => other !== option).map((other) => other.attributeName())),
  );
const options = begin
  .option(
    '--replace-earlier-work',
    'with --package: delete the history, imports and trash of an archive without records',
  )
  .addHelpText('after', '\nWithout one of these, a new archive begins with the sample, the voyages of 1931 to 1976.')
  .parse()
  .opts<ArchiveOptions & BeginningOptions>();

await runCommand(async (interrupts) => {
  loadSettingsFile();
  applyOptions(options);
  const settings = readSettings(process.env);
  const beginning = readBeginning(options);
  const steps = new Steps();
  for (const line of findingsToFix(quickChecks(settings))) steps.print(line);
  if (beginning.kind === 'backup' && (await restore(beginning.place, settings, steps, interrupts)) !== 0) return 1;
  const archive = await startArchive(settings, process.env, steps, interrupts, { beginning });
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

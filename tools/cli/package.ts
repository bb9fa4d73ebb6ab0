import { CONFLICT_CHOICES } from '@archive/contracts';
import { Option } from 'commander';
import { ArchiveSession } from './src/archive-session.ts';
import { readableFile } from './src/beginning.ts';
import { runCommand } from './src/command.ts';
import { mergePackage, type MergeOptions, UNCLEAR_CHOICES } from './src/merge-package.ts';
import { command, loadSettingsFile } from './src/options.ts';
import { Steps } from './src/steps.ts';

const program = command('package').addHelpText(
  'after',
  '\nThe archive must be running. Signs in with CURATOR_USERNAME and CURATOR_PASSWORD. A new archive begins with npm start -- --package.',
);
program
  .command('merge')
  .argument('<file>', 'the package, a ZIP file')
  .description('Shows how a package differs from an archive that has records, asks, and imports it.')
  .option('--archive <address>', 'address of the archive, instead of ARCHIVE_URL or the one on this machine')
  .addOption(
    new Option('--conflicts <choice>', 'fields that differ: keep those of the archive, or take those of the package')
      .choices(CONFLICT_CHOICES)
      .default('keep'),
  )
  .addOption(
    new Option(
      '--unclear <choice>',
      'records that may be others at the same address: the same, or new ones. Without it, nothing is imported if there are any',
    ).choices(UNCLEAR_CHOICES),
  )
  .option('--yes', 'do not ask')
  .allowExcessArguments(false)
  .showSuggestionAfterError()
  .action((file: string, { archive, ...options }: MergeOptions & { archive?: string }) =>
    runCommand(
      async ({ signal }) => {
        loadSettingsFile();
        const session = new ArchiveSession(archive, process.env);
        try {
          return await mergePackage(session, readableFile('package merge', file), options, {
            steps: new Steps(),
            signal,
          });
        } finally {
          await session.signOut();
        }
      },
      { interrupted: 130 },
    ),
  );

await program.parseAsync();

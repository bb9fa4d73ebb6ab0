import { ArchiveSession } from './src/archive-session.ts';
import { runCommand } from './src/command.ts';
import { command, loadSettingsFile } from './src/options.ts';
import { type PublishOptions, publishEdition } from './src/publish-edition.ts';
import { Steps } from './src/steps.ts';

await command('publish')
  .description('Publishes an edition: a website of files with what is public, for readers without an account.')
  .option('--to <folder>', 'copies the edition into a folder, for any web server')
  .option('--archive <address>', 'address of the archive, instead of ARCHIVE_URL or the one on this machine')
  .allowExcessArguments(false)
  .addHelpText('after', '\nThe archive must be running. Signs in with CURATOR_USERNAME and CURATOR_PASSWORD.')
  .action(({ archive, ...options }: PublishOptions & { archive?: string }) =>
    runCommand(
      async ({ signal }) => {
        loadSettingsFile();
        const session = new ArchiveSession(archive, process.env);
        try {
          return await publishEdition(session, options, { steps: new Steps(), signal });
        } finally {
          await session.signOut();
        }
      },
      { interrupted: 130 },
    ),
  )
  .parseAsync();

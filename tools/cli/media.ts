import { basename } from 'node:path';
import { runCommand } from './src/command.ts';
import { importMedia, type ImportOptions } from './src/media-import/main.ts';
import { COLUMNS } from './src/media-import/metadata.ts';
import { command, fromCurrentFolder, loadSettingsFile } from './src/options.ts';

type Options = Omit<ImportOptions, 'report'> & { report?: string };

const media = command('media');
media
  .command('import')
  .argument('<folder>', 'a folder of files, or a BagIt bag')
  .description('Shows what an import of all files of a folder would do, asks, and imports them.')
  .option('--metadata <file>', 'table with a row for each file, instead of media.csv in the folder')
  .option('--report <file>', 'table with the result of each file (default: the folder’s name and -import.csv)')
  .option('--archive <address>', 'the archive; default ARCHIVE_URL, then the one on this machine')
  .option('--allow-duplicates', 'also import files that the library already has')
  .option('--use-file-metadata', 'fill fields that the table leaves out from the EXIF, IPTC and XMP data of the files')
  .option('--dry-run', 'only show what it would do')
  .option('--yes', 'do not ask')
  .addHelpText(
    'after',
    `\nColumns of the metadata: ${COLUMNS.join(', ')}.\nPrograms sign in with an API token in UPLOAD_TOKEN, people with CURATOR_USERNAME and CURATOR_PASSWORD. The same command continues an import that was interrupted.`,
  )
  .allowExcessArguments(false)
  .showSuggestionAfterError()
  .action((folder: string, { metadata, report, ...options }: Options) =>
    runCommand(
      (interrupts) => {
        loadSettingsFile();
        const path = fromCurrentFolder(folder);
        return importMedia(
          path,
          {
            ...options,
            ...(metadata === undefined ? {} : { metadata: fromCurrentFolder(metadata) }),
            report: fromCurrentFolder(report ?? `${basename(path)}-import.csv`),
          },
          interrupts,
        );
      },
      { interrupted: 130 },
    ),
  );

await media.parseAsync();

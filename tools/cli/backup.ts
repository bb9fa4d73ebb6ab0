import { withArchivePrograms } from './src/archive-programs.ts';
import { runCommand } from './src/command.ts';
import { applyOptions, dataCommand, loadSettingsFile, placeOption } from './src/options.ts';
import { readSettings } from './src/settings.ts';
import { Steps } from './src/steps.ts';

interface BackupOptions {
  data?: string;
  to?: string;
  keep?: string;
}

const { to, keep, ...options } = dataCommand('backup')
  .option('--to <place>', 'a folder, or a bucket like s3://backups/archive, instead of BACKUP_LOCATION')
  .option('--keep <number>', 'how many backups to keep, instead of BACKUP_KEEP (default all)')
  .parse()
  .opts<BackupOptions>();

await runCommand(
  async (interrupts) => {
    loadSettingsFile();
    applyOptions(options);
    const settings = readSettings(process.env);
    const place = placeOption('--to', to);
    return withArchivePrograms(settings, new Steps(), interrupts, { running: 'allowed' }, (run) =>
      // Makes one backup, even if the same `.env` sets an interval for the Compose stack.
      run('backup', {
        BACKUP_EVERY_HOURS: '',
        ...place,
        ...(keep === undefined ? {} : { BACKUP_KEEP: keep }),
      }),
    );
  },
  { interrupted: 130 },
);

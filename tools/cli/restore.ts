import { restore } from './src/archive-programs.ts';
import { runCommand } from './src/command.ts';
import { applyOptions, dataCommand, loadSettingsFile, placeOption } from './src/options.ts';
import { readSettings } from './src/settings.ts';
import { Steps } from './src/steps.ts';

interface RestoreOptions {
  data?: string;
  from?: string;
  name?: string;
}

const { from, name, ...options } = dataCommand('restore')
  .option('--from <place>', 'the folder or bucket of the backups, instead of BACKUP_LOCATION')
  .option('--name <backup>', 'the backup, like 2026-11-23T021500Z (default the newest)')
  .parse()
  .opts<RestoreOptions>();

await runCommand(
  async (interrupts) => {
    loadSettingsFile();
    applyOptions(options);
    const settings = readSettings(process.env);
    const steps = new Steps();
    const status = await restore(placeOption('--from', from), settings, steps, interrupts, name);
    if (status === 0 && settings.databaseUrl === undefined)
      steps.print(`Open it with: npm start -- --data '${settings.dataDir}'`);
    return status;
  },
  { interrupted: 130 },
);

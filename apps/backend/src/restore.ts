import { restoreArchive } from './backup-programs.ts';
import { start } from './start.ts';

await start('restore', (config, log) =>
  restoreArchive(config, log, (line) => {
    process.stdout.write(`${line}\n`);
  }),
);

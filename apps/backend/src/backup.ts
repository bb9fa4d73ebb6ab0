import { setTimeout as sleep } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import { backUpArchive } from './backup-programs.ts';
import { start } from './start.ts';

const HOUR_MS = 3_600_000;

const print = (line: string) => process.stdout.write(`${line}\n`);

await start('backup', async (config, log) => {
  const { everyHours } = config.backup;
  if (everyHours === undefined) {
    print(await backUpArchive(config));
    return;
  }
  for (;;) {
    const startedAt = Date.now();
    await backUpArchive(config).then(print, (error: unknown) =>
      log.error({ err: error }, `The backup failed: ${isNativeError(error) ? error.message : String(error)}`),
    );
    // Waits in steps, because a timer can't be longer than 24 days.
    for (const next = startedAt + everyHours * HOUR_MS; Date.now() < next;)
      await sleep(Math.min(next - Date.now(), HOUR_MS));
  }
});

import { formatCount } from '@archive/contracts/format';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { NestLog, type Pino } from './common/logging.ts';
import type { Config } from './config/index.ts';
import { baseline, migrations } from './database/migrations/index.ts';
import { OLDEST_SCHEMA } from './database/schema-contract.ts';
import { migrateDatabase } from './migrations.ts';
import { backUp, BackupLocation, restore } from './modules/backups/index.ts';
import { StorageChecker, StorageCheckModule } from './modules/media/index.ts';
import { libraryStorage } from './modules/storage/index.ts';
import { platform, withOwnConnections } from './platform.ts';
import { JobQueues } from './queues/index.ts';

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** Makes one backup and returns a one-sentence summary. */
export async function backUpArchive(config: Config): Promise<string> {
  const location = await BackupLocation.open(config);
  const storage = await libraryStorage(config);
  const { name, tables, rows, files, bytes, added, addedBytes, missing, removed } = await backUp({
    databaseUrl: config.database.url,
    storage,
    location,
    keep: config.backup.keep,
  });
  const lost =
    missing > 0
      ? ` NOT COMPLETE: the files of ${formatCount(missing, 'record')} are missing in the storage, so no older backup was removed. See /media-explorer/storage.`
      : '';
  const old = removed > 0 ? ` Older backups removed: ${removed}.` : '';
  return (
    `Backup ${name} in ${location.name}: ${formatCount(rows, 'row')} of ${formatCount(tables, 'table')} and ` +
    `${formatCount(files, 'file')} (${megabytes(bytes)}). New parts: ${added} (${megabytes(addedBytes)}).${lost}${old}`
  );
}

/** Restores a backup, and checks its files against its records. */
export async function restoreArchive(config: Config, log: Pino, print: (line: string) => void): Promise<void> {
  const { url, ownerUrl } = config.database;
  const location = await BackupLocation.open(config);
  const { created_at, tables, files } = await restore({
    ownerUrl: ownerUrl ?? url,
    storage: await libraryStorage(config),
    location,
    name: config.backup.name,
    migrations: migrations.map(({ name }) => name),
    baseline,
    oldest: OLDEST_SCHEMA,
    migrate: (only) => migrateDatabase(config, print, only),
    print,
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const counts = `${formatCount(rows, 'row')} of ${formatCount(tables.length, 'table')} and ${formatCount(files.length, 'file')}`;
  print(`Restored the archive of ${created_at}: ${counts}.`);
  const { unknownFiles, missingFiles, changedFiles } = await checkStorage(config, log);
  print(
    unknownFiles + missingFiles + changedFiles === 0
      ? 'Storage check: every record has its file, and every file its record.'
      : `Storage check: ${formatCount(missingFiles, 'file')} missing, ${changedFiles} changed and ${unknownFiles} without a record, ` +
          'as when the backup was made. See /media-explorer/storage.',
  );
}

@Module({})
class RestoredArchiveModule {}

/** Checks the storage. Empties the queue first, because its jobs belong to the previous archive. */
async function checkStorage(config: Config, log: Pino) {
  const imports = [...platform(withOwnConnections(config)), StorageCheckModule];
  const app = await NestFactory.createApplicationContext(
    { module: RestoredArchiveModule, imports },
    { logger: new NestLog(log), abortOnError: false },
  );
  try {
    for (const queue of app.get(JobQueues).all) await queue.obliterate({ force: true });
    return await app.get(StorageChecker, { strict: false }).runInProcess();
  } finally {
    await app.close();
  }
}

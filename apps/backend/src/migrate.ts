import { migrateDatabase } from './migrations.ts';
import { start } from './start.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

await start('migrate', async (config) => {
  const applied = await migrateDatabase(config, print);
  for (const name of applied) print(`Migrated ${name}`);
  print(
    applied.length === 0
      ? 'The database is up to date.'
      : `The database is up to date. Migrations applied: ${applied.length}.`,
  );
});

import { z } from 'zod';

const contentSchema = z.object({ size: z.number(), sha256: z.string() });

/** The contents of one backup. */
export const manifestSchema = z.object({
  /** When the snapshot of the database was taken. */
  created_at: z.string(),
  /** Version of PostgreSQL. */
  postgresql: z.string(),
  /** Names of the executed migrations, in order of execution. */
  migrations: z.array(z.string()),
  /** The rows of each table, as PostgreSQL's `copy` writes them, compressed with gzip. */
  tables: z.array(contentSchema.extend({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
  files: z.array(contentSchema.extend({ key: z.string(), etag: z.string() })),
});
export type Manifest = z.output<typeof manifestSchema>;

/** The name of a backup, which sorts by time: `2026-11-23T021500Z`. */
export const backupName = (time: Date) => `${time.toISOString().slice(0, 19).replaceAll(':', '')}Z`;

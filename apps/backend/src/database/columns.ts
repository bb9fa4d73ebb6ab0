import { p } from '@mikro-orm/postgresql';

/** Columns of every record that people edit: the row's key, its address, and what tells two writers apart. */
export const recordColumns = {
  id: p.integer().primary(),
  slug: p.text().unique(),
  version: p.integer().version(),
  createdAt: p.datetime().defaultRaw('now()'),
  updatedAt: p
    .datetime()
    .defaultRaw('now()')
    .onUpdate(() => new Date()),
};

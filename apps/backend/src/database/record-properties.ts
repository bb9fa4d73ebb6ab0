import { p } from '@mikro-orm/postgresql';

/** Columns that every editable record has: row id, slug and version. */
export const recordProperties = {
  id: p.integer().primary(),
  slug: p.text().unique(),
  version: p.integer().version(),
  createdAt: p.datetime().defaultRaw('now()'),
  updatedAt: p
    .datetime()
    .defaultRaw('now()')
    .onUpdate(() => new Date()),
};

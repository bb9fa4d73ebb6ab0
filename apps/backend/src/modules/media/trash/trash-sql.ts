/** Joins the history entry `h` of the deletion of the trashed media item `t`. Its snapshot can restore the item. */
export const DELETION_OF_TRASHED = `join lateral (
  select d.before, d.changed_by from history d
  where d.kind = 'media' and d.slug = t.slug and d.action = 'delete' order by d.revision desc limit 1) h on true`;

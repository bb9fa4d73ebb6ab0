/** Joins the deletion of a trashed media item `t` as `h`: its snapshot restores the item. */
export const DELETION_OF_TRASHED = `join lateral (
  select d.before, d.changed_by from history d
  where d.kind = 'media' and d.slug = t.slug and d.action = 'delete' order by d.revision desc limit 1) h on true`;

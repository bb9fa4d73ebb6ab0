/**
 * Each voyage with all that a document tells of it. Not told are keys, slugs (made of the title that a voyage had when it was made),
 * instants, media and the lines that it was read from.
 */
export const VOYAGE_COLUMNS_READ = `
  select jsonb_build_object('owner', o.full_name, 'terms', r.term_start || ' ' || coalesce(r.term_end, ''), 'aboard', (
      select jsonb_agg(jsonb_build_array(p.full_name, p.wikipedia_url, l.title, l.capacity_role, l.is_crew) order by l.sort_order)
      from passenger l join person p on p.id = l.person_id where l.voyage_id = v.id))
    || (to_jsonb(v) - array['id', 'slug', 'president_id', 'original_markdown', 'version', 'created_at', 'updated_at']) voyage
  from voyage v left join person o on o.id = v.president_id left join president r on r.person_id = v.president_id
  order by v.start_day, o.slug, v.title, v.id`;

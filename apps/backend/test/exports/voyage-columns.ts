/**
 * Each voyage with everything that a document contains. A document does not contain ids, slugs (generated from the original title),
 * timestamps, media and the original text.
 */
export const VOYAGE_COLUMNS_READ = `
  select jsonb_build_object('owner', o.full_name, 'terms', r.term_start || ' ' || coalesce(r.term_end, ''), 'aboard', (
      select jsonb_agg(jsonb_build_array(p.full_name, p.wikipedia_url, l.title, l.capacity_role, l.is_crew) order by l.sort_order)
      from passenger l join person p on p.id = l.person_id where l.voyage_id = v.id))
    || (to_jsonb(v) - array['id', 'slug', 'president_id', 'original_markdown', 'version', 'created_at', 'updated_at']) voyage
  from voyage v left join person o on o.id = v.president_id left join president r on r.person_id = v.president_id
  order by v.start_day, o.slug, v.title, v.id`;

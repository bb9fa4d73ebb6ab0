import type { ExportedMedia, ExportedPerson, President } from '@archive/contracts';

const fields = <T extends object>(...names: (keyof T & string)[]) => names;

/** CSV columns, in order. */
export const PEOPLE_FIELDS = fields<ExportedPerson>(
  'person_slug',
  'full_name',
  'title',
  'role_title',
  'capacity_role',
  'organization',
  'birth_year',
  'death_year',
  'wikipedia_url',
  'tags',
  'notes_internal',
  'voyage_count',
);

export const MEDIA_FIELDS = fields<ExportedMedia>(
  'media_slug',
  'title',
  'media_type',
  'date',
  'credit',
  'description_markdown',
  'alt_text',
  'rights',
  'rights_note',
  'tags',
  'president_slug',
  'url',
  'content_type',
  'size',
  'width',
  'height',
);

export const PRESIDENT_FIELDS = fields<President>(
  'president_slug',
  'full_name',
  'party',
  'presidential',
  'initials',
  'term_start',
  'term_end',
  'birth_year',
  'death_year',
  'wikipedia_url',
  'tags',
  'voyage_count',
);

/** One row for each key in `$1`, in order. `shown` selects a single row by `asked.key`. */
export const inOrder = (shown: string) => `
  select shown.* from unnest($1::int[]) with ordinality asked(key, place) cross join lateral (${shown} offset 0) shown
  order by asked.place`;

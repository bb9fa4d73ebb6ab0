import type { Database } from '../../src/database/index.ts';
import { aMedia, type SavedRecord } from '../builders/index.ts';

/** Saves media and albums for the voyages of the archive's document. */
export async function saveRankedMedia(database: Database): Promise<void> {
  const guests = await aMedia('Birthday guests on the fantail')
    .by('Abbie Rowe, National Park Service')
    .on('1963-05-29')
    .with({ tags: ['guests', 'fantail'], alt_text: 'Men and women in evening dress' })
    .save(database);
  const cake = await aMedia('Cake on the main deck').by('Abbie Rowe').on('1963-05-29').save(database);
  const card = await aMedia('Dinner menu for Prime Minister Trudeau')
    .type('pdf')
    .on('1976-06-16')
    .with({ tags: ['Catering'] })
    .save(database);
  const rail = await aMedia('Brezhnev at the rail').by('Robert Knudsen').on('1973-06-19').save(database);
  const rockets = await aMedia('Rockets above the river').on('1976-07-04').save(database);
  await aMedia('Deck chairs').at('unattached/image/IMG_0007.jpg').save(database);
  await aMedia('Engine room plan')
    .type('document')
    .with({
      description_markdown: 'A blueprint of the engines, drawn before the restoration.',
      rights_note: 'Shipyard drawing',
    })
    .save(database);
  await show(database, '1963-05-29', [guests, cake]);
  await show(database, '1976-06-16', [card]);
  await show(database, '1973-06-19', [rail], 'Summit evening');
  await show(database, '1976-07-04', [rockets], 'Bicentennial night');
}

async function show(database: Database, date: string, media: SavedRecord[], album?: string): Promise<void> {
  const { rows } = await database.pool.query<{ id: number }>('select id from voyage where start_date = $1', [date]);
  const voyage = rows[0]?.id;
  for (const [index, { id }] of media.entries())
    await database.pool.query('insert into voyage_media (voyage_id, media_id, sort_order) values ($1, $2, $3)', [
      voyage,
      id,
      index + 1,
    ]);
  if (album === undefined) return;
  const slug = album.toLowerCase().replaceAll(' ', '-');
  const result = await database.pool.query<{ id: number }>(
    'insert into album (slug, voyage_id, title, sort_order) values ($1, $2, $3, 0) returning id',
    [slug, voyage, album],
  );
  for (const [index, { id }] of media.entries())
    await database.pool.query('insert into album_media (album_id, media_id, sort_order) values ($1, $2, $3)', [
      result.rows[0]?.id,
      id,
      index,
    ]);
}

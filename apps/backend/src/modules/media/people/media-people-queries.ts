import { Injectable } from '@nestjs/common';
import { type JsonText, jsonText, notFound } from '../../../common/index.ts';
import { col, Database, statement, type StatementExecutor } from '../../../database/index.ts';
import { markRegion, portraitUrl } from '../../records/index.ts';

/** Maximum number of people from the picture's voyages that are suggested. */
const MAX_SUGGESTED = 200;

const PERSON = `p.slug person_slug, p.full_name, p.role_title, ${portraitUrl('p')} portrait_url`;

const PEOPLE = statement(
  'media-people-get',
  `select m.id || '.' || m.version version, (select row_to_json(media) from (select m.slug media_slug,
    (select coalesce(json_agg(marked), '[]') from (
      select ${PERSON}, ${markRegion('l')} region
      from media_person l join person p on p.id = l.person_id where l.media_id = m.id
      order by l.sort_order, l.person_id) marked) people,
    (select coalesce(json_agg(aboard), '[]') from (
      select ${PERSON} from person p
      where p.id in (
        select a.person_id from voyage_media v join passenger a on a.voyage_id = v.voyage_id where v.media_id = m.id
        except select l.person_id from media_person l where l.media_id = m.id)
      order by p.full_name, p.id limit ${MAX_SUGGESTED}) aboard) suggested) media)::text json
  from media m where m.slug = $1`,
  { version: col.text, json: col.text },
);

/** Reads who is in a picture. */
@Injectable()
export class MediaPeopleQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws 404 if the media item doesn't exist */
  async get(slug: string, executor: StatementExecutor = this.#database): Promise<JsonText> {
    const row = await executor.row(PEOPLE, [slug]);
    if (!row) throw notFound('Media not found in database.');
    return jsonText(row.json, row);
  }
}

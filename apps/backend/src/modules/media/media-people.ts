import { type MediaPeopleSet, type PictureRegion, mediaPeopleOperations } from '@archive/contracts';
import { Injectable, Controller } from '@nestjs/common';
import { type JsonText, invalidFields, jsonText, notFound, Contract, type OperationInput } from '../../common/index.ts';
import { Database, type StatementExecutor, col, statement } from '../../database/index.ts';
import { type WriteRequest, Write } from '../idempotency/index.ts';
import {
  type Mark,
  changeRecords,
  lockMedia,
  markRegion,
  peopleToMark,
  portraitUrl,
  replaceMarks,
} from '../records/index.ts';

/** Maximum number of people from the picture's voyages that are suggested. */
const MAX_SUGGESTED = 200;

const PERSON = `p.slug person_slug, p.full_name, p.role_title, ${portraitUrl('p')} portrait_url`;

const MARKED_PEOPLE = statement(
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
      order by p.filing_key, p.id limit ${MAX_SUGGESTED}) aboard) suggested) media)::text json
  from media m where m.slug = $1`,
  { version: col.text, json: col.text },
);

/** Reads who is in a picture. */
@Injectable()
export class MediaPeopleQueries {
  constructor(private readonly database: Database) {}

  /** @throws 404 if the media item doesn't exist */
  async get(slug: string, executor: StatementExecutor = this.database): Promise<JsonText> {
    const row = await executor.row(MARKED_PEOPLE, [slug]);
    if (!row) throw notFound('Media not found in database.');
    return jsonText(row.json, row);
  }
}

const MARKS = statement(
  'media-people-marks',
  `select l.person_id, ${markRegion('l')} region from media_person l where l.media_id = $1
  order by l.sort_order, l.person_id`,
  { person_id: col.int, region: col.json<PictureRegion | null>() },
);
const IS_IMAGE = statement(
  'media-people-is-image',
  `select starts_with(content_type, 'image/') is true "isImage" from media where id = $1`,
  { isImage: col.bool },
);

/** Marks the people in pictures. */
@Injectable()
export class MediaPeopleCommands {
  constructor(
    private readonly database: Database,
    private readonly queries: MediaPeopleQueries,
  ) {}

  /**
   * Sets who is in a picture. Creates no revision if neither people nor regions change.
   * @throws 404 if a person does not exist, 422 if one is listed twice or a file other than a picture has a region
   */
  set(slug: string, { people }: MediaPeopleSet, write: WriteRequest): Promise<JsonText> {
    const slugs = people.map(({ person_slug }) => person_slug);
    const repeated = slugs.findIndex((item, index) => slugs.indexOf(item) !== index);
    if (repeated >= 0)
      throw invalidFields([
        { path: `people.${repeated}.person_slug`, message: 'This person is listed more than once.' },
      ]);
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const { id } = await lockMedia(executor, slug, write.expected);
      const withRegion = people.findIndex(({ region }) => region !== null);
      if (withRegion >= 0 && !(await executor.row(IS_IMAGE, [id]))?.isImage)
        throw invalidFields([{ path: `people.${withRegion}.region`, message: 'Only images have regions.' }]);
      const ids = await peopleToMark(executor, slugs);
      const marks = people.map(({ person_slug, region }) => {
        const person_id = ids.get(person_slug);
        if (person_id === undefined) throw notFound('Person not found');
        return { person_id, region: region && roundRegion(region) };
      });
      if (!isSame(await executor.rows(MARKS, [id]), marks)) await replaceMarks(changes, id, marks);
      return this.queries.get(slug, executor);
    });
  }
}

const round = (fraction: number) => Math.round(fraction * 10_000) / 10_000;

/** Rounds to the four decimals that are stored, which is less than a pixel in most pictures. */
function roundRegion({ x, y, width, height }: PictureRegion): PictureRegion {
  const left = Math.min(round(x), 0.9999);
  const top = Math.min(round(y), 0.9999);
  const size = (length: number, from: number) => round(Math.max(0.0001, Math.min(length, 1 - from)));
  return { x: left, y: top, width: size(width, left), height: size(height, top) };
}

const textOf = ({ person_id, region }: Mark) =>
  JSON.stringify([person_id, region && [region.x, region.y, region.width, region.height]]);

const isSame = (current: readonly Mark[], marks: readonly Mark[]) =>
  current.length === marks.length &&
  current.every((mark, index) => {
    const other = marks[index];
    return other !== undefined && textOf(mark) === textOf(other);
  });

type Operations = typeof mediaPeopleOperations;

@Controller()
export class MediaPeopleController {
  constructor(
    private readonly queries: MediaPeopleQueries,
    private readonly commands: MediaPeopleCommands,
  ) {}

  @Contract(mediaPeopleOperations.get)
  get({ params }: OperationInput<Operations['get']>) {
    return this.queries.get(params.media_slug);
  }

  @Contract(mediaPeopleOperations.set)
  set({ params, body }: OperationInput<Operations['set']>, @Write() write: WriteRequest) {
    return this.commands.set(params.media_slug, body, write);
  }
}

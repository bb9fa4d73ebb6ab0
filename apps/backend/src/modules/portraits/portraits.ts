import type { PictureRegion } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/index.ts';
import { Database, col, statement } from '../../database/index.ts';
import { ImageRenderer, imageRequestOf } from '../iiif/index.ts';
import { markRegion, portraitVersion } from '../records/index.ts';
import type { Size } from '../sandbox/index.ts';

/** Side of a portrait in pixels: that of the largest one in the interface, on a screen with double resolution. */
const SIDE = 320;

const PORTRAIT = statement(
  'portrait-get',
  `select p.id person_id, m.id media_id, m.slug media_slug, ${markRegion('mark')} region, ${portraitVersion('m', 'mark')} "version", stored.image
  from person p
  join media m on m.slug = p.portrait
  join media_person mark on mark.media_id = m.id and mark.person_id = p.id and mark.x is not null
  left join portrait_image stored on stored.person_id = p.id and stored.media_id = m.id and stored.version = ${portraitVersion('m', 'mark')}
  where p.slug = $1`,
  {
    person_id: col.int,
    media_id: col.int,
    media_slug: col.text,
    region: col.json<PictureRegion>(),
    version: col.text,
    image: col.bytes.nullable(),
  },
);

/** Stores a portrait, unless the person or the picture was deleted in the meantime. */
const STORE = statement(
  'portrait-store',
  `insert into portrait_image (person_id, media_id, version, image)
  select p.id, m.id, $3, $4 from person p, media m where p.id = $1 and m.id = $2
  on conflict (person_id) do update set media_id = excluded.media_id, version = excluded.version, image = excluded.image`,
);

interface Portrait {
  version: string;
  /** WebP; undefined when the client has disconnected. */
  image: Buffer | undefined;
}

/** Crops portraits from pictures to the region where the person is marked. Stores the result until the picture or the mark changes. */
@Injectable()
export class Portraits {
  constructor(
    private readonly database: Database,
    private readonly renderer: ImageRenderer,
  ) {}

  /** @throws Problem 404 if the person has no portrait, or the portrait has no marked region */
  async get(slug: string, isWanted: () => boolean): Promise<Portrait> {
    const portrait = await this.database.row(PORTRAIT, [slug]);
    if (!portrait) throw notFound('There’s no such portrait.');
    const { version } = portrait;
    if (portrait.image) return { version, image: portrait.image };
    const image = await this.#render(portrait.media_slug, portrait.region, isWanted);
    if (image) await this.database.execute(STORE, [portrait.person_id, portrait.media_id, version, image]);
    return { version, image };
  }

  async #render(slug: string, region: PictureRegion, isWanted: () => boolean): Promise<Buffer | undefined> {
    const source = await this.renderer.sourceOf(slug, 1);
    const { left, top, side } = squareAround(region, source);
    const request = imageRequestOf(
      { region: `${left},${top},${side},${side}`, size: `!${SIDE},${SIDE}`, rotation: '0', file: 'default.webp' },
      source,
    );
    return this.renderer.render(source, request, isWanted);
  }
}

const clampStart = (start: number, side: number, length: number) =>
  Math.round(Math.max(0, Math.min(start, length - side)));

/**
 * A square around the center of a region, in pixels of the picture. Its side is the longer side of the region, but at most the shorter
 * side of the picture.
 */
export function squareAround({ x, y, width, height }: PictureRegion, full: Size) {
  const longer = Math.max(width * full.width, height * full.height);
  const side = Math.max(1, Math.round(Math.min(longer, full.width, full.height)));
  return {
    left: clampStart((x + width / 2) * full.width - side / 2, side, full.width),
    top: clampStart((y + height / 2) * full.height - side / 2, side, full.height),
    side,
  };
}

import type { VoyageWrite } from '@archive/contracts';
import { voyageSlug } from '@archive/voyage-document';
import { Injectable } from '@nestjs/common';
import { type Expected, type JsonText, type KeyedRequest, onceOnly, refused, withHeaders } from '../../common/index.ts';
import { Database, freeSlug, type Statements } from '../../database/index.ts';
import { type NewRevision, snapshotOf, snapshotsOf, writeRevisions } from '../history/index.ts';
import { findPresident } from '../presidents/index.ts';
import { holdVoyage } from './hold-voyage.ts';
import { VoyageReads } from './voyage-reads.ts';
import { differing, voyageValues } from './voyage-values.ts';
import { Voyage } from './voyage.entity.ts';

const ALBUMS = 'select id, slug from album where voyage_id = $1 order by id for update';

/** The voyages, written: each change with its revision, answered as the voyage is read. */
@Injectable()
export class VoyageWrites {
  readonly #database: Database;
  readonly #reads: VoyageReads;

  constructor(database: Database, reads: VoyageReads) {
    this.#database = database;
    this.#reads = reads;
  }

  create(write: VoyageWrite, changedBy: string, once?: KeyedRequest): Promise<JsonText> {
    return this.#database.write((em, statements) =>
      onceOnly(statements, once, async () => {
        const president = await presidentOf(statements, write);
        const values = voyageValues(write);
        const { title } = values;
        const wanted = voyageSlug({ ...write, title, president_slug: write.president_slug_from_voyage });
        const slug = await freeSlug(statements, 'voyage', wanted);
        em.create(Voyage, { slug, president, ...values });
        await em.flush();
        await writeRevisions(statements, [{ kind: 'voyage', slug, action: 'create', before: null }], { changedBy });
        return withHeaders(await this.#reads.get(slug, statements), { location: `/api/voyages/${slug}` });
      }),
    );
  }

  /** Replaces all that is the voyage's own; its links are changed by calls of their own. What changes nothing leaves no trace. */
  update(slug: string, write: VoyageWrite, changedBy: string, expected: Expected): Promise<JsonText> {
    return this.#database.write(async (em, statements) => {
      const voyage = await holdVoyage(em, slug, expected);
      const president = await presidentOf(statements, write);
      const before = await snapshotOf(statements, 'voyage', voyage.id);
      const { version } = voyage;
      em.assign(voyage, { president, ...differing(voyage, voyageValues(write)) });
      await em.flush();
      if (voyage.version !== version)
        await writeRevisions(statements, [{ kind: 'voyage', slug, action: 'update', before }], { changedBy });
      return this.#reads.get(slug, statements);
    });
  }

  /** Its links and albums go with it, its people and media stay. */
  remove(slug: string, changedBy: string, expected: Expected): Promise<void> {
    return this.#database.write(async (em, statements) => {
      const voyage = await holdVoyage(em, slug, expected);
      const albums = await statements.rows<{ id: number; slug: string }>('voyage-albums', ALBUMS, [voyage.id]);
      const before = await snapshotOf(statements, 'voyage', voyage.id, { deleting: true });
      const ids = albums.map(({ id }) => id);
      const albumsBefore = await snapshotsOf(statements, 'album', ids, { deleting: true });
      em.remove(voyage);
      await em.flush();
      const revisions = albums.map((album): NewRevision => ({
        kind: 'album',
        slug: album.slug,
        action: 'delete',
        before: albumsBefore.get(album.id) ?? null,
      }));
      await writeRevisions(statements, [{ kind: 'voyage', slug, action: 'delete', before }, ...revisions], {
        changedBy,
      });
    });
  }
}

async function presidentOf(
  statements: Statements,
  { president_slug_from_voyage: slug }: VoyageWrite,
): Promise<number | null> {
  if (slug === null) return null;
  const president = await findPresident(statements, slug);
  if (president !== undefined) return president;
  throw refused([{ path: 'president_slug_from_voyage', message: 'There is no such president or owner.' }]);
}

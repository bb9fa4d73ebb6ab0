import { writeHeading, writeVoyageLines } from '@archive/voyage-document';
import { Injectable } from '@nestjs/common';
import { col, Database, statement } from '../../database/index.ts';
import { VoyageEntries } from './voyage-entries.ts';

/**
 * Ids of all voyages by president or owner, in order of terms. Voyages without an owner come first, because below a heading they would be
 * imported as voyages of that owner.
 */
const IDS = statement(
  'export-archive',
  `select array(
    select v.id from voyage v
    left join president r on r.person_id = v.president_id
    left join person owner on owner.id = v.president_id
    order by v.president_id is not null, earliest_day(r.term_start) nulls last, owner.slug, v.start_day, v.id) ids`,
  { ids: col.array(col.int) },
);

/** The whole archive as a document that can be imported. */
@Injectable()
export class ArchiveDocument {
  constructor(
    private readonly database: Database,
    private readonly entries: VoyageEntries,
  ) {}

  async parts(): Promise<AsyncIterable<readonly string[]>> {
    const row = await this.database.row(IDS);
    return this.#write(row?.ids ?? []);
  }

  async *#write(ids: readonly number[]): AsyncGenerator<readonly string[]> {
    let open: string | null = null;
    for await (const batch of this.entries.readWithOriginals(ids)) {
      const parts: string[] = [];
      for (const { entry, original } of batch) {
        const { voyage_slug: _slug, owner, ...content } = entry;
        const heading: string | null = owner && writeHeading(owner);
        // If the owner of a voyage has been removed since the export started, the voyage would appear below the wrong heading, so the
        // export fails.
        if (heading === null && open !== null) throw new Error('The owner of a voyage was removed during the export');
        if (heading !== null && heading !== open) parts.push(heading);
        open = heading;
        parts.push(writeVoyageLines({ ...content, section: null }, original));
      }
      yield parts;
    }
  }
}

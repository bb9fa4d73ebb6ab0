import { col, statement, type StatementExecutor } from '../../../database/index.ts';

const MAX_LENGTH = 140;
const BATCH_SIZE = 20;

const TAKEN_SLUGS = statement('ingest-slugs', 'select slug from voyage where slug = any($1)', { slug: col.text });

/** Free slugs for new voyages: the requested slugs, with the suffix `-2`, `-3` … if they are in use. */
export async function freeVoyageSlugs(executor: StatementExecutor, requested: readonly string[]): Promise<string[]> {
  const bases = requested.map((slug) => slug.slice(0, MAX_LENGTH).replace(/-+$/, ''));
  const usedSlugs = new Set(await findTakenSlugs(executor, bases));
  const slugs: string[] = [];
  for (const base of bases) {
    let slug = base;
    for (let number = 2; usedSlugs.has(slug); number += 1) {
      slug = `${base}-${number}`;
      if ((number - 2) % BATCH_SIZE === 0) {
        const next = Array.from({ length: BATCH_SIZE }, (_, index) => `${base}-${number + index}`);
        for (const item of await findTakenSlugs(executor, next)) usedSlugs.add(item);
      }
    }
    usedSlugs.add(slug);
    slugs.push(slug);
  }
  return slugs;
}

async function findTakenSlugs(executor: StatementExecutor, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const rows = await executor.rows(TAKEN_SLUGS, [slugs]);
  return rows.map(({ slug }) => slug);
}

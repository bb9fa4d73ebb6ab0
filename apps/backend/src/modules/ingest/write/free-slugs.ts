import { col, statement, type Statements } from '../../../database/index.ts';

const MAX_LENGTH = 140;
const AT_ONCE = 20;

const TAKEN = statement('ingest-slugs', 'select slug from voyage where slug = any($1)', { slug: col.text });

/** Free slugs for new voyages: the wanted ones, with `-2`, `-3` … when one is in use. */
export async function freeVoyageSlugs(statements: Statements, wanted: readonly string[]): Promise<string[]> {
  const bases = wanted.map((slug) => slug.slice(0, MAX_LENGTH).replace(/-+$/, ''));
  const taken = new Set(await takenOf(statements, bases));
  const slugs: string[] = [];
  for (const base of bases) {
    let slug = base;
    for (let number = 2; taken.has(slug); number += 1) {
      slug = `${base}-${number}`;
      if ((number - 2) % AT_ONCE === 0) {
        const next = Array.from({ length: AT_ONCE }, (_, index) => `${base}-${number + index}`);
        for (const item of await takenOf(statements, next)) taken.add(item);
      }
    }
    taken.add(slug);
    slugs.push(slug);
  }
  return slugs;
}

async function takenOf(statements: Statements, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const rows = await statements.rows(TAKEN, [slugs]);
  return rows.map(({ slug }) => slug);
}

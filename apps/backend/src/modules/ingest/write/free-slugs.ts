import type { ClientBase } from 'pg';

const LONGEST = 140;
const AT_ONCE = 20;

/** Free slugs for new voyages: the wanted ones, with `-2`, `-3` … when one is in use. */
export async function freeVoyageSlugs(client: ClientBase, wanted: readonly string[]): Promise<string[]> {
  const bases = wanted.map((slug) => slug.slice(0, LONGEST).replace(/-+$/, ''));
  const taken = new Set(await takenOf(client, bases));
  const slugs: string[] = [];
  for (const base of bases) {
    let slug = base;
    for (let number = 2; taken.has(slug); number += 1) {
      slug = `${base}-${number}`;
      if ((number - 2) % AT_ONCE === 0) {
        const next = Array.from({ length: AT_ONCE }, (_, at) => `${base}-${number + at}`);
        for (const one of await takenOf(client, next)) taken.add(one);
      }
    }
    taken.add(slug);
    slugs.push(slug);
  }
  return slugs;
}

async function takenOf(client: ClientBase, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const { rows } = await client.query<{ slug: string }>({
    name: 'ingest.slugs',
    text: `select slug from voyage where slug = any($1)`,
    values: [slugs],
  });
  return rows.map(({ slug }) => slug);
}

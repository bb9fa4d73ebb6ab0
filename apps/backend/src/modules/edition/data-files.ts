import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { pathOf, type PublicArchive, searchIndex } from '@archive/edition';
import { escapeFormula } from '@archive/voyage-document';
import { stringify } from 'csv-stringify/sync';

interface DataFile {
  path: string;
  content: Buffer;
  /** For readers; files without a label are not listed. */
  label?: string;
}

const LABELS = { voyages: 'Voyages', people: 'People', media: 'Pictures', albums: 'Albums', places: 'Places' } as const;
const KINDS = { voyages: 'voyage', people: 'person', media: 'media', albums: 'album', places: 'place' } as const;

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return escapeFormula(typeof value === 'object' ? JSON.stringify(value) : String(value));
};

const ROWS_AT_ONCE = 500;

function csvOf(records: readonly object[]): Buffer {
  const parts: Buffer[] = [];
  for (let from = 0; from < records.length; from += ROWS_AT_ONCE) {
    const rows = records
      .slice(from, from + ROWS_AT_ONCE)
      .map((record) => Object.fromEntries(Object.entries(record).map(([field, value]) => [field, cellOf(value)])));
    const isFirst = from === 0;
    parts.push(Buffer.from(stringify(rows, { header: isFirst, bom: isFirst, record_delimiter: 'windows' })));
  }
  return Buffer.concat(parts);
}

/** The number of data files, for the progress. */
export const DATA_FILES = Object.keys(LABELS).length * 2;

/** All public records as JSON and CSV, and the map of the site if its address is known. One is in memory at a time: they are large. */
export function* dataFiles(archive: PublicArchive, address: string | undefined): Generator<DataFile> {
  for (const name of Object.keys(LABELS) as (keyof typeof LABELS)[]) {
    const records: readonly object[] = archive[name];
    yield {
      path: `data/${name}.json`,
      content: Buffer.from(`${JSON.stringify(records)}\n`),
      label: `${LABELS[name]}, JSON`,
    };
    yield { path: `data/${name}.csv`, content: csvOf(records), label: `${LABELS[name]}, CSV` };
  }
  if (address !== undefined) yield { path: 'sitemap.xml', content: Buffer.from(sitemap(archive, address)) };
}

function sitemap(archive: PublicArchive, address: string): string {
  const paths = (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((name) =>
    archive[name].map(({ slug }) => pathOf(KINDS[name], slug)),
  );
  const urls = ['index.html', ...paths].map((path) => `<url><loc>${address}/edition/${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

/** The index of the search, compressed in itself. */
export async function searchFiles(archive: PublicArchive): Promise<{ folder: string; files: DataFile[] }> {
  const { index, shards } = searchIndex(archive);
  const files = await Promise.all(
    [['records', index] as const, ...shards].map(async ([name, content]) => ({
      name,
      content: await promisify(gzip)(JSON.stringify(content)),
    })),
  );
  const hash = createHash('sha256');
  for (const { content } of files) hash.update(content);
  const folder = `search/${hash.digest('hex').slice(0, 12)}/`;
  return { folder, files: files.map(({ name, content }) => ({ path: `${folder}${name}.bin`, content })) };
}

import { createHash, randomUUID, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import type { SoakClient } from './client.ts';
import type { Journal } from './journal.ts';

/** Number of records of each kind that stay. Older ones are deleted, so that the number of records does not grow. */
const MAX_RECORDS = 60;
const IMAGE = { width: 200, height: 150 };
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(1945, 4, 1);
const IMPORT_DAYS = 2700;

const READS: ((client: SoakClient) => Promise<unknown>)[] = [
  (client) => client.request('voyages.list', { query: { limit: 50 } }),
  (client) => client.request('voyages.list', { query: { limit: 50, offset: 20, sort: '-date' } }),
  (client) => client.request('voyages.list', { query: { q: 'president', limit: 50 } }),
  (client) => client.request('people.list', { query: { limit: 500 } }),
  (client) => client.request('people.stats'),
  (client) => client.request('people.byPresident'),
  (client) => client.request('media.list', { query: { limit: 100 } }),
  (client) => client.request('presidents.list'),
  (client) => client.request('ingest.status'),
  (client) => client.request('media.browse', { query: { prefix: '' } }),
];

interface Item {
  slug: string;
  isBusy: boolean;
}

interface ImportedDay {
  operation: string;
  day: string;
  title: string;
  people: string[];
}

/** What people do with an archive: mostly reading, with edits, uploads and imports. */
export class Traffic {
  readonly #client: SoakClient;
  readonly #journal: Journal;
  readonly #voyages: Item[] = [];
  readonly #people: Item[] = [];
  readonly #media: Item[] = [];
  readonly #imports: ImportedDay[] = [];
  #count = 0;
  uploads = 0;

  constructor(client: SoakClient, journal: Journal) {
    this.#client = client;
    this.#journal = journal;
  }

  get imports(): number {
    return this.#imports.length;
  }

  /** Request number `index`: of forty, 25 read, 15 write. Every two hundredth is an import. */
  async act(index: number): Promise<void> {
    if (index % 200 === 5) return this.#import();
    if (index % 400 === 105) return this.#preview();
    const slot = index % 40;
    if (slot === 1) return this.#upload();
    if (slot === 2) return this.#createVoyage();
    if (slot === 3) return this.#createPerson();
    if (slot === 11)
      return this.#deleteOldest(this.#media, mediaPath, (media_slug) =>
        this.#client.request('media.remove', { params: { media_slug }, query: { delete_from_s3: 'true' } }),
      );
    if (slot === 12)
      return this.#deleteOldest(this.#voyages, voyagePath, (voyage_slug) =>
        this.#client.request('voyages.remove', { params: { voyage_slug } }),
      );
    if (slot % 8 === 4) return this.#editVoyage();
    if (slot % 8 === 6) return this.#editPerson();
    return this.#read(index);
  }

  async #read(index: number): Promise<void> {
    const voyage = index % 3 === 0 ? pick(this.#voyages) : undefined;
    if (!voyage) return void (await READS[index % READS.length]!(this.#client));
    await this.#client.request('voyages.get', { params: { slug: voyage.slug } });
    release(voyage);
  }

  async #createVoyage(): Promise<void> {
    const fields = {
      title: `Soak voyage ${(this.#count += 1)}`,
      start_date: dayAt(this.#count),
      summary_markdown: text(),
    };
    const created = await this.#client.request('voyages.create', { body: fields, idempotencyKey: randomUUID() });
    if (!created) return;
    const { voyage_slug: slug } = created.data;
    this.#journal.acknowledge({ path: voyagePath(slug), fields });
    this.#voyages.push({ slug, isBusy: false });
  }

  async #createPerson(): Promise<void> {
    if (this.#people.length >= MAX_RECORDS) return this.#editPerson();
    const fields = {
      full_name: `Soak Sailor${this.#people.length} ${randomUUID().slice(0, 8)}`,
      notes_internal: text(),
    };
    const body = { person_slug: 'auto', ...fields };
    const created = await this.#client.request('people.create', { body, idempotencyKey: randomUUID() });
    if (!created) return;
    const { person_slug: slug } = created.data;
    this.#journal.acknowledge({ path: personPath(slug), fields });
    this.#people.push({ slug, isBusy: false });
  }

  #editVoyage(): Promise<void> {
    const body = { summary_markdown: text(), notes: text() };
    return this.#edit(this.#voyages, voyagePath, body, (voyage_slug) =>
      this.#client.request('voyages.update', { params: { voyage_slug }, body }),
    );
  }

  #editPerson(): Promise<void> {
    const body = { notes_internal: text(), role_title: text() };
    return this.#edit(this.#people, personPath, body, (person_slug) =>
      this.#client.request('people.update', { params: { person_slug }, body }),
    );
  }

  async #edit(items: Item[], pathOf: PathOf, fields: Record<string, string>, save: Send) {
    const item = pick(items);
    if (!item) return this.#read(0);
    if (await save(item.slug)) this.#journal.acknowledge({ path: pathOf(item.slug), fields });
    release(item);
  }

  async #deleteOldest(items: Item[], pathOf: PathOf, remove: Send) {
    const [oldest] = items;
    if (!oldest || oldest.isBusy || items.length <= MAX_RECORDS) return this.#read(1);
    items.shift();
    if (await remove(oldest.slug)) this.#journal.acknowledge({ path: pathOf(oldest.slug) });
  }

  async #upload(): Promise<void> {
    const file = noiseImage(IMAGE.width, IMAGE.height);
    const title = `Soak picture ${(this.#count += 1)}`;
    const uploaded = await this.#client.request('media.upload', {
      fields: { title, media_type: 'image', media_slug: 'auto' },
      file: new Blob([new Uint8Array(file)]),
      filename: 'picture.png',
    });
    if (!uploaded) return;
    const { media_slug: slug, url } = uploaded.data;
    this.uploads += 1;
    const sha256 = createHash('sha256').update(file).digest('hex');
    this.#journal.acknowledge({ path: mediaPath(slug), fields: { title, url }, sha256 });
    this.#media.push({ slug, isBusy: false });
  }

  #document(): { day: string; title: string; people: string[]; body: { filename: string; document: string } } {
    const number = (this.#count += 1);
    const day = dayAt(number);
    const title = `Soak import ${number}`;
    // A name with a digit is kept as text until someone reviews it.
    const given = `Guest${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
    const people = [`Soak ${given} Oakley`, `Soak ${given} Barton`];
    const document = [
      '# President Truman (April 12, 1945 to January 20, 1953)',
      `## ${day}: ${title}`,
      `Passengers: ${people.join('; ')}`,
      text(),
    ].join('\n\n');
    return { day, title, people, body: { filename: `soak-${number}.md`, document: `${document}\n` } };
  }

  async #import(): Promise<void> {
    const { body, ...imported } = this.#document();
    const query = { confirm_same_day: '1', confirm_names: '1' } as const;
    const accepted = await this.#client.request('ingest.start', { query, body, idempotencyKey: randomUUID() });
    if (!accepted) return;
    const operation = accepted.data.operation_id;
    this.#imports.push({ operation, ...imported });
    this.#journal.acknowledge({ path: `/api/curator/ingest/${operation}`, fields: { status: 'completed' } });
  }

  async #preview(): Promise<void> {
    await this.#client.request('ingest.start', { query: { dry_run: '1' }, body: this.#document().body });
  }

  /** Waits until the imports have ended, and adds the voyages they must have saved to the journal. */
  async finishImports(): Promise<string[]> {
    const missing: string[] = [];
    for (const { operation, day, title, people } of this.#imports) {
      await this.#whenEnded(operation);
      const response = await this.#client.get(`/api/voyages?date_from=${day}&date_to=${day}&limit=500`);
      const results = (await response.json()) as { title: string; people_names: string[] }[];
      const voyage = results.find((row) => row.title.includes(title));
      if (!voyage || !people.every((name) => voyage.people_names.includes(name)))
        missing.push(`import ${operation}: voyage "${title}" of ${day} with ${people.join(' and ')}`);
    }
    return missing;
  }

  async #whenEnded(operation: string): Promise<void> {
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(200)) {
      const response = await this.#client.get(`/api/curator/ingest/${operation}`);
      const { status } = (await response.json()) as { status?: string };
      if (status === 'completed' || status === 'failed') return;
    }
  }
}

type PathOf = (slug: string) => string;
/** Sends a change of a record. Returns undefined if it failed. */
type Send = (slug: string) => Promise<unknown>;

const voyagePath = (slug: string) => `/api/voyages/${slug}`;
const personPath = (slug: string) => `/api/people/${slug}`;
const mediaPath = (slug: string) => `/api/media/${slug}`;

const dayAt = (number: number) =>
  new Date(FIRST_DAY + ((number * 7) % IMPORT_DAYS) * DAY_MS).toISOString().slice(0, 10);
const text = () => `An evening on the river, ${randomUUID()}. `.repeat(4).trim();

/** One write at a time for each record, so that its last acknowledged state is known. */
function pick(items: Item[]): Item | undefined {
  const item = items[Math.floor(Math.random() * items.length)];
  if (!item || item.isBusy) return undefined;
  item.isBusy = true;
  return item;
}

function release(item: Item): void {
  item.isBusy = false;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** A PNG of noise: no two have the same content, and it cannot be compressed. */
function noiseImage(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of three colors.
  header.set([8, 2, 0, 0, 0], 8);
  const row = () => Buffer.concat([Buffer.alloc(1), randomBytes(width * 3)]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

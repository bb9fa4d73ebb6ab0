import {
  albumFields,
  albumOperations,
  emptyValues,
  exportOperations,
  fieldsWith,
  type Fields,
  mediaFields,
  mediaOperations,
  namesOf,
  peopleOperations,
  personFields,
  presidentFields,
  presidentOperations,
  voyageFields,
  voyageOperations,
  voyageSchema,
} from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import {
  aFullAlbum,
  aFullMedia,
  aFullPassenger,
  aFullPerson,
  aFullPresident,
  aFullVoyage,
} from '../builders/every-field.ts';
import { aMedia } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { ingest } from '../support/ingest.ts';
import { startWorker } from '../support/worker.ts';
import { HistoryPages } from './history.ts';
import { send } from './send.ts';

let api: TestApi;
let browser: Browser;
let history: HistoryPages;
beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  history = new HistoryPages(browser);
});
afterAll(() => api.close());

type Values = Record<string, unknown>;
type Kind = 'voyage' | 'person' | 'president' | 'media' | 'album';

const pick = (names: readonly string[], record: object): Values =>
  Object.fromEntries(names.map((name) => [name, (record as Values)[name]]));

/** The rare word that the builder put into each searched field. */
function wordsOf(fields: Fields, values: Values): string[] {
  return Object.entries(fieldsWith(fields, 'search')).flatMap(([name, field]) => {
    if ((field as { date?: boolean }).date) return [];
    const match = JSON.stringify(values[name]).match(/[A-Z]?[a-z]*(?:word|title|name|place|note)[a-z]*/g);
    return match ?? [];
  });
}

interface Subject {
  slug: string;
  fields: Fields;
  full: Values;
  read: () => Promise<Values>;
  /** Empties every field that can be empty. */
  empty: () => Promise<unknown>;
  remove: () => Promise<unknown>;
}

const SUBJECTS: Record<Kind, () => Promise<Subject>> = {
  voyage: async () => {
    const full = aFullVoyage();
    const body = { ...full, original_markdown: 'Originalword told.', president_slug_from_voyage: 'truman-harry-s' };
    const { body: voyage } = await send(browser, voyageOperations.create, { body });
    const slug = voyage.voyage_slug;
    const { body: person } = await send(browser, peopleOperations.create, { body: { full_name: 'Aboard Passenger' } });
    await send(browser, peopleOperations.link, {
      body: { ...aFullPassenger(), voyage_slug: slug, person_slug: person.person_slug },
    });
    const params = { voyage_slug: slug };
    return {
      slug,
      fields: voyageFields,
      full: { ...full, original_markdown: body.original_markdown },
      read: async () => (await send(browser, voyageOperations.get, { params: { slug } })).body,
      empty: () => send(browser, voyageOperations.update, { params, body: clearedValues(voyageFields) as never }),
      remove: () => send(browser, voyageOperations.remove, { params }),
    };
  },
  person: async () => {
    const full = aFullPerson();
    await aMedia('Portrait').withSlug(String(full.portrait)).save(api.database);
    const { body } = await send(browser, peopleOperations.create, { body: full });
    const params = { person_slug: body.person_slug };
    return {
      slug: body.person_slug,
      fields: personFields,
      full,
      read: async () => (await send(browser, peopleOperations.get, { params: { slug: body.person_slug } })).body,
      empty: () => send(browser, peopleOperations.update, { params, body: clearedValues(personFields) as never }),
      remove: () => send(browser, peopleOperations.remove, { params }),
    };
  },
  president: async () => {
    const full = aFullPresident();
    const { body } = await send(browser, presidentOperations.create, {
      body: { full_name: 'Full Owner', ...full, term_start: full.term_start ?? '' },
    });
    const slug = body.president_slug;
    await api.database.pool.query(
      `update president set initials = 'FOX' where person_id = (select id from person where slug = $1)`,
      [slug],
    );
    const params = { president_slug: slug };
    return {
      slug,
      fields: presidentFields,
      full: { ...full, initials: 'FOX' },
      read: async () => (await send(browser, presidentOperations.get, { params: { slug } })).body,
      empty: async () => {
        await send(browser, presidentOperations.update, { params, body: { party: null, term_end: null } });
        await api.database.pool.query('update president set initials = null where initials = $1', ['FOX']);
      },
      remove: () => send(browser, presidentOperations.remove, { params }),
    };
  },
  media: async () => {
    const full = aFullMedia();
    const { slug } = await aMedia().outside('https://example.org/media').save(api.database);
    const params = { media_slug: slug };
    await send(browser, mediaOperations.update, { params, body: full });
    return {
      slug,
      fields: mediaFields,
      full: { ...full },
      read: async () => (await send(browser, mediaOperations.get, { params: { slug } })).body,
      empty: () => send(browser, mediaOperations.update, { params, body: clearedValues(mediaFields) as never }),
      remove: () => send(browser, mediaOperations.remove, { params, query: { delete_from_s3: 'false' } }),
    };
  },
  album: async () => {
    const full = aFullAlbum();
    const { body: voyage } = await send(browser, voyageOperations.create, { body: { start_date: '1950-02-14' } });
    const { body: album } = await send(browser, albumOperations.create, {
      body: { ...full, voyage_slug: voyage.voyage_slug },
    });
    const params = { album_slug: album.album_slug };
    return {
      slug: album.album_slug,
      fields: albumFields,
      full: { ...full },
      read: async () => (await send(browser, albumOperations.get, { params })).body,
      empty: () => send(browser, albumOperations.update, { params, body: clearedValues(albumFields) as never }),
      remove: () => send(browser, albumOperations.remove, { params }),
    };
  },
};

const clearedValues = (fields: Fields): Values => {
  const { title: _title, ...values } = emptyValues(fields);
  return values;
};

describe.each(Object.keys(SUBJECTS) as Kind[])('every field: %s', (kind) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await SUBJECTS[kind]();
  });

  const before = async () => (await history.revisionsOf(kind, subject.slug))[0]?.before ?? {};

  test('has a value that differs from an empty record', () => {
    const names = namesOf(subject.fields);
    expect(Object.keys(subject.full).toSorted()).toEqual(names.toSorted());
    for (const [name, empty] of Object.entries(emptyValues(subject.fields)))
      expect([name, subject.full[name]]).not.toEqual([name, empty]);
  });

  test('is created and read', async () => {
    expect(await subject.read()).toMatchObject(subject.full);
  });

  test('is in the history of an update, and restored from it', async () => {
    await subject.empty();
    const names = namesOf(subject.fields);
    expect(pick(names, await subject.read())).toMatchObject(
      pick(Object.keys(clearedValues(subject.fields)), clearedValues(subject.fields)),
    );
    if (kind !== 'president') expect(pick(names, await before())).toEqual(subject.full);
    const [newest] = await history.revisionsOf(kind, subject.slug);
    await history.restore(kind, subject.slug, newest?.revision ?? 0);
    expect(await subject.read()).toMatchObject(subject.full);
  });

  test('survives a deletion', async () => {
    const whole = await subject.read();
    await subject.remove();
    expect(pick(namesOf(subject.fields), await before())).toEqual(subject.full);
    await history.undo(kind, subject.slug);
    expect({ ...(await subject.read()), updated_at: '' }).toEqual({ ...whole, updated_at: '' });
  });

  test('may be missing from an older snapshot, in any combination', async () => {
    const optional = Object.keys(clearedValues(subject.fields));
    await subject.remove();
    const [deletion] = await history.revisionsOf(kind, subject.slug);
    const stored = [kind, subject.slug, deletion?.revision];
    const { rows } = await api.database.pool.query<{ before: Values }>(
      'select before from history where (kind, slug, revision) = ($1, $2, $3)',
      stored,
    );
    const whole = rows[0]?.before ?? {};
    expect((whole['keys'] as Values)['schema_version']).toMatch(/^\d{14}-/);
    await fc.assert(
      fc.asyncProperty(fc.subarray(optional), async (newer) => {
        const older = Object.fromEntries(Object.entries(whole).filter(([name]) => !newer.includes(name)));
        await api.database.pool.query('update history set before = $4 where (kind, slug, revision) = ($1, $2, $3)', [
          ...stored,
          JSON.stringify(older),
        ]);
        await history.restore(kind, subject.slug, deletion?.revision ?? 0);
        const expected = { ...subject.full, ...pick(newer, emptyValues(subject.fields)) };
        expect(await subject.read()).toMatchObject(expected);
        // The record exists now, so this restores the snapshot onto an existing record.
        await history.restore(kind, subject.slug, deletion?.revision ?? 0);
        expect(await subject.read()).toMatchObject(expected);
        await subject.remove();
      }),
      { numRuns: 12 },
    );
    await api.database.pool.query('update history set before = $4 where (kind, slug, revision) = ($1, $2, $3)', [
      ...stored,
      JSON.stringify(whole),
    ]);
    await history.restore(kind, subject.slug, deletion?.revision ?? 0);
    expect(await subject.read()).toMatchObject(subject.full);
  });
});

describe('search finds', () => {
  test('a voyage by every searched field', async () => {
    const full = aFullVoyage();
    const words = [...wordsOf(voyageFields, { ...full }), 'Spinsource', 'February', 'March', 'HST', 'official'];
    expect(words.length).toBeGreaterThan(15);
    for (const word of words) {
      const found = await browser.json<{ title: string }[]>(`/api/voyages?q=${encodeURIComponent(word)}`);
      expect({ word, titles: found.map(({ title }) => title) }).toEqual({
        word,
        titles: expect.arrayContaining([full.title]),
      });
    }
  });

  test('media by every searched field', async () => {
    for (const word of ['Mediatitle', 'Creditword', 'Descriptionword', 'Alternativeword', '1949-02-14']) {
      const found = await browser.json<{ title: string }[]>(`/api/media?q=${encodeURIComponent(word)}`);
      expect({ word, titles: found.map(({ title }) => title) }).toEqual({ word, titles: ['Mediatitle'] });
    }
  });

  test('a person by name and role', async () => {
    for (const word of ['Fullname', 'Roleword', 'Organizationword']) {
      const found = await browser.json<{ full_name: string }[]>(`/api/people?q=${word}`);
      expect(found.map(({ full_name }) => full_name)).toEqual(['Everett Fullname']);
    }
  });
});

describe('exports have', () => {
  const exportText = async (path: string) => (await browser.get(path)).text();
  const jsonOf = async (path: string, key: string, value: string) =>
    ((await browser.json<Values[]>(`${path}?format=json`)).find((item) => item[key] === value) ?? {}) as Values;

  test('every exported field of a voyage, in JSON, CSV and the document', async () => {
    const full = aFullVoyage();
    const names = namesOf(fieldsWith(voyageFields, 'exported'));
    const entry = await jsonOf('/api/export/voyages', 'title', full.title);
    expect(pick(names, entry)).toEqual(pick(names, full));
    expect(entry).toMatchObject({
      sources: full.source_urls,
      additional_sources: full.additional_sources,
      spins: full.spin,
    });
    expect(exportOperations.voyages.response.parse([entry])).toEqual([entry]);
    const csv = await exportText('/api/export/voyages');
    const document = await exportText('/api/export/archive');
    for (const word of wordsOf(voyageFields, { ...full })) {
      expect(csv).toContain(word);
      expect(document).toContain(word);
    }
  });

  test('every exported field of people, media and presidents, in JSON and CSV', async () => {
    const cases = [
      ['people', personFields, aFullPerson(), 'full_name'],
      ['media', mediaFields, aFullMedia(), 'title'],
      ['presidents', presidentFields, { ...aFullPresident(), initials: 'FOX' }, 'initials'],
    ] as const;
    for (const [path, fields, full, key] of cases) {
      const names = namesOf(fieldsWith(fields as Fields, 'exported'));
      const value = String((full as Values)[key]);
      expect(pick(names, await jsonOf(`/api/export/${path}`, key, value))).toEqual(pick(names, full));
      const rows = parse(await exportText(`/api/export/${path}`), { columns: true, bom: true }) as Values[];
      const row = rows.find((row) => row[key] === value) ?? {};
      for (const name of names) expect([name, row[name]]).not.toEqual([name, '']);
    }
  });

  test('everything that an empty archive needs to import the voyage again', async () => {
    const targetApi = await startApi();
    const worker = await startWorker(targetApi);
    try {
      const curator = await targetApi.signIn();
      const report = await ingest(curator, await exportText('/api/export/archive'));
      expect(report).toMatchObject({ status: 'completed', validation_errors: 0 });
      const [item] = await curator.json<{ voyage_slug: string }[]>('/api/voyages?q=Titleword');
      const { original_markdown: _, ...full } = aFullVoyage();
      const voyage = voyageSchema.parse(await curator.json(`/api/voyages/${item?.voyage_slug}`));
      expect(voyage).toMatchObject(full);
      expect(voyage.president_slug_from_voyage).toBe('truman-harry-s');
      const { notes: _notes, ...aboard } = aFullPassenger();
      expect(voyage.passengers).toMatchObject([{ full_name: 'Aboard Passenger', ...aboard }]);
    } finally {
      await worker.close();
      await targetApi.close();
    }
  });
});

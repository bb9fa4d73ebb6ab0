import {
  type Operation,
  mediaOperations,
  peopleOperations,
  presidentOperations,
  voyageOperations,
} from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aMedia, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { sendRejected, send } from './send.ts';

let api: TestApi;
let browser: Browser;
beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
});
afterAll(() => api.close());

type Fields = Record<string, unknown>;

interface Case {
  update: Operation;
  params: Record<string, string>;
  /** Fields of the request that identify the record. */
  keys?: Fields;
  /** Every field of the form, as it is stored. */
  stored: Fields;
  /** Names of fields in the response, where they differ. */
  responseNames?: Record<string, string>;
  /** A field that cannot be cleared, and the message for null. */
  required?: [field: string, message: string];
}

const CASES: Record<string, () => Promise<Case>> = {
  voyage: async () => {
    const stored = {
      title: 'Merged',
      start_date: '1950-01-02',
      end_date: '1950-01-03',
      start_time: '10:00',
      notes: 'Notes.',
      notes_internal: 'Internal.',
      spin: [{ spin: 'Snug.', source: null }],
      source_urls: [{ url: 'https://example.org', media_type: 'article', title: null }],
      voyage_type: 'official',
      mention_menu: true,
      president_slug_from_voyage: 'truman-harry-s',
    };
    const { body } = await send(browser, voyageOperations.create, { body: stored as never });
    return {
      update: voyageOperations.update,
      params: { voyage_slug: body.voyage_slug },
      stored,
      required: ['start_date', 'Start date is required'],
    };
  },
  person: async () => {
    const stored = {
      full_name: 'Merged Person',
      role_title: 'Diplomat',
      organization: 'State',
      birth_year: 1900,
      death_year: 1980,
      wikipedia_url: 'https://en.wikipedia.org/wiki/Merged_Person',
      notes_internal: 'Notes.',
      tags: ['a', 'b'],
    };
    const { body } = await send(browser, peopleOperations.create, { body: stored });
    return {
      update: peopleOperations.update,
      params: { person_slug: body.person_slug },
      stored,
      required: ['full_name', 'Please enter a full name'],
    };
  },
  president: async () => {
    const stored = {
      full_name: 'Merged Owner',
      party: 'Private Owner',
      term_start: '1925',
      term_end: '1929',
      birth_year: 1880,
      death_year: 1950,
      wikipedia_url: 'https://en.wikipedia.org/wiki/Merged_Owner',
      tags: ['owner'],
    };
    const { body } = await send(browser, presidentOperations.create, { body: stored });
    return {
      update: presidentOperations.update,
      params: { president_slug: body.president_slug },
      stored,
      required: ['term_start', 'Please enter the start date of presidency/ownership'],
    };
  },
  media: async () => {
    const stored = {
      title: 'Merged media',
      media_type: 'article',
      date: '1950',
      credit: 'Credit',
      description_markdown: 'Description.',
      alt_text: 'Text.',
      rights: 'https://rightsstatements.org/vocab/InC/1.0/',
      rights_note: 'Note.',
      creator: 'Creator',
      place: 'Place',
      identifier: 'A1',
      provenance: 'Gift.',
      original_filename: 'a.jpg',
      tags: ['a'],
    };
    const { slug } = await aMedia().save(api.database);
    await send(browser, mediaOperations.update, { params: { media_slug: slug }, body: stored as never });
    return {
      update: mediaOperations.update,
      params: { media_slug: slug },
      stored,
      required: ['title', 'A media item needs a title.'],
    };
  },
  passenger: async () => {
    const stored = { title: 'General', capacity_role: 'Guest', is_crew: true, notes: 'Notes.' };
    const { slug } = await aVoyage().aboard('Merged Passenger', stored).save(api.database);
    const keys = { voyage_slug: slug, person_slug: 'passenger-merged' };
    return { update: peopleOperations.relink, params: {}, keys, stored, responseNames: { notes: 'voyage_notes' } };
  },
};

/** A value that clears a field. */
const clearedValue = (value: unknown) => (Array.isArray(value) ? [] : typeof value === 'boolean' ? false : null);

describe.each(Object.keys(CASES))('an update of a %s', (kind) => {
  let entry: Case;
  beforeAll(async () => {
    entry = await CASES[kind]!();
  });

  const update = async (fields: Fields): Promise<Fields> => {
    const { params, keys = {} } = entry;
    const { body } = await send(browser, entry.update, { params, body: { ...keys, ...fields } } as never);
    return body as Fields;
  };
  const expected = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [entry.responseNames?.[name] ?? name, value]));

  test('keeps a field that the client does not know about', async () => {
    for (const unknown of Object.keys(entry.stored)) {
      const { [unknown]: _, ...known } = entry.stored;
      expect(await update(known)).toMatchObject(expected(entry.stored));
    }
  });

  test('with one field changes only that field', async () => {
    for (const [name, value] of Object.entries(entry.stored).filter(([field]) => field !== entry.required?.[0])) {
      // The title of a voyage is generated when it is cleared, and neither media type nor name can be empty.
      if (['title', 'full_name', 'media_type'].includes(name) && kind !== 'passenger') continue;
      expect(await update({ [name]: clearedValue(value) })).toMatchObject(
        expected({ ...entry.stored, [name]: clearedValue(value) }),
      );
      expect(await update({ [name]: value })).toMatchObject(expected(entry.stored));
    }
  });

  test('without fields changes nothing', async () => {
    expect(await update({})).toMatchObject(expected(entry.stored));
  });

  test('cannot clear a required field', async () => {
    const [field, message] = entry.required ?? [];
    if (field === undefined) return expect(kind).toBe('passenger');
    for (const empty of [null, ' ']) {
      const { errors } = await sendRejected(
        browser,
        entry.update,
        { params: entry.params, body: { [field]: empty } },
        422,
      );
      expect(errors).toEqual([{ path: field, message }]);
    }
  });
});

describe('contradictions with stored fields are rejected', () => {
  const errorsOf = async (operation: Operation, params: Fields, body: Fields) =>
    (await sendRejected(browser, operation, { params, body }, 422)).errors?.map(({ path }) => path);

  test('of a voyage', async () => {
    const { slug } = await aVoyage().with({ start_date: '1950-05-05', start_time: '19:00' }).save(api.database);
    const params = { voyage_slug: slug };
    expect(await errorsOf(voyageOperations.update, params, { end_date: '1950-05-04' })).toEqual(['end_date']);
    expect(await errorsOf(voyageOperations.update, params, { end_time: '18:00' })).toEqual(['end_time']);
  });

  test('of a person and of a president', async () => {
    const { body } = await send(browser, presidentOperations.create, {
      body: { full_name: 'Contradicting Owner', term_start: '1930', birth_year: 1900 },
    });
    const slug = body.president_slug;
    expect(await errorsOf(peopleOperations.update, { person_slug: slug }, { death_year: 1899 })).toEqual([
      'death_year',
    ]);
    const president = { president_slug: slug };
    expect(await errorsOf(presidentOperations.update, president, { death_year: 1899, term_end: '1929' })).toEqual([
      'death_year',
      'term_end',
    ]);
  });
});

describe('the title of a voyage', () => {
  const title = async (voyage_slug: string, body: Fields) =>
    (await send(browser, voyageOperations.update, { params: { voyage_slug }, body })).body.title;

  test('follows date and place when it was generated, until a title is sent', async () => {
    const { body } = await send(browser, voyageOperations.create, {
      body: { start_date: '1946-03-07', start_location: 'Potomac River' },
    });
    const slug = body.voyage_slug;
    expect(body.title).toBe('Potomac River, March 7, 1946');
    expect(await title(slug, { start_date: '1946-03-08' })).toBe('Potomac River, March 8, 1946');
    expect(await title(slug, { start_location: 'Annapolis' })).toBe('Annapolis, March 8, 1946');
    expect(await title(slug, { title: 'Own title' })).toBe('Own title');
    expect(await title(slug, { start_date: '1946-03-09' })).toBe('Own title');
    expect(await title(slug, { title: '' })).toBe('Annapolis, March 9, 1946');
  });
});

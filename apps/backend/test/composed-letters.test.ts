// cspell:ignore Après Coruña Cumpleaños Déjeuner Frühstück Gäste Größe Höhe Köln Mañana Orléans Titel
import { mediaCaptionOperations, type Revision } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { readConfig } from '../src/config/index.ts';
import { migrateDatabase } from '../src/migrations.ts';
import { aPng } from './builders/files.ts';
import { aMedia, aPerson, aVoyage } from './builders/index.ts';
import { startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';
import { aDatabase } from './support/database.ts';
import { ingest } from './support/ingest.ts';
import { upload } from './support/upload.ts';
import { startWorker } from './support/worker.ts';
import { send } from './writing/send.ts';

const COMPOSED = 'Zoë Café'.normalize('NFC');
const DECOMPOSED = COMPOSED.normalize('NFD');

describe('letters and their accents are composed', () => {
  let api: TestApi;
  let curator: Browser;
  let worker: Awaited<ReturnType<typeof startWorker>>;

  beforeAll(async () => {
    api = await startApi();
    worker = await startWorker(api);
    curator = await api.signIn();
  });
  afterAll(async () => {
    await worker.close();
    await api.close();
  });

  test('in forms, and in the filters for what they have stored', async () => {
    const body = { full_name: DECOMPOSED, tags: [DECOMPOSED, COMPOSED] };
    expect((await curator.post('/api/curator/people', body)).status).toBe(201);
    const [person] = await curator.json<{ full_name: string }[]>(`/api/people?q=${encodeURIComponent(DECOMPOSED)}`);
    expect(person).toMatchObject({ full_name: COMPOSED });
    expect(await curator.json('/api/tags')).toEqual([expect.objectContaining({ tag: COMPOSED })]);
  });

  test.each([
    ['Markdown', `## 1946-03-07\n\nPassengers: ${DECOMPOSED}\n`],
    ['a table', `Date,Passengers\n1946-03-08,${DECOMPOSED}\n`],
    ['JSON', JSON.stringify([{ start_date: '1946-03-09', passengers: [{ name: DECOMPOSED }] }])],
    ['JSON with escapes', `[{"start_date":"1946-03-10","passengers":[{"name":"Zoe\\u0308 Cafe\\u0301"}]}]`],
  ])('in %s, whose person is the one that exists', async (_, document) => {
    expect(await ingest(curator, document)).toMatchObject({ status: 'completed' });
    expect(await curator.json(`/api/people?q=${encodeURIComponent(COMPOSED)}`)).toHaveLength(1);
  });

  test.each([
    ['Markdown', '## 1946-04-07: Déjeuner\n\nLocation: Île d’Orléans\nPassengers: Zoë Café\nNotes: Après-midi\n'],
    ['a table', 'Datum;Titel;Ort;Gäste;Größe\n1946-04-08;Frühstück;Köln;Zoë Café;Höhe\n'],
    [
      'JSON',
      JSON.stringify([{ start_date: '1946-04-09', title: 'Cumpleaños', notes: 'Mañana', location: 'A Coruña' }]),
    ],
  ])('in %s that a Mac has saved, which is the same document', async (_, document) => {
    expect(await ingest(curator, document.normalize('NFC'))).toMatchObject({ plan: { create: 1 } });
    const plan = { create: 0, update: 0, unchanged: 1, conflict: 0 };
    expect(await ingest(curator, document.normalize('NFD'))).toMatchObject({ status: 'completed', plan });
  });

  test('in captions, places and names of files', async () => {
    const { slug } = await aMedia('Spoken').type('video').save(api.database);
    const captions = { label: DECOMPOSED, content: `WEBVTT\n\n00:01.000 --> 00:02.000\n${DECOMPOSED}\n` };
    await send(curator, mediaCaptionOperations.set, { params: { media_slug: slug, language: 'fr' }, body: captions });
    const transcript = await curator.json(`/api/media/${slug}/transcripts/fr`);
    expect(transcript).toMatchObject({ label: COMPOSED, cues: [{ text: COMPOSED }] });

    expect((await curator.post('/api/curator/places', { name: DECOMPOSED })).status).toBe(201);
    expect(await curator.json(`/api/places?q=${encodeURIComponent(DECOMPOSED)}`)).toEqual([
      expect.objectContaining({ name: COMPOSED }),
    ]);

    const { body } = await upload(curator, await aPng(), { title: DECOMPOSED, original_filename: `${DECOMPOSED}.png` });
    const media = await curator.json(`/api/media/${body.media_slug}`);
    expect(media).toMatchObject({ title: COMPOSED, original_filename: `${COMPOSED}.png` });
  });
});

describe('an upgrade', () => {
  let store: Awaited<ReturnType<typeof aDatabase>>;
  let owner: pg.Client;
  let api: TestApi;
  let curator: Browser;

  beforeAll(async () => {
    store = await aDatabase();
    owner = new pg.Client(store.url);
    await owner.connect();
    api = await startApi({ databaseUrl: store.applicationUrl });
    curator = await api.signIn();
  });
  afterAll(async () => {
    await api.close();
    await owner.end();
    await store.drop();
  });

  const history = (kind: string, slug: string) =>
    curator.json<Pick<Revision, 'action' | 'changed_by' | 'before'>[]>(`/api/curator/history/${kind}/${slug}`);
  const upgrade = async () => {
    await owner.query(`delete from migration where name = '20261128040014-earlier-rows'`);
    await migrateDatabase(readConfig({ NODE_ENV: 'test', DATABASE_URL: store.url }), () => undefined);
  };

  test('composes the letters of what is stored, once, with a revision of each record', async () => {
    const { database } = api;
    const query = (text: string, values: unknown[] = []) => owner.query<Record<string, unknown>>(text, values);
    const film = await aMedia('Film').type('video').save(database);
    const person = await aPerson('Zoe').save(database);
    const voyage = await aVoyage().titled('V').aboard(person).showing(film).save(database);
    const untouched = await aVoyage().titled(COMPOSED).save(database);
    await aVoyage()
      .titled('Spin')
      .withSlug('spin')
      .with({ spin: [{ spin: DECOMPOSED, source: null }] })
      .save(database);
    await query('update person set full_name = $1, tags = $2 where id = $3', [
      DECOMPOSED,
      ['x', DECOMPOSED, 'y', COMPOSED],
      person.id,
    ]);
    await query('update passenger set notes = $1', [DECOMPOSED]);
    await query(`insert into media_caption (media_id, language, label, content) values ($1, 'fr', $2, 'WEBVTT')`, [
      film.id,
      DECOMPOSED,
    ]);
    await upgrade();
    await upgrade();
    const { rows: people } = await query('select full_name, tags, version from person where id = $1', [person.id]);
    expect(people).toEqual([{ full_name: COMPOSED, tags: ['x', COMPOSED, 'y'], version: 2 }]);
    expect((await query('select notes from passenger')).rows).toEqual([{ notes: COMPOSED }]);
    expect((await query('select label from media_caption')).rows).toEqual([{ label: COMPOSED }]);
    const change = (before: object) => [
      expect.objectContaining({ action: 'update', changed_by: 'system', before: expect.objectContaining(before) }),
    ];
    expect(await history('person', person.slug)).toEqual(change({ full_name: DECOMPOSED }));
    expect(await history('voyage', voyage.slug)).toEqual(
      change({ passengers: [expect.objectContaining({ voyage_notes: DECOMPOSED })] }),
    );
    expect(await history('voyage', 'spin')).toEqual(change({ spin: [{ spin: DECOMPOSED, source: null }] }));
    expect(await history('media', film.slug)).toEqual(
      change({ captions: [expect.objectContaining({ label: DECOMPOSED })] }),
    );
    expect(await history('voyage', untouched.slug)).toEqual([]);
    expect(await curator.json('/api/voyages/spin')).toMatchObject({ spin: [{ spin: COMPOSED }] });
  });
});

import {
  albumOperations,
  type ApiToken,
  apiTokenOperations,
  historyOperations,
  intakeOperations,
  mediaOperations,
  mediaPeopleOperations,
} from '@archive/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { aPng } from '../builders/files.ts';
import { aPerson, aPresident, aVoyage } from '../builders/index.ts';
import type { SavedRecord } from '../builders/records.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { sql } from '../support/sql.ts';
import { waitUntil } from '../support/wait-until.ts';
import { upload } from '../support/upload.ts';
import { send, sendRejected } from '../writing/send.ts';

let api: TestApi;
let curator: Browser;
let voyage: SavedRecord;
let ann: SavedRecord;
let ben: SavedRecord;
let album: string;
beforeAll(async () => {
  api = await startApi();
  curator = await api.signIn();
});
afterAll(() => api.close());
beforeEach(async () => {
  ann = await aPerson().save(api.database);
  ben = await aPerson().save(api.database);
  voyage = await aVoyage().save(api.database);
  const created = await send(curator, albumOperations.create, {
    body: { title: 'On deck', voyage_slug: voyage.slug },
  });
  album = created.body.album_slug;
});

const tokens = () => send(curator, apiTokenOperations.list, {}).then(({ body }) => body);
async function aToken(label = 'Scanning room') {
  const { body } = await send(curator, apiTokenOperations.create, { body: { label, scopes: ['upload'] } });
  return { ...body, bearer: { authorization: `Bearer ${body.token}` } };
}
const marksOf = async (media_slug: string) =>
  (await send(curator, mediaPeopleOperations.get, { params: { media_slug } })).body.people.map((mark) => [
    mark.person_slug,
    mark.region,
  ]);
const albumMedia = async () =>
  (await send(curator, albumOperations.get, { params: { album_slug: album } })).body.media.map(
    ({ media_slug }) => media_slug,
  );
const voyageMedia = async () =>
  (await send(curator, mediaOperations.byVoyage, { params: { slug: voyage.slug } })).body.map(
    ({ media_slug }) => media_slug,
  );
const checksumOf = async (slug: string) => {
  const [row] = await api.database.rows(
    sql<{ sha256: string }>(`select encode(sha256, 'hex') sha256 from media where slug = '${slug}'`),
  );
  return row?.sha256 ?? '';
};
const revisionsOf = async (slug: string) =>
  (await send(curator, historyOperations.list, { params: { kind: 'media', slug } })).body.map((entry) => [
    entry.action,
    entry.changed_by,
  ]);

describe('an upload', () => {
  test('is stored and attached to a voyage, an album and people in one revision', async () => {
    const { status, body } = await upload(curator, await aPng(), {
      voyage_slug: voyage.slug,
      album_slug: album,
      people: `${ben.slug}, ${ann.slug},${ben.slug}`,
    });
    expect([status, body.linked_to_voyage]).toEqual([201, true]);
    expect(await marksOf(body.media_slug)).toEqual([
      [ben.slug, null],
      [ann.slug, null],
    ]);
    expect([await albumMedia(), await voyageMedia()]).toEqual([[body.media_slug], [body.media_slug]]);
    expect(await revisionsOf(body.media_slug)).toEqual([['create', 'curator']]);
  });

  test.each([
    ['people', { people: 'nobody-at-all' }, 422],
    ['album', { album_slug: 'no-album' }, 404],
  ] as const)('for an unknown %s is refused, and leaves nothing', async (_what, fields, expected) => {
    const { body: before } = await send(curator, mediaOperations.list, { query: {} });
    expect((await upload(curator, await aPng(), fields)).status).toBe(expected);
    expect((await send(curator, mediaOperations.list, { query: {} })).body).toHaveLength(before.length);
  });
});

describe('attaching existing media', () => {
  test('adds missing links and keeps existing ones, even when it is repeated', async () => {
    const { body } = await upload(curator, await aPng(), { people: ann.slug });
    const region = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 };
    const params = { media_slug: body.media_slug };
    await send(curator, mediaPeopleOperations.set, { params, body: { people: [{ person_slug: ann.slug, region }] } });
    const links = { voyage_slug: voyage.slug, album_slug: album, people: [ann.slug, ben.slug] };
    for (let index = 0; index < 2; index += 1) await send(curator, intakeOperations.attach, { params, body: links });
    expect(await marksOf(body.media_slug)).toEqual([
      [ann.slug, region],
      [ben.slug, null],
    ]);
    expect([await albumMedia(), await voyageMedia()]).toEqual([[body.media_slug], [body.media_slug]]);
    expect(await revisionsOf(body.media_slug)).toHaveLength(3);
  });

  test('is refused as a whole when a record is missing', async () => {
    const { body } = await upload(curator, await aPng());
    const params = { media_slug: body.media_slug };
    const attach = (links: object, status: number) =>
      sendRejected(curator, intakeOperations.attach, { params, body: links }, status);
    await attach({ voyage_slug: voyage.slug, people: ['nobody-at-all'] }, 422);
    await attach({ voyage_slug: voyage.slug, album_slug: 'no-album' }, 404);
    await attach({ voyage_slug: 'no-voyage' }, 404);
    expect(await voyageMedia()).toEqual([]);
  });

  test('can be checked in advance', async () => {
    const { slug: president } = await aPresident('Grace Hopper').save(api.database);
    const { body } = await send(curator, intakeOperations.check, {
      body: {
        voyages: [voyage.slug, 'no-voyage'],
        presidents: [president, ann.slug],
        albums: ['no-album', album],
        people: [ann.slug, 'nobody-at-all'],
      },
    });
    expect(body).toEqual({
      voyages: ['no-voyage'],
      presidents: [ann.slug],
      albums: ['no-album'],
      people: ['nobody-at-all'],
    });
  });
});

describe('an upload token', () => {
  test('uploads and attaches files under its name, and is listed with its last use', async () => {
    const { bearer, token_id } = await aToken();
    const program = api.visitor();
    const { status, body } = await upload(program, await aPng(), { voyage_slug: voyage.slug }, { headers: bearer });
    expect(status).toBe(201);
    const links = { sha256: await checksumOf(body.media_slug), people: [ann.slug] };
    expect((await program.post('/api/curator/media/attach-file', links, bearer)).status).toBe(204);
    expect(await revisionsOf(body.media_slug)).toEqual([
      ['update', 'upload token: Scanning room'],
      ['create', 'upload token: Scanning room'],
    ]);
    expect((await tokens())[0]).toMatchObject({ token_id, label: 'Scanning room', last_used_at: expect.any(String) });
  });

  test('tells only what was sent: no record, no title and no address of a file that the library has', async () => {
    const { bearer } = await aToken();
    const program = api.visitor();
    const file = await aPng();
    const secret = { title: 'Only for curators', provenance: 'A private letter', voyage_slug: voyage.slug };
    const { body } = await upload(curator, file, secret);
    const attach = (links: object) => program.post('/api/curator/media/attach-file', links, bearer);

    const duplicate = await upload(program, file, {}, { headers: bearer });
    expect(duplicate).toMatchObject({ status: 409, body: { duplicate: true } });
    const sha256 = await checksumOf(body.media_slug);
    const attached = await attach({ sha256, people: [ann.slug] });
    expect([attached.status, await attached.text()]).toEqual([204, '']);
    expect(await marksOf(body.media_slug)).toEqual([[ann.slug, null]]);
    const copy = await upload(
      program,
      file,
      { allow_duplicate: 'true', voyage_slug: voyage.slug },
      { headers: bearer },
    );
    expect(copy).toMatchObject({ status: 201, body: { media_slug: expect.any(String) } });
    expect(Object.keys(copy.body)).toEqual(['media_slug']);

    const unknown = await attach({ sha256: 'f'.repeat(64), people: [ann.slug] });
    expect([unknown.status, ((await unknown.json()) as { detail: string }).detail]).toEqual([
      404,
      'The library doesn’t have this file.',
    ]);
    for (const wrong of [{}, { sha256: 'F'.repeat(64) }, { sha256: sha256.slice(1) }, { media_slug: body.media_slug }])
      expect((await attach(wrong)).status).toBe(422);
    // An address that exists and one that doesn’t look the same.
    for (const slug of [body.media_slug, 'no-such-media'])
      expect((await program.post(`/api/curator/media/${slug}/attach`, {}, bearer)).status).toBe(401);

    for (const slug of [body.media_slug, copy.body.media_slug])
      expect((await curator.send('DELETE', `/api/curator/media/${slug}`)).status).toBeLessThan(300);
    const trashed = await upload(program, file, {}, { headers: bearer });
    expect([trashed.status, trashed.body.detail]).toEqual([
      409,
      'This file is in the trash. Ask a curator to restore it.',
    ]);
    expect((await attach({ sha256 })).status).toBe(404);
    const responses = JSON.stringify([duplicate.body, trashed.body, copy.body]);
    for (const text of [...Object.values(secret).slice(0, 2), body.media_slug]) expect(responses).not.toContain(text);
  });

  test('allows nothing else', async () => {
    const { bearer } = await aToken();
    const { body } = await upload(curator, await aPng());
    const program = api.visitor();
    for (const path of ['/api/media', '/api/voyages', '/api/tokens', '/api/frontends'])
      expect((await program.get(path, bearer)).status).toBe(401);
    expect((await program.post('/api/tokens', { label: 'more', scopes: ['upload'] }, bearer)).status).toBe(401);
    expect((await program.post('/media-uploads', undefined, bearer)).status).toBe(401);
    for (const [method, path] of [
      ['PUT', `/api/curator/media/${body.media_slug}`],
      ['DELETE', `/api/curator/media/${body.media_slug}`],
      ['PUT', `/api/curator/media/${body.media_slug}/people`],
    ] as const)
      expect((await program.send(method, path, { people: [] }, bearer)).status).toBe(401);
    const deploy = await curator.post('/api/tokens', { label: 'Verifier', scopes: ['verify'] });
    const { token } = (await deploy.json()) as { token: string };
    const rejected = await upload(program, await aPng(), {}, { headers: { authorization: `Bearer ${token}` } });
    expect([rejected.status, rejected.body.detail]).toEqual([
      401,
      'This token is unknown, expired or revoked, or not for this.',
    ]);
  });

  test('is shown once, stored as a hash, ends when revoked, and is in the security log', async () => {
    await api.asOwner('delete from security_event');
    const { bearer, token, token_id } = await aToken('Attic scanner');
    const rows = await api.database.rows(sql('select token_hash::text || label as stored from api_token'));
    expect(JSON.stringify([rows, await tokens()])).not.toContain(token.slice(8));
    const program = api.visitor();
    expect((await upload(program, await aPng(), {}, { headers: bearer })).status).toBe(201);
    await send(curator, apiTokenOperations.revoke, { params: { token_id: String(token_id) } });
    expect((await upload(program, await aPng(), {}, { headers: bearer })).status).toBe(401);
    const [revoked] = (await tokens()) as ApiToken[];
    expect(revoked).toMatchObject({ token_id, revoked_at: expect.any(String) });
    await sendRejected(curator, apiTokenOperations.revoke, { params: { token_id: '999999' } }, 404);
    const events = () =>
      api.database.rows(
        sql<{ kind: string; actor: string | null }>('select kind, actor from security_event order by id'),
      );
    await waitUntil(async () => (await events()).length === 5);
    expect(await events()).toEqual([
      { kind: 'action-confirmed', actor: 'curator' },
      { kind: 'token-created', actor: 'curator' },
      { kind: 'token-used', actor: 'upload token: Attic scanner' },
      { kind: 'token-revoked', actor: 'curator' },
      { kind: 'token-rejected', actor: null },
    ]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Person, Proposal, Revision, Role } from '@archive/contracts';
import { aPersonWith } from './support/accounts.ts';
import { startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';

let api: TestApi;
let admin: Browser;
let anna: Browser;
let other: Browser;
let curator: Browser;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn();
  const person = async (role: Role, name: string) => (await aPersonWith(api, admin, role, name)).browser;
  anna = await person('contributor', 'Anna Weber');
  other = await person('contributor', 'Otto Other');
  curator = await person('curator', 'Carl Curator');
});
afterAll(() => api?.close());

let count = 0;
async function aRecord(): Promise<string> {
  const response = await admin.post('/api/curator/people', {
    person_slug: 'auto',
    full_name: `Pat Record${(count += 1)}`,
    birth_year: 1900,
  });
  return ((await response.json()) as Person).person_slug;
}
const path = (slug: string) => `/api/curator/people/${slug}`;
const read = async (slug: string) => admin.json<Person>(`/api/people/${slug}`);
async function propose(slug: string, body: object, by = anna): Promise<Proposal> {
  const response = await by.send('PUT', path(slug), body);
  const sent = (await response.json()) as { proposal_id: number };
  expect([response.status, sent]).toEqual([202, { proposed: true, proposal_id: expect.any(Number) }]);
  expect(response.headers.get('location')).toBe(`/api/proposals/${sent.proposal_id}`);
  return admin.json<Proposal>(`/api/proposals/${sent.proposal_id}`);
}
const decide = (
  { proposal_id, proposed_at }: Proposal,
  accept: string[],
  reason: string | null = 'No source.',
  by = curator,
) => by.post(`/api/curator/proposals/${proposal_id}/decision`, { accept, reason, proposed_at });

describe('a contributor’s update', () => {
  test('changes nothing until a curator accepts fields of it, which history has under both names', async () => {
    const slug = await aRecord();
    const before = await read(slug);
    const proposal = await propose(slug, { birth_year: 1901, organization: 'Navy' });
    expect(await read(slug)).toEqual(before);
    expect(proposal.changes).toMatchObject([
      { field: 'organization', from: '', to: 'Navy', accepted: null },
      { field: 'birth_year', from: '1900', to: '1901', accepted: null },
    ]);

    expect((await decide(proposal, ['birth_year'], null)).status).toBe(422);
    expect((await decide(proposal, ['birth_year', 'tags'])).status).toBe(422);
    expect((await decide(proposal, ['birth_year'])).status).toBe(200);
    expect(await read(slug)).toMatchObject({ birth_year: 1901, organization: null });
    const [revision] = await admin.json<Revision[]>(`/api/curator/history/person/${slug}`);
    expect(revision?.changed_by).toBe('Anna Weber (accepted by: Carl Curator)');
    const [mine] = await anna.json<Proposal[]>('/api/proposals');
    expect(mine).toMatchObject({ own: true, state: 'accepted', reason: 'No source.', decided_by: 'Carl Curator' });
    expect(mine?.changes.map(({ field, accepted }) => [field, accepted])).toEqual([
      ['organization', false],
      ['birth_year', true],
    ]);
  });

  test('joins the open proposal, and a decided one is not decided again', async () => {
    const slug = await aRecord();
    const first = await propose(slug, { birth_year: 1901 });
    const second = await propose(slug, { organization: 'Navy' });
    expect(second.proposal_id).toBe(first.proposal_id);
    expect(second.changes).toHaveLength(2);
    expect((await decide(first, ['birth_year'])).status).toBe(409);
    const all = ['birth_year', 'organization'];
    const twice = await Promise.all([decide(second, all), decide(second, all)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await admin.json<Revision[]>(`/api/curator/history/person/${slug}`)).toHaveLength(2);
  });

  test('shows what has changed since, and conflicts like that of a curator', async () => {
    const slug = await aRecord();
    const etag = (await anna.get(`/api/people/${slug}`)).headers.get('etag') ?? '';
    const { proposal_id } = await propose(slug, { birth_year: 1901 });
    await admin.send('PUT', path(slug), { birth_year: 1902 });
    expect(await curator.json(`/api/proposals/${proposal_id}`)).toMatchObject({
      exists: true,
      changed_since: [{ field: 'birth_year', from: '1900', to: '1902' }],
    });
    const response = await anna.send('PUT', path(slug), { birth_year: 1903 }, { 'if-match': etag });
    expect(response.status).toBe(412);
  });

  test('can be withdrawn by its author only, and then not be accepted', async () => {
    const slug = await aRecord();
    const proposal = await propose(slug, { birth_year: 1901 });
    const address = `/api/proposals/${proposal.proposal_id}`;
    expect((await other.get(address)).status).toBe(404);
    expect((await other.send('DELETE', address)).status).toBe(404);
    expect((await curator.send('DELETE', address)).status).toBe(404);
    expect(await other.json('/api/proposals')).toEqual([]);
    expect((await anna.send('DELETE', address)).status).toBe(204);
    expect((await decide(proposal, ['birth_year'])).status).toBe(409);
    expect((await read(slug)).birth_year).toBe(1900);
  });

  test('of media and albums is proposed too', async () => {
    const album = await admin.post('/api/curator/albums', { voyage_slug: null, title: 'Menus' });
    const { album_slug } = (await album.json()) as { album_slug: string };
    const response = await anna.send('PUT', `/api/curator/albums/${album_slug}`, { title: 'Menu cards' });
    expect(response.status).toBe(202);
    const [proposal] = await curator.json<Proposal[]>('/api/proposals');
    expect((await decide(proposal!, ['title'], null)).status).toBe(200);
    expect(await admin.json(`/api/curator/albums/${album_slug}`)).toMatchObject({ title: 'Menu cards' });
    expect((await anna.send('PUT', '/api/curator/media/nothing', { title: 'x' })).status).toBe(404);
  });
});

describe('a contributor can’t', () => {
  test('propose fields that the form doesn’t have, or invalid values', async () => {
    const slug = await aRecord();
    for (const body of [
      { portrait: 'a-picture' },
      { person_slug: 'other', birth_year: 1901 },
      { id: 1 },
      { birth_year: 'x' },
      { birth_year: 1900 },
    ])
      expect([body, (await anna.send('PUT', path(slug), body)).status]).toEqual([body, 422]);
    const album = await admin.post('/api/curator/albums', { voyage_slug: null, title: 'Order' });
    const { album_slug } = (await album.json()) as { album_slug: string };
    expect((await anna.send('PUT', `/api/curator/albums/${album_slug}`, { sort_order: 3 })).status).toBe(422);
  });

  test('accept, delete, upload, import or create', async () => {
    const slug = await aRecord();
    const proposal = await propose(slug, { birth_year: 1901 });
    expect((await decide(proposal, ['birth_year'], null, anna)).status).toBe(403);
    expect((await anna.send('DELETE', path(slug))).status).toBe(403);
    for (const address of ['people', 'media/upload', 'ingest', 'voyages', 'albums'])
      expect([address, (await anna.post(`/api/curator/${address}`, {})).status]).toEqual([address, 403]);
  });

  test('have a change to a deleted record accepted; it can be rejected', async () => {
    const slug = await aRecord();
    const proposal = await propose(slug, { birth_year: 1901 });
    expect((await admin.send('DELETE', path(slug))).status).toBe(204);
    expect((await decide(proposal, ['birth_year'])).status).toBe(404);
    expect(await curator.json(`/api/proposals/${proposal.proposal_id}`)).toMatchObject({
      exists: false,
      state: 'open',
    });
    expect((await decide(proposal, [])).status).toBe(200);
    expect((await anna.send('PUT', path(slug), { birth_year: 1901 })).status).toBe(404);
  });
});

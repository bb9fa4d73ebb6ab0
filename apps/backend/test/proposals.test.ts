import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Person, Proposal, Revision, Role, Voyage } from '@archive/contracts';
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
const list = async (by: Browser) =>
  (await by.json<{ open: number; proposals: Proposal[] }>('/api/proposals')).proposals;
const propose = (slug: string, body: object, by = anna) => proposed(by.send('PUT', path(slug), body));
async function proposed(request: Promise<Response>): Promise<Proposal> {
  const response = await request;
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
    for (const by of [anna, curator, other]) {
      const { changes } = await by.json<{ changes: Revision[] }>('/api/curator/history?whose=own');
      expect(changes.map(({ slug: changed }) => changed)).toEqual(by === other ? [] : [slug]);
    }
    const [mine] = await list(anna);
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
      version: expect.any(String),
      changed_since: [{ field: 'birth_year', from: '1900', to: '1902' }],
    });
    const response = await anna.send('PUT', path(slug), { birth_year: 1903 }, { 'if-match': etag });
    expect(response.status).toBe(412);
  });

  describe('joined by another', () => {
    const own = (slug: string, by = anna) =>
      by.json<{ proposal: { proposed_at: string; values: object } | null }>(`/api/proposals/own/person/${slug}`);

    test('keeps the values that fields were proposed from, which shows what has changed since', async () => {
      const slug = await aRecord();
      await propose(slug, { birth_year: 1901 });
      await admin.send('PUT', path(slug), { birth_year: 1902 });
      const proposal = await propose(slug, { organization: 'Navy' });
      expect(proposal).toMatchObject({
        changed_since: [{ field: 'birth_year', from: '1900', to: '1902' }],
        changes: [{ field: 'organization' }, { field: 'birth_year', from: '1902', to: '1901' }],
      });
    });

    test('replaces nothing that its author has not seen, and everything that they have', async () => {
      const slug = await aRecord();
      expect(await own(slug)).toEqual({ proposal: null });
      await propose(slug, { aliases: ['Patty'], birth_year: 1901 });
      const { proposal } = await own(slug);
      expect(proposal?.values).toMatchObject({ aliases: ['Patty'], birth_year: 1901 });
      expect(await own(slug, other)).toEqual({ proposal: null });

      const version = ((await anna.get(`/api/people/${slug}`)).headers.get('etag') ?? '').replaceAll('"', '');
      const again = { aliases: ['Pat'], organization: 'Navy' };
      const put = (headers?: Record<string, string>) => anna.send('PUT', path(slug), again, headers);
      for (const [status, headers] of [
        [409, undefined],
        [412, { 'if-match': `"${version}"` }],
        [412, { 'if-match': `"${version}+2026-01-01T00:00:00.000000Z"` }],
      ] as const) {
        const response = await put(headers);
        expect([response.status, await response.json()]).toMatchObject([status, { errors: [{ path: 'aliases' }] }]);
      }
      expect((await put({ 'if-match': `"${version}+${proposal?.proposed_at}"` })).status).toBe(202);
      const merged = await own(slug);
      expect(merged.proposal?.values).toMatchObject({ aliases: ['Pat'], birth_year: 1901, organization: 'Navy' });
    });

    test('with the value that the record has drops the field', async () => {
      const slug = await aRecord();
      const { proposed_at } = await propose(slug, { birth_year: 1901, organization: 'Navy' });
      const version = ((await anna.get(`/api/people/${slug}`)).headers.get('etag') ?? '').replaceAll('"', '');
      const headers = { 'if-match': `"${version}+${proposed_at}"` };
      const proposal = await proposed(anna.send('PUT', path(slug), { birth_year: 1900 }, headers));
      expect(proposal.changes.map(({ field }) => field)).toEqual(['organization']);
    });
  });

  test('is reviewed with the complete lists of now and then', async () => {
    const slug = await aRecord();
    await admin.send('PUT', path(slug), { aliases: ['Patty', 'Patsy'] });
    const { proposal_id } = await propose(slug, { aliases: ['Patsy', 'Pat'] });
    await admin.send('PUT', path(slug), { aliases: ['Patty', 'Patsy', 'Tricia'] });
    expect(await curator.json(`/api/proposals/${proposal_id}`)).toMatchObject({
      changes: [{ field: 'aliases', from: 'Patty\nPatsy\nTricia', to: 'Patsy\nPat' }],
      changed_since: [{ field: 'aliases' }],
    });
    const listed = (await list(curator)).find((proposal) => proposal.proposal_id === proposal_id);
    expect(listed?.changes).toMatchObject([{ from: 'Patty', to: 'Pat' }]);
    expect(Object.keys(listed?.changes[0] ?? {})).not.toContain('after');
  });

  test('of a place is proposed too, also for a new one', async () => {
    const response = await admin.post('/api/curator/places', { name: 'Piney Point' });
    const { place_slug } = (await response.json()) as { place_slug: string };
    const proposal = await proposed(anna.send('PUT', `/api/curator/places/${place_slug}`, { notes: 'A lighthouse.' }));
    expect((await decide(proposal, ['notes'], null)).status).toBe(200);
    expect(await admin.json(`/api/places/${place_slug}`)).toMatchObject({ notes: 'A lighthouse.' });
    const added = await proposed(anna.send('POST', '/api/curator/places', { name: 'Colonial Beach' }));
    expect((await admin.get('/api/places/colonial-beach')).status).toBe(404);
    expect(added.changes[0]).toMatchObject({ field: 'name', to: 'Colonial Beach' });
    const all = added.changes.map(({ field }) => field);
    expect((await decide(added, all, null)).status).toBe(200);
    expect((await admin.get('/api/places/colonial-beach')).status).toBe(200);
  });

  test('is one of at most fifty, listed in pages', async () => {
    const { browser, email } = await aPersonWith(api, admin, 'contributor', 'Mary Many');
    await api.asOwner(`insert into proposal (kind, slug, is_new, title, account_id, proposed_by, values, base, changes)
      select 'person', 'many-' || n, false, 'Many ' || n, a.id, a.name, '{}', '{}', '[]'
      from generate_series(1, 50) n, account a where a.email = '${email}'`);
    const slug = await aRecord();
    const rejected = await browser.send('PUT', path(slug), { birth_year: 1901 });
    expect([rejected.status, await rejected.json()]).toMatchObject([
      409,
      { detail: expect.stringContaining('50 open proposals') },
    ]);
    const page = await browser.json<{ total: number; proposals: Proposal[] }>('/api/proposals?limit=20&offset=40');
    expect([page.total, page.proposals.map(({ title }) => title)]).toEqual([
      50,
      Array.from({ length: 10 }, (_, index) => `Many ${10 - index}`),
    ]);
    await browser.send('DELETE', `/api/proposals/${page.proposals[0]?.proposal_id}`);
    await propose(slug, { birth_year: 1901 }, browser);
  });

  test('can be withdrawn by its author only, and then not be accepted', async () => {
    const slug = await aRecord();
    const proposal = await propose(slug, { birth_year: 1901 });
    const address = `/api/proposals/${proposal.proposal_id}`;
    expect((await other.get(address)).status).toBe(404);
    expect((await other.send('DELETE', address)).status).toBe(404);
    expect((await curator.send('DELETE', address)).status).toBe(404);
    expect(await other.json('/api/proposals')).toEqual({ open: 0, total: 0, proposals: [] });
    expect((await anna.send('DELETE', address)).status).toBe(204);
    expect((await decide(proposal, ['birth_year'])).status).toBe(409);
    expect((await read(slug)).birth_year).toBe(1900);
  });

  test('of media and albums is proposed too', async () => {
    const album = await admin.post('/api/curator/albums', { voyage_slug: null, title: 'Menus' });
    const { album_slug } = (await album.json()) as { album_slug: string };
    const response = await anna.send('PUT', `/api/curator/albums/${album_slug}`, { title: 'Menu cards' });
    expect(response.status).toBe(202);
    const [proposal] = await list(curator);
    expect((await decide(proposal!, ['title'], null)).status).toBe(200);
    expect(await admin.json(`/api/curator/albums/${album_slug}`)).toMatchObject({ title: 'Menu cards' });
    expect((await anna.send('PUT', '/api/curator/media/nothing', { title: 'x' })).status).toBe(404);
  });
});

describe('a voyage', () => {
  const voyages = '/api/curator/voyages';
  const aVoyage = async (fields: object = {}) =>
    (await (await admin.post(voyages, { start_date: '1946-07-07', ...fields })).json()) as Voyage;
  const voyageNow = (slug: string) => admin.json<Voyage>(`/api/voyages/${slug}`);

  test('is proposed with everyone aboard, and accepted field by field', async () => {
    const [first, second] = [await aRecord(), await aRecord()];
    const { voyage_slug } = await aVoyage({ aboard: [{ person_slug: first, notes: 'Fell ill.' }] });
    const before = await voyageNow(voyage_slug);
    const proposal = await proposed(
      anna.send('PUT', `${voyages}/${voyage_slug}`, {
        start_date: 'ca. 1946',
        start_date_written: 'about 1946',
        end_location: 'Norfolk',
        aboard: [{ person_slug: second, capacity_role: 'Guest' }, { person_slug: first }],
        new_passengers: [{ person: { person_slug: 'auto', full_name: 'Nora New', organization: 'Navy' } }],
      }),
    );
    expect(await voyageNow(voyage_slug)).toEqual(before);
    expect(proposal.changes.map(({ field }) => field)).toEqual(['start_date', 'end_location', 'passengers']);
    expect(proposal.changes[2]?.to).toMatch(
      /Pat Record\d+, Guest\nPat Record\d+ – Fell ill.\nNora New\nNew person: .*Organization: Navy/,
    );
    expect((await decide(proposal, ['start_date', 'passengers'])).status).toBe(200);
    const { title, start_date, start_date_written, end_location, passengers } = await voyageNow(voyage_slug);
    expect([title, start_date, start_date_written, end_location]).toEqual([
      expect.any(String),
      '1946~',
      'about 1946',
      null,
    ]);
    expect(passengers).toMatchObject([
      { person_slug: second, capacity_role: 'Guest', voyage_notes: null },
      { person_slug: first, voyage_notes: 'Fell ill.' },
      { full_name: 'Nora New', organization: 'Navy' },
    ]);
  });

  test('can’t go around the form with new people, and nobody is deleted by a trial', async () => {
    const slug = await aRecord();
    const { voyage_slug } = await aVoyage({ aboard: [{ person_slug: slug }] });
    const address = `${voyages}/${voyage_slug}`;
    for (const body of [
      { original_markdown: 'x' },
      { new_passengers: [{ person: { person_slug: 'auto', full_name: 'Nora New', portrait: 'x' } }] },
      { aboard: [{ person_slug: 'nobody' }] },
      { aboard: [{ person_slug: slug }, { person_slug: slug }] },
      { president_slug_from_voyage: 'nobody' },
      { end_date: '1900-01-01' },
      { notes: 'x'.repeat(100_001) },
      { proposed_by: 'Carl Curator', notes: 'x' },
    ])
      expect([body, (await anna.send('PUT', address, body)).status]).toEqual([body, 422]);
    const proposal = await proposed(anna.send('PUT', address, { aboard: [] }));
    expect((await read(slug)).voyage_count).toBe(1);
    expect((await decide(proposal, ['passengers'], null)).status).toBe(200);
    // Only a curator who sees it deletes the record of a person.
    expect((await read(slug)).voyage_count).toBe(0);
  });

  test('has the president chosen last, not one proposed as new before', async () => {
    const { voyage_slug } = await aVoyage();
    const address = `${voyages}/${voyage_slug}`;
    const first = await proposed(
      anna.send('PUT', address, { new_president: { full_name: 'Nina Newton', term_start: '1946' } }),
    );
    await admin.post('/api/curator/presidents', {
      full_name: 'Harriet Known',
      president_slug: 'auto',
      term_start: '1946',
    });
    const version = ((await anna.get(`/api/voyages/${voyage_slug}`)).headers.get('etag') ?? '').replaceAll('"', '');
    const headers = { 'if-match': `"${version}+${first.proposed_at}"` };
    const chosen = { president_slug_from_voyage: 'known-harriet' };
    const second = await proposed(anna.send('PUT', address, chosen, headers));
    expect(second.changes).toMatchObject([{ field: 'president_name', to: 'Harriet Known' }]);
    expect((await decide(second, ['president_name'], null)).status).toBe(200);
    expect((await voyageNow(voyage_slug)).president_name).toBe('Harriet Known');
    expect((await admin.get('/api/people/newton-nina')).status).toBe(404);
  });

  test('that someone changed between reading and accepting is not overwritten', async () => {
    const { voyage_slug } = await aVoyage();
    const proposal = await proposed(anna.send('PUT', `${voyages}/${voyage_slug}`, { notes: 'Anna' }));
    const { version } = await curator.json<{ version: string }>(`/api/proposals/${proposal.proposal_id}`);
    await admin.send('PUT', `${voyages}/${voyage_slug}`, { notes: 'Admin' });
    const body = { accept: ['notes'], proposed_at: proposal.proposed_at, version };
    const address = `/api/curator/proposals/${proposal.proposal_id}/decision`;
    expect((await curator.post(address, body)).status).toBe(412);
    expect((await voyageNow(voyage_slug)).notes).toBe('Admin');
    expect((await list(curator)).find(({ proposal_id }) => proposal_id === proposal.proposal_id)?.state).toBe('open');
  });
});

describe('a new record', () => {
  const key = () => ({ 'idempotency-key': `proposal-${(count += 1)}` });

  test('exists once it is accepted, without the fields that are not', async () => {
    const body = { person_slug: 'auto', full_name: 'Quentin Quill', birth_year: 1900, organization: 'Navy', tags: [] };
    const headers = key();
    const proposal = await proposed(anna.send('POST', '/api/curator/people', body, headers));
    const again = await anna.send('POST', '/api/curator/people', body, headers);
    expect([again.status, await again.json()]).toEqual([202, { proposed: true, proposal_id: proposal.proposal_id }]);
    expect(proposal).toMatchObject({ is_new: true, slug: null, title: 'Quentin Quill' });
    expect(proposal.changes.map(({ field }) => field)).toEqual(['full_name', 'organization', 'birth_year']);
    expect((await admin.get('/api/people/quill-quentin')).status).toBe(404);
    expect((await decide(proposal, ['birth_year'])).status).toBe(422);
    expect((await decide(proposal, ['full_name', 'birth_year'])).status).toBe(200);
    expect(await read('quill-quentin')).toMatchObject({ birth_year: 1900, organization: null });
    expect(await anna.json(`/api/proposals/${proposal.proposal_id}`)).toMatchObject({
      slug: 'quill-quentin',
      state: 'accepted',
      version: expect.any(String),
    });
  });

  test('of a voyage or a collection is proposed too', async () => {
    const voyage = await proposed(
      anna.send('POST', '/api/curator/voyages', {
        start_date: '1947-05-04',
        end_location: 'Annapolis',
        spin: [{ spin: 'A fine day', source: null }],
        mention_crew: true,
        new_president: { full_name: 'Olga Owner', term_start: '1946' },
      }),
    );
    expect(voyage.changes.map(({ field, to }) => [field, to])).toEqual([
      ['start_date', 'May 4, 1947'],
      ['end_location', 'Annapolis'],
      ['spin', '“A fine day”'],
      ['mention_crew', 'yes'],
      ['president_name', expect.stringMatching(/^Olga Owner\nNew person: Full name: Olga Owner, Term start: 1946$/)],
    ]);
    expect(
      (
        await decide(
          voyage,
          voyage.changes.map(({ field }) => field),
          null,
        )
      ).status,
    ).toBe(200);
    const accepted = await admin.json<Proposal>(`/api/proposals/${voyage.proposal_id}`);
    expect(await admin.json(`/api/voyages/${accepted.slug}`)).toMatchObject({
      end_location: 'Annapolis',
      president_name: 'Olga Owner',
      spin: [{ spin: 'A fine day', source: null }],
      mention_crew: true,
    });
    const album = { voyage_slug: accepted.slug, title: 'Menus', sort_order: 0 };
    const collection = await proposed(anna.send('POST', '/api/curator/albums', album));
    expect(collection.changes).toMatchObject([{ field: 'title', to: expect.stringMatching(/^Menus\nAlbum of: ./) }]);
    expect((await decide(collection, ['title'], null)).status).toBe(200);
    expect(await admin.json(`/api/curator/albums/by-voyage/${accepted.slug}`)).toMatchObject([{ title: 'Menus' }]);
  });
});

test('what a deactivated account has proposed can still be reviewed, but not be changed by it', async () => {
  const { browser, email } = await aPersonWith(api, admin, 'contributor', 'Dora Deactivated');
  const slug = await aRecord();
  const proposal = await propose(slug, { birth_year: 1901 }, browser);
  await admin.send('PUT', `/api/accounts/${encodeURIComponent(email)}`, { active: false });
  expect((await browser.send('DELETE', `/api/proposals/${proposal.proposal_id}`)).status).toBe(401);
  expect((await browser.send('PUT', path(slug), { birth_year: 1902 })).status).toBe(401);
  expect((await decide(proposal, ['birth_year'], null)).status).toBe(200);
});

test('readers and operators neither propose nor decide', async () => {
  const slug = await aRecord();
  const proposal = await propose(slug, { birth_year: 1901 });
  for (const role of ['reader', 'operator'] as const) {
    const { browser } = await aPersonWith(api, admin, role);
    expect((await browser.send('PUT', path(slug), { birth_year: 1902 })).status).toBe(403);
    expect((await browser.get('/api/proposals')).status).toBe(403);
    expect((await decide(proposal, ['birth_year'], null, browser)).status).toBe(403);
  }
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

  test('accept, delete, upload, import or merge', async () => {
    const slug = await aRecord();
    const proposal = await propose(slug, { birth_year: 1901 });
    expect((await decide(proposal, ['birth_year'], null, anna)).status).toBe(403);
    expect((await anna.send('DELETE', path(slug))).status).toBe(403);
    for (const address of ['media/upload', 'ingest', 'presidents', 'people/x/merge', 'media/bulk-delete'])
      expect([address, (await anna.post(`/api/curator/${address}`, {})).status]).toEqual([address, 403]);
  });

  test('have a change to a deleted record accepted; it can be rejected', async () => {
    const slug = await aRecord();
    const proposal = await propose(slug, { birth_year: 1901 });
    expect((await admin.send('DELETE', path(slug))).status).toBe(204);
    expect((await decide(proposal, ['birth_year'])).status).toBe(404);
    expect(await curator.json(`/api/proposals/${proposal.proposal_id}`)).toMatchObject({
      version: null,
      state: 'open',
    });
    expect((await decide(proposal, [])).status).toBe(200);
    expect((await anna.send('PUT', path(slug), { birth_year: 1901 })).status).toBe(404);
  });
});

import { aPassenger, aVoyage, mockApi } from '@archive/testing';
import { beforeEach, expect, test } from '@jest/globals';
import { changeVoyage, linkPerson, reorderPassenger } from './voyages.ts';

const api = mockApi();
const PUT = 'PUT /api/curator/voyages/{voyage_slug}';
const body = { start_date: '1946-07-07' };
const link = { person_slug: 'a-b', voyage_slug: 'v', capacity_role: null, is_crew: false, notes: null };

/** Each test uses a different voyage, because the client remembers the versions that its changes created. */
let record = 0;
const etag = (version: number) => `"${record}.${version}"`;
const responseWithEtag = (version: number) => ({ headers: { 'x-voyage-etag': etag(version) } });
const ifMatch = () => api.requests(PUT).at(-1)?.headers.get('if-match');

beforeEach(() => {
  record += 1;
  api.respond(PUT, () => Response.json(aVoyage()));
});

test('the page’s own changes of passengers and media cause no conflict', async () => {
  api.respond('POST /api/curator/people/link-to-voyage', () => Response.json(aPassenger(), responseWithEtag(8)));
  api.respond('POST /api/curator/people/reorder-passenger', () => Response.json([aPassenger()], responseWithEtag(9)));
  await linkPerson(link);
  await reorderPassenger('v', 'a-b', 'up');
  await changeVoyage('v', body, `"${record}.7-hash"`, 'key');
  expect(ifMatch()).toBe(etag(9));
  await changeVoyage('v', body, etag(9), 'key');
  expect(ifMatch()).toBe(etag(9));
});

test('a version saved by someone else is not skipped, so that it causes a conflict', async () => {
  api.respond('POST /api/curator/people/link-to-voyage', () => Response.json(aPassenger(), responseWithEtag(9)));
  await linkPerson(link);
  await changeVoyage('v', body, etag(7), 'key');
  expect(ifMatch()).toBe(etag(7));
  await changeVoyage('v', body, etag(8), 'key');
  expect(ifMatch()).toBe(etag(9));
});

test('other voyages are unaffected', async () => {
  api.respond('POST /api/curator/people/link-to-voyage', () => Response.json(aPassenger(), responseWithEtag(8)));
  await linkPerson(link);
  record += 1;
  await changeVoyage('v', body, etag(7), 'key');
  expect(ifMatch()).toBe(etag(7));
});

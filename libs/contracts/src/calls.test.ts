import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import * as contracts from './index.ts';
import type { Call } from './call.ts';

const calls = Object.entries(contracts)
  .filter(([name]) => name.endsWith('Calls'))
  .flatMap(([, group]) => Object.values(group as Record<string, Call>));

/** SPEC section 7 and the table of 01-decisions, without the paths that answer no JSON. */
const PROMISED = `
GET /api/curator/ingest-status
GET /api/presidents
GET /api/voyages
GET /api/voyages/{slug}
GET /api/voyages/{slug}/adjacent
GET /api/people/by-voyage/{slug}
GET /api/media/by-voyage/{slug}
GET /api/people
GET /api/people/{slug}
GET /api/people/roles/stats
GET /api/people/by-president
GET /api/media
GET /api/curator/media/search
POST /api/curator/media/upload
POST /api/curator/media/link-to-voyage
DELETE /api/curator/media/unlink-from-voyage
PUT /api/curator/media/{media_slug}
GET /api/curator/media/{media_slug}/usage
POST /api/curator/media/{media_slug}/detach-from-all-voyages
DELETE /api/curator/media/{media_slug}
POST /api/curator/media/delete-from-s3
GET /api/s3/browse
GET /api/curator/albums/by-voyage/{voyage_slug}
GET /api/curator/albums/{album_slug}
POST /api/curator/albums
DELETE /api/curator/albums/{album_slug}
POST /api/curator/albums/{album_slug}/media
DELETE /api/curator/albums/{album_slug}/media/{media_slug}
POST /api/curator/people
PUT /api/curator/people/{person_slug}
GET /api/curator/people/search
POST /api/curator/people/link-to-voyage
DELETE /api/curator/people/unlink-from-voyage
POST /api/curator/people/reorder-passenger
POST /api/curator/presidents
POST /api/curator/voyages
PUT /api/curator/voyages/{voyage_slug}
DELETE /api/curator/voyages/{voyage_slug}
POST /api/auth/login
GET /api/auth/session
POST /api/auth/logout
POST /api/curator/ingest
GET /api/curator/ingest/{operation_id}
GET /api/curator/ingest/{operation_id}/events
POST /api/curator/ingest/{operation_id}/cancel
POST /api/curator/ingest/{operation_id}/retry
POST /api/curator/ingest/{operation_id}/apply
GET /api/curator/history/{kind}/{slug}
POST /api/curator/history/{kind}/{slug}/{revision}/restore
GET /api/timeline/dates
GET /api/search
GET /health/live
GET /health/ready`
  .trim()
  .split('\n');

test('every promised call has its contract', () => {
  const stated = new Set(calls.map(({ method, path }) => `${method} ${path}`));
  expect(PROMISED.filter((call) => !stated.has(call))).toEqual([]);
});

test('names are given once', () => {
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
});

describe.each(calls.map((call) => [call.id, call] as const))('%s', (_, call) => {
  test('can be written as JSON Schema', () => {
    for (const part of [call.params, call.query, call.body, call.multipart])
      if (part) expect(z.toJSONSchema(part, { io: 'input' })).toHaveProperty('$schema');
    if (call.answer) expect(z.toJSONSchema(call.answer, { io: 'output' })).toHaveProperty('$schema');
  });

  test('refuses what has changed meanwhile, and makes once what is asked for twice, as it says', () => {
    expect(call.refusals?.includes(412) ?? false).toBe(call.conditional ?? false);
    if (call.changesVoyage) expect(call.conditional).toBe(true);
    if (call.method === 'POST' && call.status === 201 && !call.multipart) expect(call.repeatable).toBe(true);
  });

  test('names in the path are its parameters', () => {
    const named = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = call.params instanceof z.ZodObject ? Object.keys(call.params.shape) : [];
    expect(described.toSorted()).toEqual(named.toSorted());
  });
});

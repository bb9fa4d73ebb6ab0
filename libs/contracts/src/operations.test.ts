import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import * as contracts from './index.ts';
import type { Operation } from './operation.ts';

const operations = Object.entries(contracts)
  .filter(([name]) => name.endsWith('Operations'))
  .flatMap(([, group]) => Object.values(group as Record<string, Operation>));

/** The operations in SPEC section 7, except paths that don't return JSON. */
const SPECIFIED_OPERATIONS = `
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

test('every specified operation has a contract', () => {
  const stated = new Set(operations.map(({ method, path }) => `${method} ${path}`));
  expect(SPECIFIED_OPERATIONS.filter((path) => !stated.has(path))).toEqual([]);
});

test('ids are unique', () => {
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
});

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  test('converts to JSON Schema', () => {
    for (const part of [operation.params, operation.query, operation.body, operation.multipart])
      if (part) expect(z.toJSONSchema(part, { io: 'input' })).toHaveProperty('$schema');
    if (operation.response) expect(z.toJSONSchema(operation.response, { io: 'output' })).toHaveProperty('$schema');
  });

  test('has the errors and idempotency that its flags require', () => {
    // A decision about a proposal names the version of the record in its body.
    const isConditional = operation.conditional ?? operation.id === 'proposals.decide';
    expect(operation.errors?.includes(412) ?? false).toBe(isConditional);
    if (operation.changesVoyage) expect(operation.conditional).toBe(true);
    if (operation.method === 'POST' && operation.status === 201 && !operation.multipart)
      expect(operation.idempotent).toBe(true);
  });

  test('path parameters match the path', () => {
    const named = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = operation.params instanceof z.ZodObject ? Object.keys(operation.params.shape) : [];
    expect(described.toSorted()).toEqual(named.toSorted());
  });
});

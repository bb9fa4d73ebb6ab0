import { createHash } from 'node:crypto';
import { type FastifyRequest, fastify } from 'fastify';
import pg from 'pg';
import { COMMON_WORD } from './generated-archive.ts';
import {
  asJson,
  FACETS,
  FILE_TEXTS,
  LIST,
  LIST_TOTAL,
  PEOPLE,
  PEOPLE_TOTAL,
  RANKED,
  SEARCH,
  SEARCH_ALL,
  SEARCH_TOTAL,
  CAPPED_SEARCH_TOTAL,
  SESSION,
  SUGGEST,
  VOYAGE,
} from './baseline-sql.ts';

/**
 * The fastest server this machine allows: Fastify and `pg` with prepared statements. `/rows/…` serializes rows in
 * Node, `/json/…` sends JSON that PostgreSQL built. Both look up the session in one query, as the product does.
 */
const { DATABASE_URL, PORT } = process.env;

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10, types });
const names = new Map<string, string>();

async function rows<T extends object>(text: string, values: unknown[]): Promise<T[]> {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `s${names.size}`));
  return (await pool.query<T>({ name, text, values })).rows;
}

const json = async (sql: string, values: unknown[]) => (await rows<{ json: string }>(sql, values))[0]?.json;
const total = async (sql: string, values: unknown[]) => (await rows<{ total: number }>(sql, values))[0]?.total;

interface Query {
  limit?: number;
  offset?: number;
  q?: string;
  date_from?: string;
  date_to?: string;
  presidential_use?: number;
}

/** A list in both forms, with its total. */
const lists: Record<string, (queriesFor: Query) => { list: [string, unknown[]]; count: [string, unknown[]] }> = {
  voyages: ({ limit = 50, offset = 0, date_from = null, date_to = null, presidential_use = 0 }) => {
    const filters = [date_from, date_to, presidential_use === 1];
    return { list: [LIST, [...filters, limit, offset]], count: [LIST_TOTAL, filters] };
  },
  search: ({ q, limit = 50, offset = 0 }) => ({
    list: [SEARCH, [q, limit, offset]],
    count: [CAPPED_SEARCH_TOTAL, [q, Math.max(1000, offset + limit)]],
  }),
  ranked: ({ q, limit = 50, offset = 0 }) => ({ list: [RANKED, [q, limit, offset]], count: [SEARCH_TOTAL, [q]] }),
  people: ({ limit = 500, offset = 0 }) => ({ list: [PEOPLE, [limit, offset]], count: [PEOPLE_TOTAL, []] }),
};

const querystring = {
  type: 'object',
  properties: Object.fromEntries(['limit', 'offset', 'presidential_use'].map((name) => [name, { type: 'integer' }])),
};

const server = fastify();
server.addHook('onRequest', async (request, reply) => {
  const token = /session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const sessions = await rows(SESSION, [createHash('sha256').update(token).digest()]);
  if (sessions.length === 0) return reply.code(401).send();
});

for (const [name, queries] of Object.entries(lists)) {
  const queriesFor = (request: FastifyRequest) => queries(request.query as Query);
  server.get(`/rows/${name}`, { schema: { querystring } }, async (request, reply) => {
    const { list, count } = queriesFor(request);
    const [items, totalCount] = await Promise.all([rows(...list), total(...count)]);
    return reply
      .header('x-total-count', totalCount)
      .header('content-type', 'application/json')
      .send(JSON.stringify(items));
  });
  server.get(`/json/${name}`, { schema: { querystring } }, async (request, reply) => {
    const { list, count } = queriesFor(request);
    const [text, totalCount] = await Promise.all([json(asJson(list[0]), list[1]), total(...count)]);
    return reply.header('x-total-count', totalCount).header('content-type', 'application/json').send(text);
  });
}

/** Searches, which have no total. A search without words is compared with a search for a frequent word. */
const searches: Record<string, { sql: string; limit: number }> = {
  suggestions: { sql: SUGGEST, limit: 3 },
  found: { sql: SEARCH_ALL, limit: 30 },
  facets: { sql: FACETS, limit: 1000 },
  texts: { sql: FILE_TEXTS, limit: 30 },
};
for (const [name, { sql, limit }] of Object.entries(searches))
  server.get<{ Querystring: Query }>(`/rows/${name}`, async ({ query: { q = COMMON_WORD.word } }, reply) =>
    reply.header('content-type', 'application/json').send(JSON.stringify(await rows(sql, [q, limit]))),
  );

server.get<{ Params: { slug: string } }>('/rows/voyages/:slug', async ({ params: { slug } }, reply) => {
  const [[voyage], passengers, media] = await Promise.all([
    rows<{ id?: number; created_at: string; updated_at: string }>(VOYAGE.row, [slug]),
    rows(VOYAGE.passengers, [slug]),
    rows(VOYAGE.media, [slug]),
  ]);
  if (!voyage) return reply.code(404).send();
  const { id: _, created_at, updated_at, ...row } = voyage;
  return reply
    .header('content-type', 'application/json')
    .send(JSON.stringify({ ...row, passengers, media, created_at, updated_at }));
});
server.get<{ Params: { slug: string } }>('/json/voyages/:slug', async ({ params: { slug } }, reply) =>
  reply.header('content-type', 'application/json').send(await json(VOYAGE.json, [slug])),
);

await server.listen({ host: '127.0.0.1', port: Number(PORT) });

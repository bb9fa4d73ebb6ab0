import { type OperationResponse, systemOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Retention } from '../src/queues/index.ts';
import { CURATOR, startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';
import { figures, readMetrics } from './support/metrics.ts';
import { register } from './support/register.ts';
import { sql } from './support/sql.ts';
import { waitUntil } from './support/wait-until.ts';
import { startWorker } from './support/worker.ts';

interface Row {
  kind: string;
  actor: string | null;
  address: string | null;
  details: Record<string, string | number>;
}

let api: TestApi;
let worker: INestApplicationContext | undefined;
let curator: Browser;
beforeAll(async () => {
  api = await startApi({ environment: { TRUST_PROXY: '1' } });
  curator = await api.signIn();
});
afterAll(async () => {
  await worker?.close();
  await api.close();
});

const rows = () => api.database.rows(sql<Row>('select kind, actor, address, details from security_event order by id'));
const clear = async () => {
  await waitUntil(async () => (await rows()).length > 0);
  await api.asOwner('delete from security_event');
};
const clientHeaders = (address: string) => ({ 'x-forwarded-for': address });

/** The events of `work`, once `count` of them are logged. */
async function eventsOf(count: number, work: () => Promise<unknown>): Promise<Row[]> {
  await api.asOwner('delete from security_event');
  await work();
  await waitUntil(async () => (await rows()).length >= count);
  return rows();
}

describe('the security log', () => {
  test('records sign-ins, failures and throttling with actor and address, but nothing that was typed', async () => {
    await clear();
    const events = await eventsOf(13, async () => {
      const browser = api.visitor();
      await browser.post('/api/auth/login', CURATOR, clientHeaders('192.0.2.1'));
      await browser.post('/api/auth/logout', undefined, clientHeaders('192.0.2.1'));
      const typed = { username: 'a secret typed as a name', password: 'hunter2hunter2' };
      for (let index = 0; index < 11; index += 1)
        await api.visitor().post('/api/auth/login', typed, clientHeaders('192.0.2.2'));
    });
    expect(events).toMatchObject([
      { kind: 'login-succeeded', actor: 'curator', address: '192.0.2.1', details: { known_device: 'no' } },
      { kind: 'session-ended', actor: 'curator', address: '192.0.2.1', details: { reason: 'signed out' } },
      ...Array.from({ length: 10 }, () => ({ kind: 'login-failed', actor: null, address: '192.0.2.2' })),
      { kind: 'login-throttled', actor: null, address: '192.0.2.2' },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/secret|hunter2/);
  });

  test('records sessions that were signed out elsewhere', async () => {
    const other = await api.signIn();
    const list = await curator.json<{ session_id: number; current: boolean }[]>('/api/auth/sessions');
    const id = list.find(({ current }) => !current)?.session_id ?? 0;
    const events = await eventsOf(3, async () => {
      await curator.send('DELETE', `/api/auth/sessions/${id}`);
      await api.signIn();
      await curator.post('/api/auth/sessions/end-others');
    });
    expect(events.filter(({ kind }) => kind === 'session-ended').map(({ details }) => details.reason)).toEqual([
      'signed out elsewhere',
      'all others signed out',
    ]);
    expect((await other.get('/api/s3/browse')).status).toBe(401);
  });

  test('records when deploy tokens are created, used, refused and revoked, but never the token', async () => {
    await eventsOf(2, () => register(curator, 'people'));
    let secret = '';
    const events = await eventsOf(5, async () => {
      const response = await curator.post('/api/tokens', { scopes: ['deploy:people'], label: 'CI' });
      const { token, token_id } = (await response.json()) as { token: string; token_id: number };
      secret = token;
      const bearer = { authorization: `Bearer ${token}` };
      // Repeated requests are recorded as one use.
      for (let index = 0; index < 3; index += 1)
        expect((await api.visitor().get('/api/frontends', bearer)).status).toBe(200);
      expect((await curator.send('DELETE', `/api/tokens/${token_id}`)).status).toBe(204);
      expect((await api.visitor().get('/api/frontends', bearer)).status).toBe(401);
    });
    expect(events).toMatchObject([
      { kind: 'action-confirmed', actor: 'curator', details: { operation: 'tokens.create' } },
      { kind: 'token-created', actor: 'curator', details: { scope: 'deploy:people', label: 'CI' } },
      { kind: 'token-used', actor: 'pipeline of people: CI' },
      { kind: 'token-revoked', actor: 'curator' },
      { kind: 'token-rejected', actor: null, details: { route: '/api/frontends' } },
    ]);
    expect(JSON.stringify(events)).not.toContain(secret);
  });

  test('records requests from other sites and refused files', async () => {
    const events = await eventsOf(2, async () => {
      await curator.post('/api/auth/logout', undefined, {
        ...clientHeaders('192.0.2.9'),
        origin: 'https://evil.example',
      });
      const form = new FormData();
      form.append('file', new Blob(['<!doctype html><script>1</script>']), 'page.png');
      for (const [name, value] of Object.entries({ media_slug: 'auto', title: 'A page', media_type: 'image' }))
        form.append(name, value);
      const upload = await curator.request('POST', '/api/curator/media/upload', { body: form });
      expect(upload.status).toBe(415);
    });
    expect(events).toMatchObject([
      {
        kind: 'origin-rejected',
        address: '192.0.2.9',
        details: { origin: 'https://evil.example', route: '/api/auth/logout' },
      },
      { kind: 'file-rejected', actor: 'curator', details: { route: '/api/curator/media/upload' } },
    ]);
  });

  test('is counted in the metrics', async () => {
    await curator.post('/api/auth/login', { username: 'curator', password: 'wrong' }, clientHeaders('192.0.2.20'));
    const counted = figures(await readMetrics(api), 'archive_security_events_total');
    expect(JSON.stringify(counted)).toMatch(/login-failed/);
    expect(JSON.stringify(counted)).toMatch(/release-published/);
  });

  test('limits the rows that an attack can add', async () => {
    const { SecurityLog } = await import('../src/modules/security-log/index.ts');
    const log = api.app.get(SecurityLog, { strict: false });
    const events = await eventsOf(100, async () => {
      for (let index = 0; index < 2000; index += 1)
        log.record({ kind: 'login-failed', actor: null, address: '192.0.2.3' });
      await log.beforeApplicationShutdown();
    });
    expect(events.length).toBeLessThanOrEqual(600);
  });
});

describe('the list of security events', () => {
  type Events = OperationResponse<typeof systemOperations.securityEvents>;
  const list = (query = '') => curator.json<Events>(`/api/system/security-events${query}`);
  const countOf = async (query?: string) => (await list(query)).events.length;
  const add = (kind: string, overrides: Partial<Row> & { days?: number } = {}) =>
    api.database.execute(
      sql(
        'insert into security_event (kind, actor, address, details, at) values ($1, $2, $3, $4, now() - make_interval(days => $5))',
      ),
      [
        kind,
        overrides.actor ?? null,
        overrides.address ?? null,
        JSON.stringify(overrides.details ?? {}),
        overrides.days ?? 0,
      ],
    );
  beforeAll(async () => {
    await api.asOwner('delete from security_event');
  });

  test('is empty without events', async () => {
    expect(await list()).toEqual({ events: [], next_before: null, actors: [] });
  });

  test('filters by event, actor, address and day', async () => {
    await add('login-failed', { address: '192.0.2.1', details: { device: '<script>alert(1)</script>' } });
    await add('login-succeeded', { actor: 'curator', address: '192.0.2.1', days: 2 });
    await add('token-used', { actor: 'pipeline of people: "CI"', address: '192.0.2.2', days: 5 });
    const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const all = systemOperations.securityEvents.response.parse(await list());
    expect(all.events.map(({ kind }) => kind)).toEqual(['token-used', 'login-succeeded', 'login-failed']);
    expect(all.events[2]?.details).toEqual({ device: '<script>alert(1)</script>' });
    expect(all.actors).toEqual(['curator', 'pipeline of people: "CI"']);
    expect(await countOf('?kind=login-failed')).toBe(1);
    expect(await countOf('?actor=curator')).toBe(1);
    expect(await countOf(`?actor=${encodeURIComponent('pipeline of people: "CI"')}`)).toBe(1);
    expect(await countOf('?address=192.0.2.1')).toBe(2);
    expect(await countOf(`?from=${day(3)}&to=${day(1)}`)).toBe(1);
    expect(await countOf('?address=203.0.113.1')).toBe(0);
  });

  test.each([
    'kind=unknown',
    'kind=Constructor',
    'from=yesterday',
    'from=2026-02-31',
    'from=0000-01-01',
    'before=x',
    'before=99999999999999999999',
    'actor=%00',
    'kind=login-failed&kind=login-failed',
    'other=1',
  ])('rejects %s', async (query) => {
    expect((await curator.get(`/api/system/security-events?${query}`)).status).toBe(422);
  });

  test('requires sign-in', async () => {
    expect((await api.visitor().get('/api/system/security-events')).status).toBe(401);
  });

  test('continues through many events', async () => {
    await api.database.execute(
      sql(`insert into security_event (kind, actor) select 'token-used', 'bulk' from generate_series(1, 250)`),
    );
    const seen = new Set<number>();
    let before: number | null | undefined;
    while (before !== null) {
      const { events, next_before } = await list(`?actor=bulk${before === undefined ? '' : `&before=${before}`}`);
      for (const { id } of events) seen.add(id);
      before = next_before;
    }
    expect(seen.size).toBe(250);
  });

  test('keeps events for 90 days', async () => {
    await api.asOwner('delete from security_event');
    await add('login-failed', { days: 91 });
    await add('login-failed', { days: 89 });
    worker = await startWorker(api);
    await worker.get(Retention).apply('security-events');
    expect(await rows()).toHaveLength(1);
  });
});

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aDocument } from '../builders/document.ts';
import { type ApiProcess, spawnApi } from '../support/api-process.ts';
import { CURATOR, startApi, type TestApi } from '../support/api.ts';
import { figures } from '../support/metrics.ts';
import { waitUntil } from '../support/wait-until.ts';
import { spawnWorker, type WorkerProcess } from '../support/worker.ts';

/** A span in the JSON encoding of OTLP. */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  service: string;
}
interface Exported {
  resourceSpans: { resource: Pick<Span, 'attributes'>; scopeSpans: { spans: Omit<Span, 'service'>[] }[] }[];
}

const SERVER = 2;
const PRODUCER = 4;
const CONSUMER = 5;

const valueOf = (attributes: Span['attributes'], name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

const spans: Span[] = [];
let collector: Server;
let base: TestApi;
let api: ApiProcess;
let worker: WorkerProcess;

beforeAll(async () => {
  collector = createServer((request, response) => {
    void json(request).then((body) => {
      for (const { resource, scopeSpans } of (body as Exported).resourceSpans) {
        const service = String(valueOf(resource.attributes, 'service.name'));
        spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service }))));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  };
  base = await startApi();
  [api, worker] = await Promise.all([
    spawnApi({
      DATABASE_URL: base.config.database.url,
      DATA_DIR: base.config.dataDirectory,
      CURATOR_USERNAME: CURATOR.username,
      CURATOR_PASSWORD: CURATOR.password,
      ...environment,
    }),
    spawnWorker(base, { environment }),
  ]);
});
afterAll(async () => {
  await worker.kill();
  await api.stop();
  await base.close();
  collector.close();
});

async function signIn(): Promise<string> {
  const response = await fetch(`${api.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(CURATOR),
  });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

function spanOf(traceId: string, name: string): Span {
  const found = spans.find((span) => span.traceId === traceId && span.name === name);
  if (!found) throw new Error(`There is no span “${name}”`);
  return found;
}

test('a request is followed from its id to the job that it queued and to its statements and files', async () => {
  const cookie = await signIn();
  const requestId = randomUUID();
  const traceId = requestId.replaceAll('-', '');
  const response = await fetch(`${api.url}/api/curator/ingest?dry_run=1`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'x-request-id': requestId },
    body: JSON.stringify({ document: aDocument({ voyages: 1 }), filename: 'test.md' }),
  });
  expect(response.status).toBe(202);
  await waitUntil(() => spans.some((span) => span.traceId === traceId && span.name === 'process ingest-run'));
  await waitUntil(() => spans.some((span) => span.traceId === traceId && span.kind === SERVER));

  const request = spanOf(traceId, 'POST /api/curator/ingest');
  expect(request).toMatchObject({ kind: SERVER, service: 'archive-api' });
  expect(request.parentSpanId ?? '').toBe('');
  expect(valueOf(request.attributes, 'http.response.status_code')).toBe(202);
  expect(spanOf(traceId, 'storage put').service).toBe('archive-api');
  const published = spanOf(traceId, 'publish ingest-run');
  expect(published).toMatchObject({ kind: PRODUCER, service: 'archive-api' });
  const job = spanOf(traceId, 'process ingest-run');
  expect(job).toMatchObject({ kind: CONSUMER, service: 'archive-worker', parentSpanId: published.spanId });
  const statements = spans.filter((span) => span.traceId === traceId && valueOf(span.attributes, 'db.query.summary'));
  expect(new Set(statements.map(({ service }) => service))).toEqual(new Set(['archive-api', 'archive-worker']));
  // Traces contain no text that people entered.
  expect(JSON.stringify(spans)).not.toContain('Potomac');
});

test('a trace that another service started is continued, and log lines and durations of requests name it', async () => {
  const traceId = randomUUID().replaceAll('-', '');
  const parentSpanId = traceId.slice(16);
  const response = await fetch(`${api.url}/api/auth/session`, {
    headers: { traceparent: `00-${traceId}-${parentSpanId}-01`, cookie: await signIn() },
  });
  await response.arrayBuffer();
  await waitUntil(() => spans.some((span) => span.traceId === traceId && span.kind === SERVER));
  expect(spans.find((span) => span.traceId === traceId && span.kind === SERVER)).toMatchObject({ parentSpanId });

  const metrics = await fetch(`${api.url}/metrics`);
  expect(metrics.headers.get('content-type')).toContain('application/openmetrics-text');
  const text = await metrics.text();
  expect(text).toContain(`trace_id="${traceId}"`);
  expect(text.trimEnd()).toMatch(/# EOF$/);
  expect(figures(text, 'archive_http_request_duration_seconds_count').length).toBeGreaterThan(0);
});

test('the worker’s log lines name the trace of their request', async () => {
  const traceId = spans.find(({ name }) => name === 'process ingest-run')?.traceId ?? 'none';
  await waitUntil(() => worker.log().includes(`"trace_id":"${traceId}"`));
});

test('without the variables for tracing there are no traces, and metrics have the plain format', async () => {
  const response = await base.visitor().get('/metrics');
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(await response.text()).not.toContain('trace_id');
});

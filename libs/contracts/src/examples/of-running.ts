import { authCalls } from '../auth.ts';
import { frontendCalls } from '../frontends.ts';
import { healthCalls } from '../health.ts';
import { ingestCalls } from '../ingest.ts';
import { exampleOf } from './example.ts';
import { OPERATION, OPERATION_ID } from './records.ts';

const params = { operation_id: OPERATION_ID };
const up = { status: 'up' as const, detail: null };

export const runningExamples = [
  exampleOf(authCalls.login, {
    body: { username: 'curator', password: 'the password of the house' },
    answer: { username: 'curator' },
  }),
  exampleOf(authCalls.session, { answer: { authenticated: true, username: 'curator' } }),
  exampleOf(authCalls.logout, {}),
  exampleOf(ingestCalls.status, { answer: { operations: [OPERATION] } }),
  exampleOf(ingestCalls.start, {
    query: { dry_run: '1' },
    body: {
      document: '# President Ford (August 9, 1974 to January 20, 1977)\n\n## 1976-06-16\n\nLocation: Potomac River\n',
      filename: 'sequoia-voyages.md',
    },
    multipart: {},
    answer: params,
  }),
  exampleOf(ingestCalls.get, {
    params,
    answer: {
      ...OPERATION,
      plan: { create: 32, update: 0, unchanged: 1, conflict: 0 },
      problems: [
        {
          line: 288,
          voyage: '1976-06-16',
          field: 'codes',
          severity: 'warning',
          message: 'The voyage says (Photo) and has none.',
          suggestion: null,
        },
      ],
    },
  }),
  exampleOf(ingestCalls.events, { params }),
  exampleOf(ingestCalls.cancel, { params, answer: { ...OPERATION, status: 'failed', current_step: 'Cancelled' } }),
  exampleOf(ingestCalls.retry, { params, answer: params }),
  exampleOf(ingestCalls.apply, { params, answer: params }),
  exampleOf(frontendCalls.registry, {
    answer: {
      schema: 1,
      revision: 42,
      apps: {
        people: { version: '1.4.0', manifest: '/mfe/people/1.4.0/mf-manifest.json', path: '/people', contract: 1 },
      },
    },
  }),
  exampleOf(frontendCalls.failure, {
    body: { name: 'people', version: '1.4.0', message: 'The page did not load within 8 seconds.' },
  }),
  exampleOf(healthCalls.live, { answer: { status: 'up' } }),
  exampleOf(healthCalls.ready, {
    answer: { status: 'up', dependencies: { database: up, queue: up, storage: up } },
  }),
];

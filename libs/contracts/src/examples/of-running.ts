import { authCalls } from '../auth.ts';
import { healthCalls } from '../health.ts';
import { type ConflictChoice, ingestCalls, type IngestItem } from '../ingest.ts';
import { exampleOf } from './example.ts';
import { frontendExamples } from './of-frontends.ts';
import { OPERATION, OPERATION_ID } from './records.ts';

const params = { operation_id: OPERATION_ID };
const up = { status: 'up' as const, detail: null };

const item = (choice: ConflictChoice | null): IngestItem => ({
  ordinal: 32,
  action: 'conflict',
  voyage_slug: '1976-06-16-ford-gerald-dinner-for-trudeau',
  title: 'Dinner for Trudeau',
  start_date: '1976-06-16',
  line: 286,
  end_line: 296,
  changes: [{ field: 'end_time', label: 'End time', before: null, after: '21:03' }],
  conflicts: [
    { field: 'notes', label: 'Notes', curator: 'Sun all evening.', document: 'Rain in the afternoon.', choice },
  ],
});

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
      plan: { create: 31, update: 0, unchanged: 1, conflict: 1 },
      open_conflicts: 1,
      problems: [
        {
          line: 288,
          voyage: '1976-06-16',
          field: 'Codes',
          severity: 'warning',
          message: 'The document tells of a photo of this voyage, and the archive has none.',
          suggestion: 'Upload the photo and link it to the voyage.',
        },
      ],
    },
  }),
  exampleOf(ingestCalls.plan, { params, query: { action: 'conflict', limit: '50' }, answer: [item(null)] }),
  exampleOf(ingestCalls.settle, {
    params,
    body: { choices: [{ ordinal: 32, field: 'notes', choice: 'take' }] },
    answer: [item('take')],
  }),
  exampleOf(ingestCalls.document, {
    params,
    answer: { filename: 'sequoia-voyages.docx', format: 'docx', text: '## 1976-06-16\n\nLocation: Potomac River\n' },
  }),
  exampleOf(ingestCalls.report, { params }),
  exampleOf(ingestCalls.events, { params }),
  exampleOf(ingestCalls.cancel, {
    params,
    answer: {
      ...OPERATION,
      status: 'failed',
      current_step: 'Cancelled',
      cancelled: true,
      error_message: 'curator cancelled it after 20 of 33 voyages; those are saved.',
    },
  }),
  exampleOf(ingestCalls.retry, { params, answer: params }),
  exampleOf(ingestCalls.apply, { params, answer: params }),
  exampleOf(ingestCalls.undo, { params, answer: { ...OPERATION, undoing: 0 } }),
  ...frontendExamples,
  exampleOf(healthCalls.live, { answer: { status: 'up' } }),
  exampleOf(healthCalls.ready, {
    answer: { status: 'up', dependencies: { database: up, queue: up, storage: up } },
  }),
];

import { apiTokenOperations } from '../api-tokens.ts';
import { authOperations } from '../auth.ts';
import { healthOperations } from '../health.ts';
import { type ConflictChoice, ingestOperations, type IngestItem, type IngestName } from '../ingest.ts';
import { systemOperations } from '../system.ts';
import { exampleOf } from './example.ts';
import { frontendExamples } from './frontends.ts';
import { OPERATION, OPERATION_ID } from './records.ts';

const params = { operation_id: OPERATION_ID };
const upState = { status: 'up' as const, detail: null };
const HEALTH = {
  status: 'up' as const,
  dependencies: { database: upState, queue: upState, storage: upState },
  warnings: [],
};

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
  card: null,
  names: [],
});

const MARKS = {
  version: 1,
  marks: [3],
  columns: [
    { name: 'Date', column: 'start_date' as const, samples: ['1947-03-16'] },
    { name: 'Weather', column: 'notes' as const, samples: ['Rain'] },
  ],
  columns_chosen_by: null,
  rows: [
    {
      line: 3,
      end_line: 3,
      values: [
        { column: 'start_date' as const, value: '1947-03-16' },
        { column: 'notes' as const, value: 'Rain' },
      ],
      problems: [],
    },
  ],
};

const NAME: IngestName = {
  key: 'person:henry kisinger',
  kind: 'person',
  written: 'Henry Kisinger',
  voyages: 3,
  line: 288,
  state: 'known',
  person: { person_slug: 'kissinger-henry', full_name: 'Henry Kissinger' },
  suggestion: null,
  spellings: [],
  proposal: [],
  reason: null,
  decision: { kind: 'person', person_slug: 'kissinger-henry' },
  decided_earlier: false,
  decided_by: 'curator',
};

const TOKEN = {
  token_id: 3,
  label: 'Scanning room',
  scopes: ['upload'],
  created_at: '2026-11-20T09:30:00.000Z',
  created_by: 'curator',
  created_with: ['people 1.4.0', 'shell 1.2.0'],
  expires_at: '2027-11-20T09:30:00.000Z',
  last_used_at: null,
  revoked_at: null,
};

export const runningExamples = [
  exampleOf(apiTokenOperations.list, { response: [TOKEN] }),
  exampleOf(apiTokenOperations.create, {
    body: { label: 'Scanning room', scopes: ['upload'], expires_in_days: 365 },
    response: { ...TOKEN, token: 'archive_9JrW3mX0b1Y2c3d4e5f6g7h8i9j0kLmNoPqRsTuVwXy' },
  }),
  exampleOf(apiTokenOperations.revoke, { params: { token_id: '3' } }),
  exampleOf(authOperations.login, {
    body: { username: 'curator', password: 'the password of the house' },
    response: { username: 'curator', role: 'administrator' },
  }),
  exampleOf(authOperations.session, { response: { authenticated: true, username: 'curator', role: 'administrator' } }),
  exampleOf(authOperations.logout, {}),
  exampleOf(authOperations.signOn, {
    params: { provider: 'museum' },
    body: { to: '/voyages' },
    response: { url: 'https://login.example.org/authorize?client_id=archive&response_type=code' },
  }),
  exampleOf(authOperations.confirmation, {
    params: { confirmation_id: 'tFvpOH5Hp7e0ZcWjEhjvW6Lb1zWc5cR0gHJmR0nP5sU' },
    response: { confirmed: true },
  }),
  exampleOf(authOperations.confirm, {
    params: { confirmation_id: 'tFvpOH5Hp7e0ZcWjEhjvW6Lb1zWc5cR0gHJmR0nP5sU' },
    body: { password: 'correct horse battery staple' },
  }),
  exampleOf(authOperations.sessions, {
    response: [
      {
        session_id: 7,
        device: 'Firefox on Windows',
        address: '192.0.2.7',
        created_at: '2026-11-20T09:30:00.000Z',
        last_used_at: '2026-11-21T14:05:00.000Z',
        expires_at: '2026-12-21T14:05:00.000Z',
        current: true,
      },
    ],
  }),
  exampleOf(authOperations.endSession, { params: { session_id: '7' } }),
  exampleOf(authOperations.endOtherSessions, { response: { ended: 2 } }),
  exampleOf(ingestOperations.status, { response: { operations: [OPERATION] } }),
  exampleOf(ingestOperations.start, {
    query: { dry_run: '1' },
    body: {
      document: '# President Ford (August 9, 1974 to January 20, 1977)\n\n## 1976-06-16\n\nLocation: Potomac River\n',
      filename: 'sequoia-voyages.md',
    },
    multipart: {},
    response: params,
  }),
  exampleOf(ingestOperations.get, {
    params,
    response: {
      ...OPERATION,
      plan: { create: 31, update: 0, unchanged: 1, conflict: 1 },
      clear_empty: false,
      empty_ignored: 2,
      removals: [{ field: 'passengers', label: 'Passengers', values: 3, voyages: 1 }],
      removal_warning: 'This would remove 3 passengers from 1 voyage.',
      same_day: 0,
      open_conflicts: 1,
      stale_voyages: [],
      rejected: 0,
      names: { check: 2, new: 14, known: 87, text: 1, decided: 3 },
      names_to_review: { new: 1, known: 0, text: 1 },
      columns: null,
      columns_chosen_by: null,
      marked: false,
      needs_columns: false,
      needs_names: false,
      needs_approval: false,
      prepared_by: ['curator'],
      approved_by: null,
      reading: null,
      found_reading: null,
      problems: [
        {
          line: 288,
          voyage: '1976-06-16',
          field: 'Codes',
          severity: 'warning',
          message: 'The document mentions a photo of this voyage, and the archive has none.',
          suggestion: 'Upload the photo and attach it to the voyage.',
        },
      ],
    },
  }),
  exampleOf(ingestOperations.plan, { params, query: { action: 'conflict', limit: '50' }, response: [item(null)] }),
  exampleOf(ingestOperations.resolve, {
    params,
    body: { choices: [{ ordinal: 32, field: 'notes', choice: 'take' }] },
    response: [item('take')],
  }),
  exampleOf(ingestOperations.names, { params, query: { show: 'decided', limit: '50' }, response: [NAME] }),
  exampleOf(ingestOperations.decide, {
    params,
    body: { decisions: [{ key: NAME.key, decision: { kind: 'person', person_slug: 'kissinger-henry' } }] },
    response: { ...OPERATION, dry_run: true, status: 'initializing', current_step: 'Waiting' },
  }),
  exampleOf(ingestOperations.mapColumns, {
    params,
    body: { columns: ['start_date', 'passengers', null] },
    response: { ...OPERATION, dry_run: true, status: 'initializing', current_step: 'Waiting' },
  }),
  exampleOf(ingestOperations.rows, {
    params,
    body: {
      columns: ['start_date', 'passengers', null],
      reading: { encoding: null, separator: null, date_order: 'month_first' },
    },
    response: [
      {
        values: [
          { column: 'start_date', value: '1976-06-16' },
          { column: 'passengers', value: 'Henry Kissinger' },
        ],
        problems: ['“6/16/76” is understood as June 16, 1976.'],
      },
    ],
  }),
  exampleOf(ingestOperations.marks, { params, response: MARKS }),
  exampleOf(ingestOperations.mark, {
    params,
    body: { version: 1, marks: [3], columns: [{ name: 'Weather', column: 'notes' }] },
    response: { ...MARKS, version: 2 },
  }),
  exampleOf(ingestOperations.document, {
    params,
    response: { filename: 'sequoia-voyages.docx', format: 'docx', text: '## 1976-06-16\n\nLocation: Potomac River\n' },
  }),
  exampleOf(ingestOperations.report, { params }),
  exampleOf(ingestOperations.events, { params }),
  exampleOf(ingestOperations.cancel, {
    params,
    response: {
      ...OPERATION,
      status: 'failed',
      current_step: 'Cancelled',
      cancelled: true,
      error_message: 'curator canceled it after 20 of 33 voyages. Those are saved.',
    },
  }),
  exampleOf(ingestOperations.retry, { params, response: params }),
  exampleOf(ingestOperations.apply, { params, query: { confirm_removals: '1' }, response: params }),
  exampleOf(ingestOperations.approve, { params, body: { updated_at: OPERATION.updated_at }, response: OPERATION }),
  exampleOf(ingestOperations.refresh, {
    params,
    body: { document: '## 1976-06-16\n\nLocation: Potomac River\n' },
    response: params,
  }),
  exampleOf(ingestOperations.undo, { params, response: { ...OPERATION, undoing: 0 } }),
  ...frontendExamples,
  exampleOf(healthOperations.live, { response: { status: 'up' } }),
  exampleOf(healthOperations.ready, { response: HEALTH }),
  exampleOf(systemOperations.status, {
    response: {
      at: '2026-11-20T09:30:00.000Z',
      health: HEALTH,
      workers: [
        {
          name: 'worker-1',
          started_at: '2026-11-20T08:00:00.000Z',
          heartbeat_age: 2,
          running: 1,
          completed: 240,
          failed: 0,
        },
      ],
      queues: [
        {
          name: 'ingest',
          paused: false,
          counts: { waiting: 1, active: 1, delayed: 0, failed: 0, completed: 12 },
          oldest_waiting_seconds: 3.2,
        },
      ],
      imports: {
        operations: { initializing: 1, running: 1, completed: 12, failed: 1, cancelled: 0 },
        stalled: 0,
        voyages: { create: 33, update: 2, unchanged: 310, conflict: 0 },
        failed: [
          {
            id: OPERATION_ID,
            filename: 'sequoia-voyages.docx',
            started_by: 'curator',
            error_message: 'The document could not be read.',
            finished_at: '2026-11-20T09:10:00.000Z',
          },
        ],
        last_hour: [0, 33],
        last_day: [0, 33],
      },
      files: { waiting: 4, previews: [{ kind: 'thumbnail', state: 'ready', count: 1198 }], overdue_deletions: 0 },
      disk: {
        free_bytes: 81_604_378_624,
        size_bytes: 105_089_261_568,
        reserve_bytes: 2_147_483_648,
        reserved_bytes: 0,
        warning: null,
      },
      texts: { waiting: 1, ready: 310, none: 887, failed: 0, pages: 24, pages_read: 3 },
      quarantined: [
        {
          sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          task: 'picture',
          name: 'A drawing',
          reason: 'memory',
          crashed_at: '2026-11-19T22:01:00.000Z',
        },
      ],
      retention: [
        {
          what: 'Security events',
          duration: '90 days',
          why: 'For investigations.',
          run: { ran_at: '2026-11-20T03:00:00.000Z', removed: 12, removed_total: 4210, error: null },
        },
      ],
    },
  }),
  exampleOf(systemOperations.controlQueue, { params: { name: 'ingest', action: 'pause' } }),
  exampleOf(systemOperations.readTexts, {}),
  exampleOf(systemOperations.rebuildPreviews, {}),
  exampleOf(systemOperations.releaseFile, {
    params: { sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
  }),
  exampleOf(systemOperations.securityEvents, {
    query: { kind: 'login-failed', from: '2026-11-01' },
    response: {
      events: [
        {
          id: 812,
          at: '2026-11-20T09:29:00.000Z',
          kind: 'login-failed',
          actor: null,
          address: '192.0.2.7',
          details: { device: 'Firefox on Windows' },
          request_id: '5f0c3b7a-4f0e-4b1a-9d4e-0c8c1d8e9b11',
        },
      ],
      next_before: null,
      actors: ['curator'],
    },
  }),
  exampleOf(systemOperations.runbook, { response: { markdown: '# Runbook\n\n## The archive is unavailable\n' } }),
];

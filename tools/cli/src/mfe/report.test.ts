import { expect, test } from '@jest/globals';
import { report } from './report.ts';

const timestamp = '2026-11-20T09:30:12.000Z';
const version = {
  version: '1.4.0',
  state: 'live' as const,
  contract: 1,
  published_at: timestamp,
  published_by: 'curator',
  stored: true,
  digest: 'b5bb9d80',
  commit: null,
  pipeline_url: null,
  signed_by: null,
  verdict: { passed: true, problems: [], revision: 3, at: timestamp, by: 'verifier' },
  objection: null,
  sessions: 40,
  failed_sessions: 2,
  failures: 3,
  last_failure: null,
  last_phase: null,
};

const unchecked = { verdict: null, objection: 'No verifier has checked people 1.6.0 yet.' };

test('status shows the live version, the canary with its share, the rollback target, and failures by version', () => {
  const status = {
    name: 'people' as const,
    registration: null,
    live: { version: '1.4.0', since: timestamp, by: 'curator' },
    canary: { version: '1.5.0', since: timestamp, by: 'pipeline of people: CI', share: 10 },
    rollback_to: '1.4.0',
    versions: [
      { ...version, version: '1.6.0', state: 'candidate' as const, ...unchecked, sessions: 0, failures: 0 },
      { ...version, version: '1.5.0', state: 'canary' as const, failures: 0 },
      version,
      { ...version, version: '1.3.0', state: 'earlier' as const, sessions: 1, failed_sessions: 1 },
    ],
  };
  const other = { ...status, name: 'media' as const };
  expect(report({ revision: 7, apps: [other, status] }, 'https://archive.example.org', 'people').split('\n')).toEqual([
    'Revision 7 of https://archive.example.org, times in UTC',
    '',
    'people   1.4.0 live since 2026-11-20 09:30, by curator',
    '         1.5.0 for 10% of sessions since 2026-11-20 09:30, by pipeline of people: CI',
    '         rollback target 1.4.0',
    '           1.6.0          candidate  2026-11-20 09:30  not checked yet',
    '           1.5.0          canary     2026-11-20 09:30  no failures in 40 sessions',
    '           1.4.0          live       2026-11-20 09:30  3 failures in 2 of 40 sessions (5%)',
    '           1.3.0          earlier    2026-11-20 09:30  3 failures in 1 session',
  ]);
});

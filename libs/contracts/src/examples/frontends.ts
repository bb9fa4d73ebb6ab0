import { frontendOperations, type Registry } from '../frontends.ts';
import type { Registration, RemoteDescriptionInput } from '../remotes.ts';
import { exampleOf } from './example.ts';

const registry: Registry = {
  schema: 1,
  revision: 42,
  apps: {
    people: {
      version: '1.4.0',
      manifest: '/mfe/people/1.4.0/mf-manifest.json',
      path: '/people',
      contract: 1,
      optional: { media: '^1.0.0' },
    },
  },
};
const statistics: Registration['description'] = {
  title: 'Log book statistics',
  path: '/log-book-statistics',
  navigation: { label: 'Statistics', icon: 'chart', position: 40 },
  home_card: { title: 'Log book statistics', description: 'The log in numbers.', icon: 'chart', position: 40 },
  slots: ['home-card'],
  search_kinds: [],
  pages: ['/log-book-statistics'],
  budget: 80,
};
const people = { name: 'people' as const };
const candidate = { ...people, version: '1.4.0' };
const timestamp = '2026-11-20T09:30:00.000Z';
const verdict = { passed: true, problems: [], revision: 41 };
const digest = 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c';
const commit = '4f1c2d7e9b0a';
const pipeline_url = 'https://ci.example.org/people/128';
export const frontendExamples = [
  exampleOf(frontendOperations.registry, { response: registry }),
  exampleOf(frontendOperations.failure, {
    body: {
      ...candidate,
      message: 'The page did not load within 8 seconds.',
      phase: 'load',
      page: { shell: '2.1.0', people: '1.4.0' },
    },
  }),
  exampleOf(frontendOperations.shown, { body: { ...candidate, page: { shell: '2.1.0', people: '1.4.0' } } }),
  exampleOf(frontendOperations.events, {}),
  exampleOf(frontendOperations.status, {
    response: {
      revision: 42,
      keys: [{ name: 'people', fingerprint: '5c1f0a7d3e9b2648' }],
      apps: [
        {
          name: 'people',
          registration: {
            description: {
              title: 'Passengers',
              path: '/people',
              navigation: { label: 'Passengers', icon: 'users', position: 20 },
              home_card: null,
              slots: ['search-result'],
              search_kinds: ['person'],
              pages: ['/people'],
              budget: null,
            },
            registered_at: timestamp,
            registered_by: 'server start',
          },
          live: { version: '1.4.0', since: timestamp, by: 'pipeline of people: Pipeline of the people team' },
          canary: null,
          rollback_to: '1.3.2',
          versions: [
            {
              version: '1.4.0',
              state: 'live',
              contract: 1,
              published_at: timestamp,
              published_by: 'pipeline of people: Pipeline of the people team',
              stored: true,
              digest,
              commit,
              pipeline_url,
              signed_by: '5c1f0a7d3e9b2648',
              verdict: { ...verdict, at: timestamp, by: 'verifier: CI' },
              objection: null,
              sessions: 212,
              failed_sessions: 1,
              failures: 2,
              last_failure: 'RemoteLoadError: people did not arrive within 8 seconds',
              last_phase: 'load',
            },
          ],
        },
      ],
    },
  }),
  exampleOf(frontendOperations.history, {
    response: [
      { revision: 42, at: timestamp, by: 'curator', action: 'promote', ...candidate, note: null },
      { revision: null, at: timestamp, by: 'pipeline of people: CI', action: 'publish', ...candidate, note: null },
    ],
  }),
  exampleOf(frontendOperations.version, {
    params: candidate,
    response: {
      version: '1.5.0',
      manifest: '/mfe/people/1.5.0/mf-manifest.json',
      path: '/people',
      contract: 1,
      state: 'candidate',
      published_at: '2026-11-20T09:30:00.000Z',
      published_by: 'pipeline of people: CI',
      digest,
      check_passed: true,
      previewed: false,
    },
  }),
  exampleOf(frontendOperations.startPreview, { params: { name: 'people' }, body: { version: '1.5.0' } }),
  exampleOf(frontendOperations.endPreview, { params: { name: 'people' } }),
  exampleOf(frontendOperations.register, {
    params: { name: 'log-book-statistics' },
    body: statistics as RemoteDescriptionInput,
    response: {
      name: 'log-book-statistics',
      description: statistics,
      registered_at: timestamp,
      registered_by: 'curator',
    },
  }),
  exampleOf(frontendOperations.retire, { params: { name: 'log-book-statistics' } }),
  exampleOf(frontendOperations.publish, {
    params: people,
    body: {
      version: '1.4.0',
      files: [{ path: 'archive.json', content: 'eyJuYW1lIjoicGVvcGxlIn0=' }],
      source: { commit, pipeline_url },
    },
    response: { ...candidate, digest },
  }),
  exampleOf(frontendOperations.verdict, { params: candidate, body: { ...verdict, digest } }),
  exampleOf(frontendOperations.promote, {
    params: people,
    body: { version: '1.4.0', canary: 10, revision: 41 },
    response: registry,
  }),
  exampleOf(frontendOperations.rollback, { params: people, body: { revision: 41 }, response: registry }),
];

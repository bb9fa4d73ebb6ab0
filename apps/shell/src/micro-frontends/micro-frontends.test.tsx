import type { FrontendsStatus } from '@archive/contracts';
import { accessibilityProblems, aRegistry, mockApi, noContent, problem } from '@archive/testing';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const timestamp = '2026-11-20T09:30:00.000Z';

const aVersion = (version: string, overrides: Partial<FrontendsStatus['apps'][number]['versions'][number]> = {}) => ({
  version,
  state: 'candidate' as const,
  contract: 1,
  published_at: timestamp,
  published_by: 'pipeline of people: CI',
  stored: true,
  digest: 'b5bb9d80',
  commit: '4f1c2d7e9b0a4f1c',
  pipeline_url: 'https://ci.example.org/people/128',
  signed_by: null,
  verdict: { passed: true, problems: [], revision: 6, at: timestamp, by: 'verifier: CI' },
  objection: null,
  sessions: 0,
  failed_sessions: 0,
  failures: 0,
  last_failure: null,
  last_phase: null,
  ...overrides,
});

const people: FrontendsStatus['apps'][number] = {
  name: 'people',
  registration: {
    description: {
      title: 'Passengers',
      path: '/people',
      navigation: { label: 'Passengers', icon: 'users', position: 20 },
      home_card: null,
      slots: ['search-result'],
      search_kinds: ['person'],
      pages: ['/people', '/people?group=role'],
      budget: null,
    },
    registered_at: timestamp,
    registered_by: 'server start',
  },
  live: { version: '1.4.0', since: timestamp, by: 'curator' },
  canary: null,
  rollback_to: '1.3.0',
  versions: [
    aVersion('1.5.0'),
    aVersion('1.4.1', { verdict: null, objection: 'No verifier has checked people 1.4.1 yet.' }),
    aVersion('1.4.0', {
      state: 'live',
      sessions: 40,
      failed_sessions: 2,
      failures: 3,
      last_failure: 'RemoteLoadError: people did not arrive within 8 seconds',
      last_phase: 'load',
    }),
    aVersion('1.3.0', { state: 'earlier', sessions: 2, failed_sessions: 2, failures: 5 }),
  ],
};

const status = (app = people): FrontendsStatus => ({ revision: 7, keys: [], apps: [app] });

beforeEach(() => {
  signedIn(api);
  api.respond('GET /api/frontends', status());
  api.respond('GET /api/frontends/history', [
    { revision: 7, at: timestamp, by: 'curator', action: 'promote', name: 'people', version: '1.4.0', note: null },
    { revision: 1, at: timestamp, by: 'server start', action: 'start', name: null, version: null, note: null },
  ]);
});

const passengers = () => within(screen.getByRole('region', { name: 'Passengers' }));
const open = async () => {
  const view = await renderApp('/ops/frontends');
  await screen.findByRole('heading', { name: 'Passengers' });
  return view;
};
const press = (user: { click(on: Element): Promise<void> }, element: Element) => user.click(element);

describe('micro-frontends page', () => {
  test('shows live versions, who promoted them and what browsers reported', async () => {
    const { container } = await open();
    expect(passengers().getByText(/Live since November 20, 2026 at \d+:30 [AP]M, promoted by curator/)).toBeVisible();
    expect(passengers().getByText('3 failures in 2 of 40 sessions (5%)')).toBeVisible();
    expect(passengers().getByText('5 failures in 2 sessions')).toBeVisible();
    expect(
      passengers().getByText(/Latest failure \(while loading\): .*people did not arrive within 8 seconds/),
    ).toBeVisible();
    expect(screen.getByText('Promoted Passengers 1.4.0')).toBeVisible();
    expect(screen.getByText('Loaded the versions included with the server')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('can’t promote the live version or a version without a browser check', async () => {
    await open();
    expect(
      passengers()
        .getAllByRole('button', { name: /Promote/ })
        .map((button) => button.textContent),
    ).toEqual(['Promote 1.5.0', 'Promote 1.3.0']);
    expect(passengers().getByText('No verifier has checked people 1.4.1 yet.')).toBeVisible();
    expect(passengers().getAllByRole('link', { name: 'Pipeline run' })[0]).toHaveAttribute(
      'href',
      'https://ci.example.org/people/128',
    );
    expect(passengers().getAllByText('4f1c2d7e')[0]).toBeVisible();
  });

  test('links to previews of stored versions that are not live', async () => {
    const [next, ...older] = people.versions;
    api.respond(
      'GET /api/frontends',
      status({ ...people, versions: [next!, { ...older[0]!, stored: false }, older[1]!] }),
    );
    await open();
    const links = passengers().getAllByRole('link', { name: /^Preview/ });
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Preview 1.5.0', '/people?mfe.people=1.5.0'],
    ]);
  });

  test('promotes to a share of sessions after confirmation, naming the revision on screen', async () => {
    const { user } = await open();
    api.respond('POST /api/frontends/{name}/promote', aRegistry());
    await press(user, passengers().getByRole('button', { name: 'Promote 1.5.0' }));
    expect(api.requests('POST /api/frontends/{name}/promote')).toEqual([]);
    await user.selectOptions(screen.getByLabelText('Audience'), '10');
    await press(user, screen.getByRole('button', { name: 'Promote' }));
    const [request] = api.requests('POST /api/frontends/{name}/promote');
    expect([request?.params, request?.body]).toEqual([
      { name: 'people' },
      { version: '1.5.0', canary: 10, revision: 7 },
    ]);
    expect(await screen.findByText('Passengers 1.5.0 is live for 10% of sessions')).toBeVisible();
  });

  test('shows why a promotion failed and keeps the dialog open', async () => {
    const { user } = await open();
    const detail = 'Someone else changed the live versions. Refresh and try again.';
    api.respond('POST /api/frontends/{name}/promote', () => problem(409, detail));
    await press(user, passengers().getByRole('button', { name: 'Promote 1.3.0' }));
    await press(user, screen.getByRole('button', { name: 'Promote' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(detail);
    expect(screen.getByRole('alertdialog')).toBeVisible();
  });

  test('ends a canary after confirmation', async () => {
    const canary = { version: '1.5.0', share: 10, since: timestamp, by: 'curator' };
    api.respond('GET /api/frontends', status({ ...people, canary, rollback_to: '1.4.0' }));
    api.respond('POST /api/frontends/{name}/rollback', aRegistry());
    const { user } = await open();
    expect(passengers().getByText(/Shown to 10% of sessions since/)).toBeVisible();
    await press(user, passengers().getByRole('button', { name: 'End canary' }));
    await press(user, within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End canary' }));
    expect(api.requests('POST /api/frontends/{name}/rollback').map(({ body }) => body)).toEqual([{ revision: 7 }]);
    expect(await screen.findByText('Passengers is back on 1.4.0')).toBeVisible();
  });

  const registered = { name: 'ship-notes', registered_at: timestamp, registered_by: 'curator' };

  test('registers a micro-frontend, keeps the typed values if the name or path is taken, and asks before discarding them', async () => {
    const { user } = await open();
    await press(user, screen.getByRole('button', { name: 'Register' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Register a micro-frontend' }));
    await press(user, dialog.getByRole('button', { name: 'Register' }));
    expect(dialog.getByText('Enter a name.')).toBeVisible();
    await user.type(dialog.getByLabelText(/^Name/), 'ship-notes');
    await user.type(dialog.getByLabelText(/^Title \*|^Title$/), 'Ship notes');
    await user.type(dialog.getByLabelText(/^Path/), '/people');
    await user.selectOptions(dialog.getByLabelText('Icon'), 'book');
    await press(user, dialog.getByLabelText('Card on Home'));
    await press(user, dialog.getByLabelText('The micro-frontend provides the card’s content'));
    await user.type(dialog.getByLabelText('Pages to check'), '/ship-notes{enter}/ship-notes?year=1961');
    await user.type(dialog.getByLabelText('Size budget in KB'), '80');

    const taken = 'Passengers (people) is at /people already.';
    api.respond('PUT /api/frontends/{name}', () => problem(409, taken, { errors: [{ path: 'path', message: taken }] }));
    await press(user, dialog.getByRole('button', { name: 'Register' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(taken);
    expect(dialog.getByLabelText(/^Path/)).toBeInvalid();

    await press(user, dialog.getByRole('button', { name: 'Cancel' }));
    const question = within(screen.getByRole('alertdialog', { name: 'Discard your changes?' }));
    await press(user, question.getByRole('button', { name: 'Cancel' }));
    expect(dialog.getByLabelText(/^Path/)).toHaveValue('/people');

    await user.clear(dialog.getByLabelText(/^Path/));
    await user.type(dialog.getByLabelText(/^Path/), '/ship-notes');
    const look = { icon: 'book', position: 100 };
    const description = {
      title: 'Ship notes',
      path: '/ship-notes',
      navigation: { label: 'Ship notes', ...look },
      home_card: { title: 'Ship notes', description: '', ...look },
      slots: ['home-card'],
      search_kinds: [],
      pages: ['/ship-notes', '/ship-notes?year=1961'],
      budget: 80,
    };
    api.respond('PUT /api/frontends/{name}', { ...registered, description });
    await press(user, dialog.getByRole('button', { name: 'Register' }));
    expect(await screen.findByText('Ship notes registered')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    const request = api.requests('PUT /api/frontends/{name}').at(-1);
    expect([request?.params, request?.body]).toEqual([{ name: 'ship-notes' }, description]);
  });

  test('changes a description and retires a micro-frontend after confirmation', async () => {
    const { user } = await open();
    const choose = async (item: string) => {
      await press(user, passengers().getByRole('button', { name: 'More for Passengers' }));
      await press(user, await screen.findByRole('menuitem', { name: item }));
    };
    await choose('Edit');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Passengers' }));
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.clear(dialog.getByLabelText('Link label'));
    await user.type(dialog.getByLabelText('Link label'), 'People');
    const { description } = people.registration!;
    const changed = { ...description, navigation: { label: 'People', icon: 'users', position: 20 } };
    api.respond('PUT /api/frontends/{name}', { ...registered, description: changed });
    await press(user, dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Passengers updated')).toBeVisible();
    expect(api.requests('PUT /api/frontends/{name}').map(({ body }) => body)).toEqual([changed]);

    api.respond('DELETE /api/frontends/{name}', noContent);
    await choose('Retire');
    expect(api.requests('DELETE /api/frontends/{name}')).toEqual([]);
    await press(user, within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Retire' }));
    expect(await screen.findByText('Passengers retired')).toBeVisible();
    expect(api.requests('DELETE /api/frontends/{name}').map(({ params }) => params)).toEqual([{ name: 'people' }]);
  });

  test('lists changes in the history that don’t affect live versions', async () => {
    const event = { revision: null, at: timestamp, by: 'curator', version: null, note: null };
    api.respond('GET /api/frontends/history', [
      { ...event, action: 'retire', name: 'ship-notes' },
      { ...event, action: 'token-create', name: 'people', note: 'CI' },
      { ...event, action: 'verify', name: 'people', version: '1.5.0', note: 'passed' },
      { ...event, action: 'publish', name: 'people', version: '1.5.0' },
      { ...event, action: 'register', name: 'ship-notes', note: '/ship-notes' },
    ]);
    await open();
    for (const text of [
      'Retired ship-notes',
      'Created a token for publishing Passengers',
      'Checked Passengers 1.5.0 in a browser',
      'Published Passengers 1.5.0',
      'Registered ship-notes',
    ])
      expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText('5')).toBeVisible();
  });
});

test('lists the accepted signing keys with the versions they signed, and the key of each version', async () => {
  const fingerprint = '5c1f0a7d3e9b2648';
  const signed = {
    ...people,
    versions: people.versions.map((item, index) => (index === 0 ? { ...item, signed_by: fingerprint } : item)),
  };
  const keys = [
    { name: 'people', fingerprint },
    { name: null, fingerprint: 'aa00bb11cc22dd33' },
  ];
  api.respond('GET /api/frontends', { ...status(signed), keys });
  await open();
  const section = within(await screen.findByRole('region', { name: /Signing keys/ }));
  expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `${fingerprint} for PassengersUsed for 1 version of Passengers.`,
    'aa00bb11cc22dd33 for all micro-frontendsNot used by any listed version.',
  ]);
  expect(screen.getByText(/Signed with key/)).toHaveTextContent(`Signed with key ${fingerprint}`);
});

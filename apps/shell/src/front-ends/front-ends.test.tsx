import type { FrontendsStatus } from '@archive/contracts';
import { accessibilityProblems, aRegistry, mockApi, noContent, problem } from '@archive/testing';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const at = '2026-11-20T09:30:00.000Z';

const aVersion = (version: string, more: Partial<FrontendsStatus['apps'][number]['versions'][number]> = {}) => ({
  version,
  state: 'candidate' as const,
  contract: 1,
  published_at: at,
  published_by: 'pipeline of people: CI',
  stored: true,
  smoke: { passed: true, problems: [], revision: 6, at, by: 'pipeline of people: CI' },
  sessions: 0,
  failed_sessions: 0,
  failures: 0,
  last_failure: null,
  ...more,
});

const people: FrontendsStatus['apps'][number] = {
  name: 'people',
  live: { version: '1.4.0', since: at, by: 'curator' },
  canary: null,
  rollback_to: '1.3.0',
  versions: [
    aVersion('1.5.0'),
    aVersion('1.4.1', { smoke: null }),
    aVersion('1.4.0', {
      state: 'live',
      sessions: 40,
      failed_sessions: 2,
      failures: 3,
      last_failure: 'RemoteLoadError: people did not arrive within 8 seconds',
    }),
    aVersion('1.3.0', { state: 'earlier', sessions: 2, failed_sessions: 2, failures: 5 }),
  ],
};

const status = (app = people): FrontendsStatus => ({ revision: 7, apps: [app] });

beforeEach(() => {
  signedIn(api);
  api.answer('GET /api/frontends', status());
  api.answer('GET /api/frontends/history', [
    { revision: 7, at, by: 'curator', action: 'promote', name: 'people', version: '1.4.0', note: null },
    { revision: 1, at, by: 'server start', action: 'start', name: null, version: null, note: null },
  ]);
  api.answer('GET /api/frontends/tokens', []);
});

const passengers = () => within(screen.getByRole('region', { name: 'Passengers' }));
const open = async () => {
  const view = await renderApp('/ops/frontends');
  await screen.findByRole('heading', { name: 'Passengers' });
  return view;
};
const press = (user: { click(on: Element): Promise<void> }, element: Element) => user.click(element);

describe('the page of the front ends', () => {
  test('says what is live, since when, by whom, and what browsers reported', async () => {
    const { container } = await open();
    expect(passengers().getByText(/is live since November 20, 2026, \d\d:30, by curator/)).toBeVisible();
    expect(passengers().getByText('3 failures, in 2 of 40 sessions (5 %)')).toBeVisible();
    expect(passengers().getByText('5 failures, in 2 sessions')).toBeVisible();
    expect(passengers().getByText(/people did not arrive within 8 seconds/)).toBeVisible();
    expect(screen.getByText('Promoted Passengers 1.4.0')).toBeVisible();
    expect(screen.getByText('Took up what was built where the archive runs')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('offers no promotion of what is live, or that no browser has looked at', async () => {
    await open();
    expect(
      passengers()
        .getAllByRole('button', { name: /Promote/ })
        .map((button) => button.textContent),
    ).toEqual(['Promote 1.5.0', 'Promote 1.3.0']);
    expect(passengers().getByText('No browser has looked at it yet.')).toBeVisible();
  });

  test('promotes for a share of the sessions once that is confirmed, from the revision that was looked at', async () => {
    const { user } = await open();
    api.answer('POST /api/frontends/{name}/promote', aRegistry());
    await press(user, passengers().getByRole('button', { name: 'Promote 1.5.0' }));
    expect(api.calls('POST /api/frontends/{name}/promote')).toEqual([]);
    await user.selectOptions(screen.getByLabelText('Who sees it'), '10');
    await press(user, screen.getByRole('button', { name: 'Promote' }));
    const [call] = api.calls('POST /api/frontends/{name}/promote');
    expect([call?.params, call?.body]).toEqual([{ name: 'people' }, { version: '1.5.0', canary: 10, revision: 7 }]);
    expect(await screen.findByText('Passengers 1.5.0 is live for 10 % of sessions.')).toBeVisible();
  });

  test('says why a promotion was refused, and leaves the question open', async () => {
    const { user } = await open();
    const detail = 'What is live has changed meanwhile: it is revision 8 now, and you looked at 7. Please look again.';
    api.answer('POST /api/frontends/{name}/promote', () => problem(409, detail));
    await press(user, passengers().getByRole('button', { name: 'Promote 1.3.0' }));
    await press(user, screen.getByRole('button', { name: 'Promote' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(detail);
    expect(screen.getByRole('alertdialog')).toBeVisible();
  });

  test('rolls back after a question, and ends a canary', async () => {
    const canary = { version: '1.5.0', share: 10, since: at, by: 'curator' };
    api.answer('GET /api/frontends', status({ ...people, canary, rollback_to: '1.4.0' }));
    api.answer('POST /api/frontends/{name}/rollback', aRegistry());
    const { user } = await open();
    expect(passengers().getByText(/is shown to 10 % of sessions since/)).toBeVisible();
    await press(user, passengers().getByRole('button', { name: 'End canary' }));
    await press(user, within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End canary' }));
    expect(api.calls('POST /api/frontends/{name}/rollback').map(({ body }) => body)).toEqual([{ revision: 7 }]);
    expect(await screen.findByText('Passengers is back at 1.4.0.')).toBeVisible();
  });

  test('makes a token, shows it once, and revokes it after a question', async () => {
    const token = {
      token_id: 3,
      name: 'people' as const,
      label: 'CI',
      created_at: at,
      created_by: 'curator',
      last_used_at: null,
      revoked_at: null,
    };
    const { user } = await open();
    await press(user, screen.getByRole('button', { name: 'Make token' }));
    expect(screen.getByText('Say what the token is for.')).toBeVisible();
    api.answer('POST /api/frontends/tokens', { ...token, token: 'deploy_secret' });
    api.answer('GET /api/frontends/tokens', [token]);
    await user.type(screen.getByLabelText('What for'), 'CI');
    await press(user, screen.getByRole('button', { name: 'Make token' }));
    expect(api.calls('POST /api/frontends/tokens').map(({ body }) => body)).toEqual([{ name: 'people', label: 'CI' }]);
    expect(await screen.findByText('deploy_secret')).toBeVisible();

    api.answer('DELETE /api/frontends/tokens/{token_id}', noContent);
    await press(user, screen.getByRole('button', { name: 'Revoke CI' }));
    await press(user, screen.getByRole('button', { name: 'Revoke' }));
    expect(api.calls('DELETE /api/frontends/tokens/{token_id}').map(({ params }) => params)).toEqual([
      { token_id: '3' },
    ]);
  });
});

describe('a tab that shows something else than what is live', () => {
  test('says so on every page', async () => {
    await renderApp('/', {
      overrides: [
        { name: 'people', wanted: '1.5.0', app: aRegistry().apps['people']! },
        { name: 'media', wanted: '9.9.9', refusal: 'There is no media 9.9.9.' },
      ],
    });
    const banner = within(screen.getByRole('complementary', { name: 'Versions of this tab' }));
    expect(banner.getByText(/people 1\.5\.0 in place of what is live/)).toBeVisible();
    expect(banner.getByText(/media 9\.9\.9 is not shown\. There is no media 9\.9\.9\./)).toBeVisible();
    expect(banner.getByRole('button', { name: 'Back to what is live' })).toBeVisible();
  });
});

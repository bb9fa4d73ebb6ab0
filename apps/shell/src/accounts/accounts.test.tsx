// cspell:ignore Béla
import type { Account, Role } from '@archive/contracts';
import { accessibilityProblems, mockApi, noContent, problem } from '@archive/testing';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();

const anAccount = (overrides: Partial<Account> = {}): Account => ({
  name: 'Anna Weber',
  email: 'anna@example.org',
  role: 'curator',
  state: 'active',
  invitation_expires_at: null,
  created_at: '2026-11-20T09:30:00.000Z',
  created_by: 'curator',
  last_signed_in_at: null,
  provider: null,
  ...overrides,
});
const configured = anAccount({
  name: 'curator',
  email: null,
  role: 'administrator',
  created_at: null,
  created_by: null,
});
const invitation = { path: '/invitation#secret', expires_at: '2026-11-27T09:30:00.000Z', mailed: null };
const PUT = 'PUT /api/accounts/{account_email}';

const signedInAs = (role: Role, username = 'curator') =>
  api.respond('GET /api/auth/session', { authenticated: true, username, role });

beforeEach(() => {
  localStorage.clear();
  signedIn(api);
  api.respond('GET /api/accounts', [configured, anAccount()]);
});

const open = async () => {
  const view = await renderApp('/ops/accounts');
  await screen.findByRole('list', { name: 'Accounts' });
  return view;
};

describe('the accounts', () => {
  test('are opened from the account menu; the configured one has no controls', async () => {
    const { user, container } = await renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Accounts' }));
    const [first] = within(await screen.findByRole('list', { name: 'Accounts' })).getAllByRole('listitem');
    expect(first).toHaveTextContent('Managed in the configuration');
    expect(within(first!).queryByRole('button')).toBeNull();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('get a new one with a link that is shown once', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Add account' }));
    expect(screen.getByText('Enter a name')).toBeVisible();
    expect(api.requests('POST /api/accounts')).toEqual([]);
    api.respond('POST /api/accounts', { account: anAccount({ name: 'Béla Nagy', state: 'invited' }), invitation });
    await user.type(screen.getByLabelText('Name'), 'Béla Nagy');
    await user.type(screen.getByLabelText('E-mail address'), 'bela@example.org');
    await user.selectOptions(screen.getByLabelText('Role'), 'reader');
    await user.click(screen.getByRole('button', { name: 'Add account' }));
    expect(await screen.findByText(`${location.origin}/invitation#secret`)).toBeVisible();
    expect(api.requests('POST /api/accounts').map(({ body }) => body)).toEqual([
      { name: 'Béla Nagy', email: 'bela@example.org', role: 'reader' },
    ]);
    expect(screen.getByLabelText('Name')).toHaveValue('');
  });

  test.each([
    [null, 'Send it to Anna Weber, who chooses a password with it.'],
    ['sent', 'The link was sent to anna@example.org.'],
    ['unreachable', 'The link was not sent by mail: the mail server can’t be reached or doesn’t answer.'],
    ['unauthorized', 'The link was not sent by mail: the mail server rejected the archive’s name and password.'],
    ['rejected', 'The link was not sent by mail: the mail server rejected it.'],
  ] as const)('show the link and what became of its mail: %s', async (mailed, text) => {
    api.respond('POST /api/accounts/{account_email}/reset', {
      account: anAccount(),
      invitation: { ...invitation, mailed },
    });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Reset password of Anna Weber' }));
    await user.click(await screen.findByRole('button', { name: 'Get a link' }));
    const link = await screen.findByText(`${location.origin}/invitation#secret`);
    const notice = link.closest('[role=status]');
    expect(notice).toHaveTextContent(text);
    expect(/by mail|was sent/.test(notice?.textContent ?? '')).toBe(mailed !== null);
  });

  test('show what is wrong with a field at the field', async () => {
    const message = 'Another account has this e-mail address.';
    api.respond('POST /api/accounts', problem(409, message, { errors: [{ path: 'email', message }] }));
    const { user } = await open();
    await user.type(screen.getByLabelText('Name'), 'Béla');
    await user.type(screen.getByLabelText('E-mail address'), 'anna@example.org');
    await user.click(screen.getByRole('button', { name: 'Add account' }));
    await waitFor(() => expect(screen.getByLabelText('E-mail address')).toHaveAccessibleDescription(message));
    expect(screen.getAllByText(message)).toHaveLength(1);
  });

  test('change their role, are deactivated, reset and reactivated', async () => {
    api.respond(PUT, anAccount({ role: 'operator' }));
    const { user } = await open();
    await user.selectOptions(screen.getByLabelText('Role of Anna Weber'), 'operator');
    expect(await screen.findByText('Anna Weber is now Operator')).toBeVisible();

    api.respond('POST /api/accounts/{account_email}/reset', { account: anAccount(), invitation });
    await user.click(screen.getByRole('button', { name: 'Reset password of Anna Weber' }));
    await user.click(await screen.findByRole('button', { name: 'Get a link' }));
    expect(await screen.findByText(`${location.origin}/invitation#secret`)).toBeVisible();

    api.respond('GET /api/accounts', [configured, anAccount({ state: 'deactivated' })]);
    await user.click(screen.getByRole('button', { name: 'Deactivate Anna Weber' }));
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
    await user.click(await screen.findByRole('button', { name: 'Reactivate Anna Weber' }));
    await waitFor(() =>
      expect(api.requests(PUT).map(({ body }) => body)).toEqual([
        { role: 'operator' },
        { active: false },
        { active: true },
      ]),
    );
  });
});

describe('roles', () => {
  test.each<[Role, string[]]>([
    ['reader', []],
    ['curator', ['API tokens']],
    ['operator', ['API tokens', 'System status']],
    ['administrator', ['API tokens', 'Accounts', 'System status']],
  ])('a %s has the entries of the role', async (role, entries) => {
    signedInAs(role);
    const { user } = await renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Account' }));
    const shown = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(shown.filter((label) => /API tokens|Accounts|System status/.test(label ?? ''))).toEqual(entries);
  });

  test('a page of another role says so, and loads nothing', async () => {
    signedInAs('curator');
    localStorage.setItem('role', 'curator');
    await renderApp('/ops/accounts');
    expect(await screen.findByText('Your role doesn’t include this page')).toBeVisible();
    expect(api.requests('GET /api/accounts')).toEqual([]);
  });
});

describe('one’s own account', () => {
  test('changes name and password', async () => {
    signedInAs('curator', 'Anna Weber');
    const profile = {
      name: 'Anna Weber',
      email: 'anna@example.org',
      role: 'curator' as const,
      provider: null,
      configured: false,
    };
    api.respond('GET /api/account', profile);
    api.respond('PUT /api/account', { ...profile, name: 'Anna Braun' });
    api.respond('GET /api/account/passkeys', []);
    api.respond('GET /api/account/second-factor', { active_since: null, recovery_codes_left: 0 });
    const { user, container } = await renderApp('/account');
    const name = await screen.findByRole('textbox', { name: /^Name/ });
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.clear(name);
    await user.type(name, 'Anna Braun');
    await user.click(screen.getByRole('button', { name: 'Change name' }));
    expect(await screen.findByText('Name changed')).toBeVisible();

    const message = 'This is not your current password.';
    api.respond(
      'POST /api/account/password',
      problem(422, message, { errors: [{ path: 'current_password', message }] }),
    );
    await user.type(screen.getByLabelText('Current password'), 'wrong');
    await user.type(screen.getByLabelText('New password'), 'nine brass lanterns');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText(message)).toBeVisible();
    api.respond('POST /api/account/password', noContent());
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText(/^Password changed/)).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('');
  });

  test('of the configuration says where it is changed', async () => {
    api.respond('GET /api/account', {
      name: 'curator',
      email: null,
      role: 'administrator',
      provider: null,
      configured: true,
    });
    await renderApp('/account');
    expect(await screen.findByText(/are in the configuration/)).toBeVisible();
    expect(screen.queryByLabelText('New password')).toBeNull();
  });
});

describe('an invitation', () => {
  test('that no longer works says so, without a sign-in', async () => {
    localStorage.clear();
    api.respond('GET /api/auth/session', { authenticated: false, username: null, role: null });
    api.respond('POST /api/auth/invitation', problem(404, 'This link has expired or was already used.'));
    await renderApp('/invitation');
    expect(await screen.findByText('This link doesn’t work')).toBeVisible();
  });

  test('asks for a password, and shows why one is refused', async () => {
    api.respond('POST /api/auth/invitation', { name: 'Anna Weber', email: 'anna@example.org' });
    const message = 'This password is easy to guess. Choose another one.';
    api.respond('POST /api/auth/invitation/accept', problem(422, message, { errors: [{ path: 'password', message }] }));
    const { user, container } = await renderApp('/invitation');
    expect(await screen.findByText(/Welcome, Anna Weber/)).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.type(screen.getByLabelText('New password'), 'password1234{Enter}');
    expect(await screen.findByText(message)).toBeVisible();
  });
});

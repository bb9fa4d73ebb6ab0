import { accessibilityProblems, mockApi, noContent, problem } from '@archive/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { passkeysWorkAt } from '../session/passkeys.ts';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const passkey = { passkey_id: 3, name: 'Laptop', created_at: '2026-11-20T09:30:00.000Z', last_used_at: null };
const secret = 'A2B3C4D5E6F7A2B3C4D5E6F7A2B3C4D5';
const bytes = new Uint8Array([1, 2, 3, 4]).buffer;
const ID = Buffer.from(bytes).toString('base64url');

/** jsdom has no passkeys. */
function browserHasPasskeys(response: () => Promise<unknown>) {
  Object.assign(globalThis, { PublicKeyCredential: class {} });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: response, get: response } });
}
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
});
beforeEach(() => {
  localStorage.clear();
  signedIn(api);
  api.respond('GET /api/account', {
    name: 'Anna Weber',
    email: 'anna@example.org',
    role: 'curator',
    provider: null,
    configured: false,
  });
  api.respond('GET /api/account/passkeys', []);
  api.respond('GET /api/account/second-factor', { active_since: null, recovery_codes_left: 0 });
});

describe('passkeys on the account page', () => {
  test('are added with a name, renamed and removed', async () => {
    browserHasPasskeys(async () => ({
      id: ID,
      rawId: bytes,
      type: 'public-key',
      response: { clientDataJSON: bytes, attestationObject: bytes },
      getClientExtensionResults: () => ({}),
    }));
    const rp = { rp: { id: 'localhost', name: 'x' }, user: { id: ID, name: 'x', displayName: 'x' } };
    api.respond('POST /api/account/passkeys/options', { ...rp, challenge: ID, pubKeyCredParams: [] });
    api.respond('POST /api/account/passkeys', passkey);
    const { user, container } = await renderApp('/account');
    await user.type(await screen.findByLabelText('Name of the new passkey'), 'Laptop');
    api.respond('GET /api/account/passkeys', [passkey]);
    await user.click(screen.getByRole('button', { name: 'Add passkey' }));
    expect(await screen.findByText('Passkey “Laptop” added')).toBeVisible();
    expect(api.requests('POST /api/account/passkeys').map(({ body }) => body)).toMatchObject([
      { name: 'Laptop', credential: { id: ID, type: 'public-key', response: { attestationObject: ID } } },
    ]);
    expect(await accessibilityProblems(container)).toEqual([]);

    api.respond('PUT /api/account/passkeys/{passkey_id}', { ...passkey, name: 'Desk' });
    await user.click(await screen.findByRole('button', { name: 'Rename Laptop' }));
    const field = screen.getByLabelText('Name of Laptop');
    await user.clear(field);
    await user.type(field, 'Desk{Enter}');
    await waitFor(() => expect(api.requests('PUT /api/account/passkeys/{passkey_id}')).toHaveLength(1));

    api.respond('DELETE /api/account/passkeys/{passkey_id}', noContent());
    await user.click(await screen.findByRole('button', { name: 'Remove Laptop' }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(api.requests('DELETE /api/account/passkeys/{passkey_id}')).toHaveLength(1));
  });

  test('are not offered where the browser has none', async () => {
    await renderApp('/account');
    expect(await screen.findByText(/begins with https/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add passkey' })).toBeNull();
  });
});

test.each([
  ['localhost', true],
  ['archive.example.org', true],
  ['127.0.0.1', false],
  ['192.168.0.12', false],
  ['[::1]', false],
])('passkeys work at names, not at numbers: %s', (hostname, works) => {
  browserHasPasskeys(() => Promise.reject(new Error('unused')));
  expect(passkeysWorkAt(hostname)).toBe(works);
});

describe('the second factor on the account page', () => {
  test('is set up with a code, shows the recovery codes once, and is turned off', async () => {
    api.respond('POST /api/account/second-factor/start', { secret, uri: `otpauth://totp/x?secret=${secret}` });
    const { user, container } = await renderApp('/account');
    await user.click(await screen.findByRole('button', { name: 'Set up codes' }));
    expect(await screen.findByRole('img', { name: 'QR code with the key' })).toBeVisible();
    expect(screen.getByText('A2B3 C4D5 E6F7 A2B3 C4D5 E6F7 A2B3 C4D5')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);

    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('img', { name: 'QR code with the key' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Set up codes' }));
    expect(await screen.findByLabelText('Code from the app')).toHaveFocus();

    const activate = 'POST /api/account/second-factor/activate';
    const message = 'This is not the current code.';
    api.respond(activate, problem(422, message, { errors: [{ path: 'code', message }] }));
    await user.type(screen.getByLabelText('Code from the app'), '123456{Enter}');
    expect(await screen.findByText(message)).toBeVisible();
    api.respond(activate, { recovery_codes: ['k7xq-2m4n-p6rs-t3vw', 'aaaa-bbbb-cccc-dddd'] });
    const activeSince = '2026-11-28T09:30:00.000Z';
    api.respond('GET /api/account/second-factor', { active_since: activeSince, recovery_codes_left: 2 });
    await user.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByText(/k7xq-2m4n-p6rs-t3vw/)).toBeVisible();
    expect(screen.queryByRole('img', { name: 'QR code with the key' })).toBeNull();

    api.respond('DELETE /api/account/second-factor', noContent());
    api.respond('GET /api/account/second-factor', { active_since: null, recovery_codes_left: 0 });
    await user.click(screen.getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByRole('button', { name: 'Set up codes' })).toBeVisible();
    expect(screen.queryByText(/k7xq/)).toBeNull();
  });
});

describe('the sign-in page', () => {
  const openSignIn = async () => {
    localStorage.clear();
    api.respond('GET /api/auth/session', { authenticated: false, username: null, role: null });
    const view = await renderApp('/');
    await screen.findByPlaceholderText('Enter username');
    return view;
  };
  const options = { challenge: ID, rpId: 'localhost', userVerification: 'required' };

  test('asks for a code only after a right password that needs one', async () => {
    const { user, container } = await openSignIn();
    expect(screen.queryByLabelText('Code')).toBeNull();
    const type = 'urn:problem:code-required';
    api.respond('POST /api/auth/login', problem(401, 'Enter the code from your app.', { type }));
    await user.type(screen.getByPlaceholderText('Enter username'), 'Anna Weber');
    await user.type(screen.getByPlaceholderText('Enter password'), 'nine brass lanterns');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByLabelText('Code')).toHaveFocus();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    await waitFor(() =>
      expect(api.requests('POST /api/auth/login').map(({ body }) => body)).toEqual([
        { username: 'Anna Weber', password: 'nine brass lanterns' },
        { username: 'Anna Weber', password: 'nine brass lanterns', code: '123456' },
      ]),
    );
  });

  test('offers passkeys only where the server says so, and says when none was used', async () => {
    browserHasPasskeys(() => Promise.reject(new DOMException('canceled', 'NotAllowedError')));
    api.respond('POST /api/auth/passkey/options', { options });
    const { user, container } = await openSignIn();
    await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
    expect(await screen.findByText('No passkey was used. Try again, or use your password.')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('has no button for passkeys if nobody has one', async () => {
    browserHasPasskeys(() => Promise.reject(new Error('not called')));
    api.respond('POST /api/auth/passkey/options', { options: null });
    await openSignIn();
    await waitFor(() => expect(api.requests('POST /api/auth/passkey/options')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  });
});

import type { Account } from '@archive/contracts';
import { expect, test } from '@jest/globals';
import type { ArchiveSession } from './archive-session.ts';
import { addUser, deactivateUser, listUsers, reactivateUser, resetUser } from './users.ts';

const account: Account = {
  name: 'Anna Weber',
  email: 'anna@example.org',
  role: 'curator',
  state: 'invited',
  invitation_expires_at: '2026-11-27T09:30:00.000Z',
  created_at: '2026-11-20T09:30:00.000Z',
  created_by: 'curator',
  last_signed_in_at: null,
  provider: null,
};
const configured: Account = { ...account, name: 'curator', email: null, role: 'administrator', state: 'active' };
const invitation = { path: '/invitation#secret', expires_at: '2026-11-27T09:30:00.000Z' };

/** A session of an archive that returns `response`, and the requests that it got. */
function anArchive(response: unknown) {
  const requests: unknown[] = [];
  const request = (...parts: unknown[]) => {
    requests.push(parts);
    return Promise.resolve(response);
  };
  const session = { origin: 'https://archive.example.org', request } as unknown as ArchiveSession;
  return { session, requests };
}

test('lists the accounts in columns', async () => {
  expect(await listUsers(anArchive([configured, account]).session)).toBe(
    'curator     (configuration)   administrator  active\nAnna Weber  anna@example.org  curator        invited',
  );
});

test('prints the link of a new account, and of a reset', async () => {
  const body = { email: 'anna@example.org', name: 'Anna Weber', role: 'curator' } as const;
  const link = /until 2026-11-27:\nhttps:\/\/archive\.example\.org\/invitation#secret$/;
  const { session, requests } = anArchive({ account, invitation: { ...invitation, mailed: null } });
  expect(await addUser(session, body)).toMatch(link);
  expect(await resetUser(session, 'anna@example.org')).toMatch(link);
  expect(requests).toEqual([
    ['accounts.create', { body }],
    ['accounts.reset', { params: { account_email: 'anna@example.org' } }],
  ]);
});

test.each([
  ['sent', /^This link was sent to anna@example\.org\. [^]+#secret$/],
  ['rejected', /^Send this link to Anna Weber, [^]+#secret\nIt was not sent by mail: the mail server rejected it\.$/],
] as const)('says that the mail was %s', async (mailed, text) => {
  const { session } = anArchive({ account, invitation: { ...invitation, mailed } });
  expect(await resetUser(session, 'anna@example.org')).toMatch(text);
});

test('deactivates and reactivates', async () => {
  const { session, requests } = anArchive(account);
  expect(await deactivateUser(session, 'anna@example.org')).toBe('Anna Weber can’t sign in anymore.');
  expect(await reactivateUser(session, 'anna@example.org')).toBe('Anna Weber can sign in again.');
  expect(requests).toEqual(
    [false, true].map((active) => [
      'accounts.update',
      { params: { account_email: 'anna@example.org' }, body: { active } },
    ]),
  );
});

import type { Account, Invitation, Role } from '@archive/contracts';
import { MAIL_FAILURES } from '@archive/contracts/format';
import type { ArchiveSession } from './archive-session.ts';

type Session = Pick<ArchiveSession, 'origin' | 'request'>;

/** The accounts as lines of columns. */
export async function listUsers(session: Session): Promise<string> {
  const rows = (await session.request('accounts.list')).map(({ name, email, role, state }) => [
    name,
    email ?? '(configuration)',
    role,
    state,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export const addUser = async (session: Session, body: { email: string; name: string; role: Role }): Promise<string> =>
  linkOf(session, await session.request('accounts.create', { body }));

export const resetUser = async (session: Session, account_email: string): Promise<string> =>
  linkOf(session, await session.request('accounts.reset', { params: { account_email } }));

export async function deactivateUser(session: Session, account_email: string): Promise<string> {
  const { name } = await session.request('accounts.update', { params: { account_email }, body: { active: false } });
  return `${name} can’t sign in anymore.`;
}

export async function reactivateUser(session: Session, account_email: string): Promise<string> {
  const { name } = await session.request('accounts.update', { params: { account_email }, body: { active: true } });
  return `${name} can sign in again.`;
}

function linkOf({ origin }: Session, { account, invitation }: { account: Account; invitation: Invitation }): string {
  const { expires_at, mailed, path } = invitation;
  const what =
    mailed === 'sent'
      ? `This link was sent to ${account.email}. With it, ${account.name} chooses a password.`
      : `Send this link to ${account.name}, who chooses a password with it.`;
  const failure = mailed === null || mailed === 'sent' ? '' : `\nIt was not sent by mail: ${MAIL_FAILURES[mailed]}.`;
  return `${what} It works once, until ${expires_at.slice(0, 10)}:\n${origin}${path}${failure}`;
}

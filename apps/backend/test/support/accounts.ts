import type { Account, Invitation, Role } from '@archive/contracts';
import type { TestApi } from './api.ts';
import type { Browser } from './browser.ts';

export const PASSWORD = 'nine brass lanterns';

export interface Invited {
  account: Account;
  invitation: Invitation;
}

let count = 0;

/** Adds an account, as the administrator `by`. */
export async function invite(
  by: Browser,
  role: Role,
  name = `Person ${(count += 1)}`,
): Promise<Invited & { email: string; token: string }> {
  const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@example.org`;
  const response = await by.post('/api/accounts', { name, email, role });
  if (response.status !== 200) throw new Error(`The account was not added: ${await response.text()}`);
  const invited = (await response.json()) as Invited;
  return { ...invited, email, token: tokenOf(invited) };
}

/** What follows # in the link of an invitation. */
export const tokenOf = ({ invitation }: Invited): string => invitation.path.replace('/invitation#', '');

/** A new person, signed in with the invitation of the administrator `by`. */
export async function aPersonWith(api: TestApi, by: Browser, role: Role, name?: string) {
  const { account, email, token } = await invite(by, role, name);
  const browser = api.visitor();
  const response = await browser.post('/api/auth/invitation/accept', { token, password: PASSWORD });
  if (response.status !== 200) throw new Error(`The invitation was not accepted: ${await response.text()}`);
  browser.password = PASSWORD;
  return { browser, email, name: account.name };
}

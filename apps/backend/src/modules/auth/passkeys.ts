import { isIP } from 'node:net';
import { randomBytes } from 'node:crypto';
import type { OperationBody, Passkey, passkeyOperations } from '@archive/contracts';
import { Inject, Injectable } from '@nestjs/common';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { behindTls, notFound, originOf, Problem } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { col, type ColumnsOf, Database, statement } from '../../database/index.ts';
import { KnownDevices, readCookie, setCookie } from './known-devices.ts';

type Credential = OperationBody<typeof passkeyOperations.signIn>['credential'];

const CHALLENGE_MINUTES = 10;
const MAX_PASSKEYS = 20;
/** Random value of the browser, and when its challenge was issued. */
const COOKIE_VALUE = /^([\w-]{43})\.(\d{13})$/;

const SELECTED =
  'id as passkey_id, name, instant_text(created_at) as created_at, instant_text(last_used_at) as last_used_at';
const COLUMNS = {
  passkey_id: col.int,
  name: col.text,
  created_at: col.text,
  last_used_at: col.text.nullable(),
} satisfies ColumnsOf<Passkey>;

const LIST = statement('passkeys', `select ${SELECTED} from passkey where account_id = $1 order by id`, COLUMNS);
const EXIST = statement('passkeys-exist', 'select exists (select from passkey) as any', { any: col.bool });
const CREDENTIALS = statement('passkey-credentials', 'select credential_id as id from passkey where account_id = $1', {
  id: col.text,
});
const USER = statement(
  'passkey-user',
  `select name, email, uuid_send(passkey_user) as user from account where id = $1 and issuer is null`,
  { name: col.text, email: col.text, user: col.bytes },
);
/** Simultaneous requests of one account wait for each other, so that a challenge is used once. */
const LOCK_ACCOUNT = statement('passkey-lock-account', 'select id from account where id = $1 for update', {
  id: col.int,
});
/** $7: when the challenge was issued. No row for one that was used, a passkey that exists, or too many. */
const ADD = statement(
  'passkey-add',
  `insert into passkey (account_id, name, credential_id, public_key, transports, counter, challenged_at)
   select $1, $2, $3, $4, $5, $6, $7
   where not exists (select from passkey where account_id = $1 and challenged_at >= $7)
     and (select count(*) from passkey where account_id = $1) < ${MAX_PASSKEYS}
   on conflict do nothing returning ${SELECTED}`,
  COLUMNS,
);
const RENAME = statement(
  'passkey-rename',
  `update passkey set name = $3 where id = $2 and account_id = $1 returning ${SELECTED}`,
  COLUMNS,
);
const REMOVE = statement('passkey-remove', 'delete from passkey where id = $2 and account_id = $1 returning name', {
  name: col.text,
});
export const REMOVE_PASSKEYS = statement('passkeys-remove', 'delete from passkey where account_id = $1');
const FIND = statement(
  'passkey-find',
  `select p.id, account_id, p.name, public_key, counter, uuid_send(passkey_user) as user
   from passkey p join account a on a.id = account_id where credential_id = $1`,
  {
    id: col.int,
    account_id: col.int,
    name: col.text,
    public_key: col.bytes,
    counter: col.int,
    user: col.bytes,
  },
);
/** $2: counter of the authenticator, always 0 for most. $3: when the challenge was issued. */
const USE = statement(
  'passkey-use',
  `update passkey set counter = $2, challenged_at = $3, last_used_at = now()
   where id = $1 and challenged_at < $3 and (counter < $2 or (counter = 0 and $2 = 0))`,
);

const REJECTED = 'This passkey wasn’t accepted. Try again, or sign in with your password.';
const NOT_OFFERED = 'Passkeys need HTTPS and a host name, not an IP address. Set PUBLIC_URL, or open localhost.';

/** Signing in with passkeys (WebAuthn): the browser keeps a key for this address only, and asks for a fingerprint, face or PIN. */
@Injectable()
export class Passkeys {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly devices: KnownDevices,
  ) {}

  list(accountId: number | null): Promise<Passkey[]> {
    return this.database.rows(LIST, [accountId]);
  }

  /**
   * What a browser needs to create a passkey for this account and session.
   * @throws 409 where browsers offer none, 404 for an account that signs in with a provider
   */
  async creationOptions(accountId: number, session: Buffer, request: FastifyRequest, reply: FastifyReply) {
    const { id: rpID } = this.#requireOffered(request);
    const [account, others] = await Promise.all([
      this.database.row(USER, [accountId]),
      this.database.rows(CREDENTIALS, [accountId]),
    ]);
    if (!account) throw notFound();
    return generateRegistrationOptions({
      rpName: this.config.archive.title,
      rpID,
      userName: account.email,
      userDisplayName: account.name,
      userID: new Uint8Array(account.user),
      challenge: await this.#challenge(purposeOf(session), request, reply),
      excludeCredentials: others,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /** @throws 409 for a passkey or challenge that was used, or another session, address or browser */
  async add(
    accountId: number,
    session: Buffer,
    { name, credential }: OperationBody<typeof passkeyOperations.add>,
    request: FastifyRequest,
  ): Promise<Passkey> {
    const { id: expectedRPID, origin: expectedOrigin } = this.#requireOffered(request);
    const issued = await this.#issued(purposeOf(session), request);
    const result =
      issued &&
      (await verifyRegistrationResponse({
        response: credential as unknown as RegistrationResponseJSON,
        expectedChallenge: issued.challenge,
        expectedOrigin,
        expectedRPID,
        requireUserVerification: true,
      }).catch(() => undefined));
    if (!issued || !result?.verified) throw new Problem(409, 'This passkey wasn’t accepted. Try again.');
    const { id, publicKey, transports = [], counter } = result.registrationInfo.credential;
    const values = [accountId, name, id, Buffer.from(publicKey), transports, counter, issued.at];
    const added = await this.database.transaction(async (executor) => {
      await executor.row(LOCK_ACCOUNT, [accountId]);
      return executor.row(ADD, values);
    });
    if (!added)
      throw new Problem(409, `This passkey was already added, or you have ${MAX_PASSKEYS}. Remove one and try again.`);
    return added;
  }

  /** @throws 404 for a passkey of another account */
  async rename(accountId: number, id: number, name: string): Promise<Passkey> {
    const row = await this.database.row(RENAME, [accountId, id, name]);
    if (!row) throw notFound();
    return row;
  }

  /** Returns its name. @throws 404 for a passkey of another account */
  async remove(accountId: number, id: number): Promise<string> {
    const row = await this.database.row(REMOVE, [accountId, id]);
    if (!row) throw notFound();
    return row.name;
  }

  /** What a browser needs to sign in; null if nobody can. Nothing is stored until someone has signed in. */
  async signInOptions(request: FastifyRequest, reply: FastifyReply) {
    const party = this.#relyingParty(request);
    if (!party || !this.config.signOn.localAccounts || !(await this.database.row(EXIST))?.any) return null;
    const challenge = await this.#challenge(SIGN_IN, request, reply);
    return generateAuthenticationOptions({ rpID: party.id, challenge, userVerification: 'required' });
  }

  /** The account of a passkey, and the passkey’s name. @throws 401 for one that is unknown, of another address, copied, or used before */
  async accountOf(credential: Credential, request: FastifyRequest): Promise<{ accountId: number; name: string }> {
    const rejected = new Problem(401, REJECTED);
    const party = this.#relyingParty(request);
    const issued = await this.#issued(SIGN_IN, request);
    const passkey = await this.database.row(FIND, [credential.id]);
    if (!party || !issued || !passkey) throw rejected;
    const { userHandle } = credential.response;
    if (userHandle !== passkey.user.toString('base64url')) throw rejected;
    const result = await verifyAuthenticationResponse({
      response: credential as unknown as AuthenticationResponseJSON,
      expectedChallenge: issued.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: credential.id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
      requireUserVerification: true,
    }).catch(() => undefined);
    const counter = result?.verified === true ? result.authenticationInfo.newCounter : undefined;
    if (counter === undefined || (await this.database.execute(USE, [passkey.id, counter, issued.at])) === 0)
      throw rejected;
    return { accountId: passkey.account_id, name: passkey.name };
  }

  #requireOffered(request: FastifyRequest) {
    const party = this.#relyingParty(request);
    if (!party) throw new Problem(409, NOT_OFFERED);
    return party;
  }

  /** The name and origin that passkeys are for; undefined if browsers offer none. */
  #relyingParty(request: FastifyRequest): { id: string; origin: string } | undefined {
    const { protocol, hostname: id, origin } = new URL(originOf(this.config, request));
    const isSecure = protocol === 'https:' || id === 'localhost';
    return isSecure && isIP(id.replaceAll(/[[\]]/g, '')) === 0 ? { id, origin } : undefined;
  }

  /** A new challenge. The cookie binds it to the browser; only the server can derive it from the cookie. */
  async #challenge(purpose: string, request: FastifyRequest, reply: FastifyReply): Promise<Uint8Array<ArrayBuffer>> {
    const value = `${randomBytes(32).toString('base64url')}.${Date.now()}`;
    setCookie(reply, 'challenge', value, CHALLENGE_MINUTES * 60, behindTls(this.config, request));
    return new Uint8Array(await this.devices.mac(`${purpose} ${value}`));
  }

  /** The challenge of this browser, and when it was issued; undefined without one, or once it has expired. */
  async #issued(purpose: string, request: FastifyRequest): Promise<{ challenge: string; at: number } | undefined> {
    const value = readCookie(request, 'challenge', behindTls(this.config, request)) ?? '';
    const at = Number(COOKIE_VALUE.exec(value)?.[2]);
    if (!(Date.now() - at < CHALLENGE_MINUTES * 60_000)) return undefined;
    return { challenge: (await this.devices.mac(`${purpose} ${value}`)).toString('base64url'), at };
  }
}

const SIGN_IN = 'passkey';
const purposeOf = (session: Buffer) => `passkey of ${session.toString('hex')}`;

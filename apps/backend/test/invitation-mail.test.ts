// cspell:ignore Béla
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { invite, PASSWORD, tokenOf, type Invited } from './support/accounts.ts';
import { startApi, type TestApi } from './support/api.ts';

const ORIGIN = 'https://archive.example.org';
const USER = 'archive@example.org';
const SECRET = 'a p@ss:word/for mail';
const LOGIN = `${encodeURIComponent(USER)}:${encodeURIComponent(SECRET)}`;
/** Valid for `localhost` and 0.0.0.0, which is this machine, but no loopback address. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgPLjagsHMV8GU08qc
3C6gYdebWIzY6x/kgXuv6A5OzzihRANCAAR22umKnCfT0SeZ/uHgrmN1ql1BbrT5
keDGhNn/C5SPJNSwFADwuuOMUFdBw4s1UUdvoMLE/t2Rz0SSjluSgZxE
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUCHnJ5dnU+s31mUM2w/+OX4ZxE5UwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTA4NDEyMloYDzIxMjYxMTA1
MDg0MTIyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAR22umKnCfT0SeZ/uHgrmN1ql1BbrT5keDGhNn/C5SPJNSwFADwuuOM
UFdBw4s1UUdvoMLE/t2Rz0SSjluSgZxEo28wbTAdBgNVHQ4EFgQUsHKUlEEJXLUa
4SQFAuc5aRXsJYEwHwYDVR0jBBgwFoAUsHKUlEEJXLUa4SQFAuc5aRXsJYEwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBAAAAAAwCgYIKoZI
zj0EAwIDSQAwRgIhAL24djtC5YHdScZzVNFwvAzoXpJwahjf4Fc7JE6yII3bAiEA
9hz/N/qchGPsTRele/EaO6K1uLdzb//4iRbdEYCBT7I=
-----END CERTIFICATE-----`;

interface Mail {
  from: string;
  to: string[];
  headers: string[];
  text: string;
  isEncrypted: boolean;
  user: string | undefined;
}

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** The headers, unfolded, and the text of a message. */
function parse(message: string): Pick<Mail, 'headers' | 'text'> {
  const end = message.indexOf('\r\n\r\n');
  const headers = message
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const text = message
    .slice(end + 4)
    .replaceAll('=\r\n', '')
    .replaceAll(/(?:=[\dA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
  return { headers, text };
}

/** A real mail server. Without `onAuth` in the options, it takes mails without a sign-in. */
async function startMailServer(options: SMTPServerOptions = {}) {
  const mails: Mail[] = [];
  const attempts: string[] = [];
  const server = new SMTPServer({
    key: KEY,
    cert: CERTIFICATE,
    authOptional: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _, callback) => {
      attempts.push(`${username} ${password}`);
      if (username === USER && password === SECRET) callback(null, { user: username });
      else callback(new Error('Wrong name or password'));
    },
    onData: (stream, { envelope, secure, user }, callback) => {
      void buffer(stream).then((bytes) => {
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          ...parse(bytes.toString()),
          isEncrypted: secure,
          user: user as string | undefined,
        });
        callback();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '0.0.0.0');
  await once(server.server, 'listening');
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, mails, attempts };
}

async function startTcpServer(onConnection: Parameters<typeof createServer>[1]): Promise<number> {
  const server: Server = createServer({}, onConnection);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

let database: TestApi;
beforeAll(async () => {
  database = await startApi();
});
afterAll(() => database?.close());

async function startArchive(smtpUrl: string, environment: Record<string, string> = {}) {
  const api = await startApi({
    environment: { SMTP_URL: smtpUrl, MAIL_FROM: USER, PUBLIC_URL: ORIGIN, ...environment },
    databaseUrl: database.config.database.url,
  });
  closers.unshift(() => api.close());
  return { api, admin: await api.signIn() };
}
const accept = (api: TestApi, token: string) =>
  api.visitor().post('/api/auth/invitation/accept', { token, password: PASSWORD });
const linkIn = ({ text }: Mail) => /^https?:\/\/\S+$/m.exec(text)?.[0] ?? '';

describe('with a mail server', () => {
  test('an invitation arrives, and its link works', async () => {
    const { port, mails } = await startMailServer();
    const { api, admin } = await startArchive(`smtp://127.0.0.1:${port}`);
    const { invitation, email } = await invite(admin, 'curator', 'Béla Nagy');
    expect(invitation.mailed).toBe('sent');
    const [mail] = mails;
    expect(mails).toHaveLength(1);
    expect(mail).toMatchObject({ from: USER, to: [email], isEncrypted: false });
    expect(mail?.headers).toContain('Subject: Invitation to The Sequoia Archive');
    expect(mail?.headers).toContain(`From: The Sequoia Archive <${USER}>`);
    expect(mail?.headers).toContain('Auto-Submitted: auto-generated');
    expect(mail?.text).toMatch(
      /^Hello Béla Nagy,\s+curator invites you to The Sequoia Archive[^]+It works once, until \w+ \d+, \d{4} at \d+:\d\d\s[AP]M UTC\./,
    );
    // The name of the request is 127.0.0.1.
    expect(linkIn(mail!)).toBe(`${ORIGIN}${invitation.path}`);
    expect((await accept(api, new URL(linkIn(mail!)).hash.slice(1))).status).toBe(200);
  });

  test('so does the link of a reset, and the one before stops working', async () => {
    const { port, mails } = await startMailServer();
    const { api, admin } = await startArchive(`smtp://localhost:${port}`);
    const { email, token } = await invite(admin, 'reader', 'Reset Person');
    const response = await admin.post(`/api/accounts/${email}/reset`);
    const { invitation } = (await response.json()) as Invited;
    expect(invitation.mailed).toBe('sent');
    expect(mails[1]?.headers).toContain('Subject: New link for The Sequoia Archive');
    expect(mails[1]?.text).toContain('curator has reset your account for The Sequoia Archive.');
    expect(linkIn(mails[1]!)).toBe(`${ORIGIN}${invitation.path}`);
    expect((await accept(api, token)).status).toBe(404);
    expect((await accept(api, tokenOf({ invitation } as Invited))).status).toBe(200);
  });

  test('line breaks in names add neither headers nor recipients', async () => {
    const { port, mails } = await startMailServer();
    const ARCHIVE_TITLE = 'The Archive\r\nBcc: title@evil.example\r\n\r\nBody';
    const { admin } = await startArchive(`smtp://127.0.0.1:${port}`, { ARCHIVE_TITLE });
    const body = { email: 'crlf@example.org', role: 'reader' };
    for (const name of ['Eve\r\nBcc: x@evil.example', 'Eve, <x@evil.example>'])
      expect([name, (await admin.post('/api/accounts', { ...body, name })).status]).toEqual([name, 422]);
    for (const email of ['crlf@example.org\r\nRCPT TO:<x@evil.example>', 'a@example.org, x@evil.example'])
      expect([email, (await admin.post('/api/accounts', { ...body, name: 'Eve', email })).status]).toEqual([
        email,
        422,
      ]);
    expect(mails).toEqual([]);
    const name = 'Eve\r\nBcc <x>, "Mallory';
    expect((await admin.post('/api/accounts', { ...body, name })).status).toBe(200);
    expect(mails.map(({ to }) => to)).toEqual([['crlf@example.org']]);
    const names = mails[0]?.headers.map((header) => header.split(':')[0]);
    expect(names?.toSorted()).toEqual(
      [
        'Auto-Submitted',
        'Content-Transfer-Encoding',
        'Content-Type',
        'Date',
        'From',
        'MIME-Version',
        'Message-ID',
        'Subject',
        'To',
      ].toSorted(),
    );
  });
});

describe('the name and password for the mail server', () => {
  let certificates: string[];
  beforeAll(() => {
    certificates = getCACertificates('default');
  });
  afterEach(() => setDefaultCACertificates(certificates));
  const trust = () => setDefaultCACertificates([...certificates, CERTIFICATE]);
  const inviteAt = async (url: string, name: string) => {
    const { admin } = await startArchive(url);
    return (await invite(admin, 'reader', name)).invitation.mailed;
  };

  test.each([
    ['TLS from the start', 'smtps', 'localhost', { secure: true, authOptional: false }, true],
    ['STARTTLS', 'smtp', '0.0.0.0', { authOptional: false }, true],
    ['no TLS on the same machine', 'smtp', '127.0.0.1', { authOptional: false, allowInsecureAuth: true }, false],
  ] as const)('are sent with %s', async (kind, scheme, host, options, isEncrypted) => {
    trust();
    const { port, mails } = await startMailServer(options);
    expect(await inviteAt(`${scheme}://${LOGIN}@${host}:${port}`, `Login by ${kind}`)).toBe('sent');
    expect(mails).toMatchObject([{ user: USER, isEncrypted }]);
  });

  test('are not sent to another machine without TLS', async () => {
    trust();
    const { port, mails, attempts } = await startMailServer({
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
    });
    expect(await inviteAt(`smtp://${LOGIN}@0.0.0.0:${port}`, 'Plain Login')).toBe('unreachable');
    expect({ mails, attempts }).toEqual({ mails: [], attempts: [] });
  });

  test.each([
    ['smtps', 'localhost', { secure: true }],
    ['smtp', '0.0.0.0', {}],
  ] as const)('are not sent to a server whose certificate is not valid, over %s', async (scheme, host, options) => {
    const { port, mails, attempts } = await startMailServer(options);
    expect(await inviteAt(`${scheme}://${LOGIN}@${host}:${port}`, `Certificate ${scheme}`)).toBe('unreachable');
    expect({ mails, attempts }).toEqual({ mails: [], attempts: [] });
  });

  test('that are wrong are stated', async () => {
    const { port, mails } = await startMailServer({ allowInsecureAuth: true });
    expect(await inviteAt(`smtp://archive:wrong@127.0.0.1:${port}`, 'Wrong Login')).toBe('unauthorized');
    expect(mails).toEqual([]);
  });
});

describe('the account is added, and its link works', () => {
  async function mailedAt(port: number, name: string) {
    const { api, admin } = await startArchive(`smtp://127.0.0.1:${port}`);
    const start = performance.now();
    const { invitation, token } = await invite(admin, 'reader', name);
    expect(performance.now() - start).toBeLessThan(9000);
    expect((await accept(api, token)).status).toBe(200);
    return invitation.mailed;
  }

  test('when the mail server refuses the address', async () => {
    const { port } = await startMailServer({
      onRcptTo: (_address, _session, callback) => callback(new Error('No such person')),
    });
    expect(await mailedAt(port, 'Refused Address')).toBe('rejected');
  });

  test('when the mail server refuses the message', async () => {
    const { port } = await startMailServer({
      onData: (stream, _session, callback) => {
        stream.resume();
        stream.on('end', () => callback(new Error('Looks like spam')));
      },
    });
    expect(await mailedAt(port, 'Refused Message')).toBe('rejected');
  });

  test('when nothing listens', async () => {
    const port = await startTcpServer(() => undefined);
    await closers.pop()?.();
    expect(await mailedAt(port, 'Nothing Listens')).toBe('unreachable');
  });

  test('when the mail server never answers, or too slowly to ever end', async () => {
    const silent = await startTcpServer(() => undefined);
    const slow = await startTcpServer((socket) => {
      socket.on('error', () => undefined);
      const timer = setInterval(() => socket.write('220-wait\r\n'), 300);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await Promise.all([mailedAt(silent, 'Never Answers'), mailedAt(slow, 'Slow Answers')])).toEqual([
      'unreachable',
      'unreachable',
    ]);
  }, 20_000);
});

test('without a mail server, nothing is said about mail', async () => {
  const { invitation } = await invite(await database.signIn(), 'reader', 'Without Mail');
  expect(invitation.mailed).toBeNull();
});

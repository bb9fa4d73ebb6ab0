import { z } from 'zod';

export interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS. */
  secure: boolean;
  credentials: { user: string; pass: string } | undefined;
}

export interface MailConfig {
  server: MailServer;
  /** The address of the sender. */
  from: string;
  /** Where the links in mails lead. Never the host of a request, which its sender chooses. */
  origin: string;
}

const SENTENCE = 'must be an address like smtps://name:password@mail.example.org or smtp://mail.example.org:587';
const DEFAULT_PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 };

function read(value: string): MailServer | undefined {
  const url = URL.parse(value);
  const defaultPort = url && DEFAULT_PORTS[url.protocol];
  if (!defaultPort || url.hostname === '' || url.port === '0') return undefined;
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') return undefined;
  if ((url.username === '') !== (url.password === '')) return undefined;
  try {
    const [user, pass] = [url.username, url.password].map(decodeURIComponent) as [string, string];
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(url.port) || defaultPort,
      secure: url.protocol === 'smtps:',
      credentials: user === '' ? undefined : { user, pass },
    };
  } catch {
    // A percent sign that encodes nothing.
    return undefined;
  }
}

/** Where mails are sent, with the name and password for it. */
export const mailServer = z.string().transform((value, context) => {
  const server = read(value);
  if (server) return server;
  context.addIssue({ code: 'custom', message: SENTENCE });
  return z.NEVER;
});

export const mailAddress = z.email('must be an e-mail address, like archive@example.org');

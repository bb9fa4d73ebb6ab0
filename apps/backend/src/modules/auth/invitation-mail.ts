// cspell:ignore EAUTH ENOAUTH EENVELOPE EMESSAGE
import type { Account, Invitation } from '@archive/contracts';
import { formatDateTime } from '@archive/contracts/format';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { NodemailerError } from 'nodemailer';
import { CONFIG, type Config, isLoopback, type MailServer } from '../../config/index.ts';

/** The administrator waits for it. */
const LIMIT_MS = 5000;

type Mailed = NonNullable<Invitation['mailed']>;
const REASONS: Record<string, Mailed> = {
  EAUTH: 'unauthorized',
  ENOAUTH: 'unauthorized',
  EENVELOPE: 'rejected',
  EMESSAGE: 'rejected',
};

interface InvitationText {
  account: Account;
  invitation: Pick<Invitation, 'path' | 'expires_at'>;
  /** The administrator. */
  by: string;
  kind: 'new' | 'reset';
}

/** Sends the links of invitations, if a mail server is configured. The administrator has the link in any case. */
@Injectable()
export class InvitationMail {
  readonly #archive: Config['archive'];
  readonly #log = new Logger(InvitationMail.name);
  readonly #mail: Config['mail'];

  constructor(@Inject(CONFIG) { archive, mail }: Config) {
    this.#archive = archive;
    this.#mail = mail;
  }

  /** Never throws, and ends within seconds. Returns null if nothing is to be sent. */
  async send(text: InvitationText): Promise<Invitation['mailed']> {
    const { name, email } = text.account;
    if (!this.#mail || email === null) return null;
    const { server, from, origin } = this.#mail;
    const { title } = this.#archive;
    try {
      // Most archives send none.
      const { createTransport } = await import('nodemailer');
      await createTransport(transportOf(server)).sendMail({
        // As objects, so that no name is read as a further address.
        from: { name: title, address: from },
        to: { name, address: email },
        subject: text.kind === 'new' ? `Invitation to ${title}` : `New link for ${title}`,
        text: bodyOf(text, title, origin),
        // Keeps automatic answers, such as those of people on vacation, away.
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      return 'sent';
    } catch (error) {
      const { code = '', message } = error as NodemailerError;
      this.#log.warn(`The mail server did not take a mail (${code}): ${message}`);
      return REASONS[code] ?? 'unreachable';
    }
  }
}

/** Passwords leave this machine only encrypted. A server on it often has a certificate that nobody vouches for. */
function transportOf({ host, port, secure, credentials }: MailServer) {
  const isLocal = isLoopback(host);
  const requireTLS = !secure && !isLocal && credentials !== undefined;
  return { host, port, secure, auth: credentials, ignoreTLS: isLocal, requireTLS };
}

function bodyOf({ account, invitation, by, kind }: InvitationText, title: string, origin: string): string {
  const what =
    kind === 'new'
      ? `${by} invites you to ${title}, and has added an account for you. Open this link to start:`
      : `${by} has reset your account for ${title}. Your earlier password and earlier links no longer work. Open this link to sign in again:`;
  const end = `It works once, until ${formatDateTime(invitation.expires_at, 'UTC')} UTC. Don’t forward it: the first person who opens it gets the account.`;
  return [`Hello ${account.name},`, what, `${origin}${invitation.path}`, end].join('\n\n');
}

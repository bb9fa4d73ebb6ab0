import { hash } from 'node:crypto';
import { authOperations } from '@archive/contracts';
import { Controller, Get, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Contract, fromForm, type OperationInput, Problem, Public } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { Confirmations } from './confirmations.ts';

const MAX_PASSWORD = 1000;

const STYLE = `:root { color-scheme: light dark; } * { box-sizing: border-box; }
body { margin: 0 auto; max-width: 30rem; padding: 3rem 1.25rem; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#FBF9F4, #1c2022); color: light-dark(#14213D, #F1ECE0); }
h1 { margin: .5rem 0 1rem; font: 600 1.75rem/1.25 Georgia, serif; } header { color: light-dark(#5B6472, #B9B4A6); }
.what { padding: .75rem 1rem; border-left: 4px solid light-dark(#9A7428, #D9B566); background: light-dark(#FFFFFF, #262b2e); font-weight: 600; overflow-wrap: anywhere; }
label { display: block; margin-top: 1.5rem; } input { display: block; width: 100%; min-height: 44px; margin-top: .25rem; padding: .5rem .75rem; font: inherit; color: inherit; background: light-dark(#FFFFFF, #14181a); border: 1px solid light-dark(#8A8475, #7d8589); border-radius: 6px; }
button { margin-top: 1rem; min-height: 44px; padding: .5rem 1.25rem; font: inherit; font-weight: 600; color: #FFFFFF; background: #1D3557; border: 1px solid light-dark(#1D3557, #8FB3E6); border-radius: 6px; cursor: pointer; }
[role=alert] { margin-top: 1rem; color: light-dark(#9B2226, #F0A8A0); font-weight: 600; } :focus-visible { outline: 2px solid light-dark(#9A7428, #D9B566); outline-offset: 2px; }`;

/**
 * The sandbox gives the page an origin of its own without scripts. So code of a micro-frontend that opens the page in a window can
 * neither read what is typed nor fill in or send the form, although the address is that of the archive.
 */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  'sandbox allow-forms',
].join('; ');

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
  // Browsers refuse to open sandboxed pages with any other value. The sandbox separates the page from its opener.
  'cross-origin-opener-policy': 'unsafe-none',
  'referrer-policy': 'no-referrer',
};

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const pageOf = (title: string, heading: string, content: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(heading)} · ${escape(title)}</title><style>${STYLE}</style></head>
<body><header>${escape(title)}</header><main><h1>${escape(heading)}</h1>${content}</main></body></html>`;

const formOf = (
  what: string,
  error: string | undefined,
) => `<p>You, or a part of the archive’s pages, asked for this:</p>
<p class="what">${escape(what)}</p>
<p>Enter your password only if you want it.</p>
<form method="post" enctype="multipart/form-data">
<label>Password <input type="password" name="password" autocomplete="current-password" required maxlength="${MAX_PASSWORD}"${error === undefined ? '' : ' aria-invalid="true" aria-describedby="error"'}></label>
${error === undefined ? '' : `<p role="alert" id="error">${escape(error)}</p>`}<button>Confirm</button></form>`;

/** Where people confirm operations with their password, and how pages learn that they have. */
@Controller()
export class ConfirmationController {
  readonly #confirmations: Confirmations;
  readonly #title: string;

  constructor(confirmations: Confirmations, @Inject(CONFIG) config: Config) {
    this.#confirmations = confirmations;
    this.#title = config.archive.title;
  }

  @Public()
  @Get('/confirm/:id')
  async page(@Param('id') id: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    reply.headers(HEADERS);
    return this.#form(id, reply, undefined);
  }

  /** The browser sends no cookies from the sandbox, so the id alone names the session. */
  @Public()
  @Post('/confirm/:id')
  async submit(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    reply.headers(HEADERS).code(200);
    try {
      await this.#confirmations.confirm(id, await passwordOf(request), request.ip);
    } catch (error) {
      if (!(error instanceof Problem) || error.getStatus() >= 500) throw error;
      reply.code(error.getStatus()).headers(error.headers);
      return this.#form(id, reply, error.detail);
    }
    return pageOf(
      this.#title,
      'Confirmed',
      '<p role="status">Go back to the window of the archive, which continues by itself. You can close this one.</p>',
    );
  }

  @Contract(authOperations.confirmation)
  async state({ params }: OperationInput<typeof authOperations.confirmation>, @Req() { sessionKey }: FastifyRequest) {
    if (sessionKey === null) throw new Problem(401, 'Please sign in.');
    return { confirmed: await this.#confirmations.isConfirmed(params.confirmation_id, sessionKey) };
  }

  /** For programs, which know the password. */
  @Contract(authOperations.confirm)
  async confirm(
    { params, body }: OperationInput<typeof authOperations.confirm>,
    @Req() { ip, sessionKey }: FastifyRequest,
  ) {
    if (sessionKey === null) throw new Problem(401, 'Please sign in.');
    await this.#confirmations.isConfirmed(params.confirmation_id, sessionKey);
    await this.#confirmations.confirm(params.confirmation_id, body.password, ip);
  }

  async #form(id: string, reply: FastifyReply, error: string | undefined): Promise<string> {
    try {
      return pageOf(this.#title, 'Confirm with your password', formOf(await this.#confirmations.what(id), error));
    } catch (expired) {
      if (!(expired instanceof Problem) || expired.getStatus() !== 404) throw expired;
      reply.code(404);
      return pageOf(this.#title, 'Nothing to confirm', `<p role="alert">${escape(expired.detail)}</p>`);
    }
  }
}

async function passwordOf(request: FastifyRequest): Promise<string> {
  if (!request.isMultipart()) throw new Problem(415, 'Send the password as a form.');
  for await (const part of fromForm(() => request.parts()))
    if (part.type === 'field' && part.fieldname === 'password' && typeof part.value === 'string') return part.value;
  throw new Problem(422, 'Enter your password.');
}

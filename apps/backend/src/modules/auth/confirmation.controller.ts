import { authOperations } from '@archive/contracts';
import { Controller, Get, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  Contract,
  escapeHtml,
  fromForm,
  type OperationInput,
  PLAIN_POLICY,
  plainPage,
  Problem,
  Access,
} from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { Confirmations } from './confirmations.ts';
import { keyOf } from './session-guard.ts';

const MAX_PASSWORD = 1000;

/**
 * The sandbox gives the page an origin of its own without scripts. So code of a micro-frontend that opens the page in a window can
 * neither read what is typed nor fill in or send the form, although the address is that of the archive.
 */
const POLICY = `${PLAIN_POLICY}; sandbox allow-forms`;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
  // Browsers refuse to open sandboxed pages with any other value. The sandbox separates the page from its opener.
  'cross-origin-opener-policy': 'unsafe-none',
  'referrer-policy': 'no-referrer',
};

const formOf = (
  what: string,
  error: string | undefined,
) => `<p>You, or a part of the archive’s pages, asked for this:</p>
<p class="what">${escapeHtml(what)}</p>
<p>Enter your password only if you want it.</p>
<form method="post" enctype="multipart/form-data">
<label>Password <input type="password" name="password" autocomplete="current-password" required maxlength="${MAX_PASSWORD}"${error === undefined ? '' : ' aria-invalid="true" aria-describedby="error"'}></label>
${error === undefined ? '' : `<p role="alert" id="error">${escapeHtml(error)}</p>`}<button>Confirm</button></form>`;

/** Where people confirm operations with their password, and how pages learn that they have. */
@Controller()
export class ConfirmationController {
  readonly #confirmations: Confirmations;
  readonly #title: string;

  constructor(confirmations: Confirmations, @Inject(CONFIG) config: Config) {
    this.#confirmations = confirmations;
    this.#title = config.archive.title;
  }

  @Access('public')
  @Get('/confirm/:id')
  async page(@Param('id') id: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    reply.headers(HEADERS);
    return this.#form(id, reply, undefined);
  }

  /** The browser sends no cookies from the sandbox, so the id alone names the session. */
  @Access('public')
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
    return plainPage(
      this.#title,
      'Confirmed',
      '<p role="status">Go back to the window of the archive, which continues by itself. You can close this one.</p>',
    );
  }

  @Contract(authOperations.confirmation)
  async state({ params }: OperationInput<typeof authOperations.confirmation>, @Req() request: FastifyRequest) {
    return { confirmed: await this.#confirmations.isConfirmed(params.confirmation_id, keyOf(request)) };
  }

  /** For programs, which know the password. */
  @Contract(authOperations.confirm)
  async confirm({ params, body }: OperationInput<typeof authOperations.confirm>, @Req() request: FastifyRequest) {
    await this.#confirmations.isConfirmed(params.confirmation_id, keyOf(request));
    await this.#confirmations.confirm(params.confirmation_id, body.password, request.ip);
  }

  async #form(id: string, reply: FastifyReply, error: string | undefined): Promise<string> {
    try {
      return plainPage(this.#title, 'Confirm with your password', formOf(await this.#confirmations.what(id), error));
    } catch (expired) {
      if (!(expired instanceof Problem) || expired.getStatus() !== 404) throw expired;
      reply.code(404);
      return plainPage(this.#title, 'Nothing to confirm', `<p role="alert">${escapeHtml(expired.detail)}</p>`);
    }
  }
}

async function passwordOf(request: FastifyRequest): Promise<string> {
  if (!request.isMultipart()) throw new Problem(415, 'Send the password as a form.');
  for await (const part of fromForm(() => request.parts()))
    if (part.type === 'field' && part.fieldname === 'password' && typeof part.value === 'string') return part.value;
  throw new Problem(422, 'Enter your password.');
}

import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';

export interface FieldError {
  /** Dotted path of the field, as the client sent it. */
  path: string;
  message: string;
}

interface ProblemOptions {
  errors?: readonly FieldError[];
  headers?: Readonly<Record<string, string>>;
  /** Additional properties of the document (RFC 9457, 3.2). */
  members?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/**
 * An error response as an RFC 9457 problem document. `detail` is human-readable.
 * Throw it anywhere: `throw new Problem(404, 'Voyage not found')`.
 */
export class Problem extends HttpException {
  readonly detail: string;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Additional properties of the document. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(status: number, detail: string, { errors, headers = {}, members = {}, cause }: ProblemOptions = {}) {
    super(detail, status, { cause });
    this.detail = detail;
    this.errors = errors;
    this.headers = headers;
    this.members = members;
  }

  /** The document, with the properties of `problemSchema`. */
  document(requestId: string) {
    const status = this.getStatus();
    return {
      type: 'about:blank',
      title: STATUS_CODES[status] ?? 'Error',
      status,
      detail: this.detail,
      request_id: requestId,
      ...(this.errors ? { errors: this.errors } : {}),
      ...this.members,
    };
  }
}

export const notFound = (detail = 'There’s nothing at this address.') => new Problem(404, detail);

export const invalidFields = (errors: readonly FieldError[]) =>
  new Problem(422, errors.length === 1 && errors[0] ? errors[0].message : 'Fix these fields.', { errors });

/** Runs a check of a nested part of a request, and prefixes the paths of its errors with `path`. */
export async function withErrorPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors) throw error;
    const errors = error.errors.map((error) => ({ ...error, path: `${path}.${error.path}` }));
    throw new Problem(error.getStatus(), error.detail, { errors, cause: error });
  }
}

/** The work was interrupted because this process is stopping. Another process repeats it. */
export class InterruptedError extends Error {
  override name = 'InterruptedError';
}

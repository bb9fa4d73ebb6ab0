/** Status of an error without a response: the server can't be reached, or took too long. */
export const NO_RESPONSE = 0;

/** What the server wants confirmed with the password. A person confirms it on a page of its own, a program with `auth.confirm`. */
export interface Confirmation {
  confirmation_id: string;
  /** Address of the page. It must be opened in a window of its own. */
  url: string;
  /** What will happen, in words. */
  what: string;
}

interface ProblemFields {
  status: number;
  title: string;
  detail?: string | undefined;
  errors?: { path: string; message: string }[] | undefined;
  request_id?: string | undefined;
  retry_after?: number | undefined;
  members?: Readonly<Record<string, unknown>>;
}

/** A failed request. `message` is the text to show: the `detail` of the problem document, or else the status and its text. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** One error for each rejected field. */
  readonly errors: { path: string; message: string }[];
  /** Id of the request, for finding it in the server's log. */
  readonly request_id: string | undefined;
  /** Seconds to wait before another attempt. */
  readonly retry_after: number | undefined;
  /** The full problem document (RFC 9457), with any properties that the operation adds. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor({ status, title, errors = [], request_id, retry_after, members = {}, ...problem }: ProblemFields) {
    const detail = problem.detail ?? `${status} ${title}`.trim();
    super(detail);
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
    this.request_id = request_id;
    this.retry_after = retry_after;
    this.members = members;
  }

  /** As `request_id`, `retry_after` and `members`, under their names of version 1.0. */
  get requestId(): string | undefined {
    return this.request_id;
  }
  get retryAfter(): number | undefined {
    return this.retry_after;
  }
  get problem(): Readonly<Record<string, unknown>> {
    return this.members;
  }

  /** What has to be confirmed before the same request succeeds. */
  get confirmation(): Confirmation | undefined {
    const { confirmation } = this.members;
    return this.status === 403 && isRecord(confirmation) ? (confirmation as unknown as Confirmation) : undefined;
  }

  /** The error of a response, with or without a problem document. */
  static async from(response: Response): Promise<ArchiveError> {
    const body: unknown = await response.json().catch(() => undefined);
    const members = isRecord(body) ? body : {};
    const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
    return new ArchiveError({
      status: response.status,
      title: textOf(members['title']) ?? response.statusText,
      detail: textOf(members['detail']) ?? `${response.status} ${response.statusText}`.trim(),
      errors: fieldErrors(members['errors']),
      request_id: textOf(members['request_id']) ?? response.headers.get('x-request-id') ?? undefined,
      retry_after: Number.isFinite(wait) ? wait : undefined,
      members,
    });
  }

  /** `url` names the archive to those who use a program; a page has only one. */
  static withoutResponse(cause: unknown, url = ''): ArchiveError {
    if (cause instanceof DOMException && cause.name === 'TimeoutError')
      return failure('Timed out', 'The server took too long to respond. Try again.', cause);
    const { code, message } = ((cause as Error).cause ?? cause) as { code?: string; message: string };
    const detail = `The archive at ${url} does not respond (${code ?? message}).`;
    return failure('No connection', url === '' ? 'Can’t reach the server. Try again.' : detail, cause);
  }

  static ofInvalidResponse(cause: unknown): ArchiveError {
    return failure('Invalid response', 'The server sent an invalid response. Try again.', cause);
  }
}

function failure(title: string, detail: string, cause: unknown): ArchiveError {
  const error = new ArchiveError({ status: NO_RESPONSE, title, detail });
  error.cause = cause;
  return error;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function fieldErrors(value: unknown): ArchiveError['errors'] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (item): item is { path: string; message: string } =>
      isRecord(item) && typeof item['path'] === 'string' && typeof item['message'] === 'string',
  );
}

import type { Problem } from '@archive/contracts';

/** Status of an `ApiError` without a response: the server is unreachable or timed out. */
export const NO_RESPONSE = 0;

/**
 * A failed request. `message` is the text to show: the `detail` of the problem document, else `{status} {statusText}` (SPEC section 7).
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** Field errors; empty if the error isn't about fields. */
  readonly errors: { path: string; message: string }[];
  /** Id of the request, for finding it in the server's log. */
  readonly request_id: string | undefined;
  /** Seconds to wait before retrying, from the server. */
  readonly retry_after: number | undefined;
  /** The full problem document, including properties specific to the operation. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(problem: {
    status: number;
    title: string;
    detail?: string | undefined;
    errors?: { path: string; message: string }[] | undefined;
    request_id?: string | undefined;
    retry_after?: number | undefined;
    members?: Readonly<Record<string, unknown>>;
  }) {
    const detail = problem.detail ?? `${problem.status} ${problem.title}`.trim();
    super(detail);
    this.status = problem.status;
    this.title = problem.title;
    this.detail = detail;
    this.errors = problem.errors ?? [];
    this.request_id = problem.request_id;
    this.retry_after = problem.retry_after;
    this.members = problem.members ?? {};
  }
}

/** True when the server or a service it needs is unavailable, so that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && [NO_RESPONSE, 502, 503, 504].includes(error.status);
}

/** True when the record doesn't exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** True when someone else has changed the record in the meantime. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}

/** The text to show for a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function fieldErrors(value: unknown): Problem['errors'] {
  if (!Array.isArray(value)) return undefined;
  return value.filter(
    (item): item is { path: string; message: string } =>
      isRecord(item) && typeof item['path'] === 'string' && typeof item['message'] === 'string',
  );
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Creates an `ApiError` from an error response, with or without a problem document. */
export async function problemOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const problem = isRecord(body) ? body : {};
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError({
    status: response.status,
    title: textOf(problem['title']) ?? response.statusText,
    detail: textOf(problem['detail']) ?? `${response.status} ${response.statusText}`.trim(),
    errors: fieldErrors(problem['errors']),
    request_id: textOf(problem['request_id']) ?? response.headers.get('x-request-id') ?? undefined,
    retry_after: Number.isFinite(wait) ? wait : undefined,
    members: problem,
  });
}

import type { Problem } from '@archive/contracts';

/** Status of an `ApiError` when no answer came: the server is away, or took longer than the limit. */
export const NO_ANSWER = 0;

/**
 * A call that did not succeed. `message` is the sentence for a person: the problem document's `detail`, else `{status} {statusText}`
 * (SPEC section 7).
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** Refused fields, empty when the refusal is not about fields. */
  readonly errors: { path: string; message: string }[];
  /** The id under which the server logged the call. */
  readonly request_id: string | undefined;
  /** Seconds after which the server asks to be tried again. */
  readonly retry_after: number | undefined;
  /** The whole problem document: calls say in their contract what they add to it. */
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

/** True when the archive, or a part it needs, is away for now: worth trying again, nothing that the person did. */
export function isAway(error: unknown): boolean {
  return error instanceof ApiError && [NO_ANSWER, 502, 503, 504].includes(error.status);
}

/** True when the record asked for does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The sentence to show for anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function fieldErrors(value: unknown): Problem['errors'] {
  if (!Array.isArray(value)) return undefined;
  return value.filter(
    (one): one is { path: string; message: string } =>
      isRecord(one) && typeof one['path'] === 'string' && typeof one['message'] === 'string',
  );
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads the refusal out of an answer, whether or not it carries a problem document. */
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

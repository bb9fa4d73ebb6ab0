interface ProblemDocument {
  title?: string;
  detail?: string;
  request_id?: string;
  errors?: { path: string; message: string }[];
}

/** An error response of the server. `message` is a human-readable sentence. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
  readonly status: number;
  readonly title: string;
  /** One error for each rejected field. */
  readonly errors: { path: string; message: string }[];
  /** Id of the request, for finding it in the server's log. */
  readonly requestId: string | undefined;
  /** Seconds to wait before another attempt. */
  readonly retryAfter: number | undefined;
  /** The full problem document (RFC 9457), with any properties that the operation adds. */
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(status: number, problem: ProblemDocument, retryAfter?: number) {
    super(problem.detail ?? problem.title ?? `Status ${status}`);
    this.status = status;
    this.title = problem.title ?? '';
    this.errors = problem.errors ?? [];
    this.requestId = problem.request_id;
    this.retryAfter = retryAfter;
    this.problem = { ...problem };
  }

  static async from(response: Response): Promise<ArchiveError> {
    const problem = (await response.json().catch(() => ({ title: response.statusText }))) as ProblemDocument;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return new ArchiveError(response.status, problem, Number.isNaN(seconds) ? undefined : seconds);
  }
}

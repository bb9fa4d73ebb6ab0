import { type Dispatcher, request } from 'undici';
import { FetchFailure, failureOf } from './fetch-failure.ts';
import type { FetchLimits } from './fetch-limits.ts';
import { type AllowedHost, checkAddress } from './guarded-agent.ts';

/** A response whose body is still streaming. */
export interface IncomingResponse {
  /** The file name from the headers or the URL; null when neither has one. */
  filename: string | null;
  /** The content. Iterating throws a `FetchFailure` when the download fails. */
  body: AsyncGenerator<Buffer>;
}

interface RequestOptions {
  dispatcher: Dispatcher;
  allowed: readonly AllowedHost[];
  limits: FetchLimits;
  signal: AbortSignal;
}

type HttpResponse = Dispatcher.ResponseData;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Status codes of failures that a retry may resolve. */
const TRANSIENT_STATUSES = new Set([408, 425, 429]);
const STATUS_MESSAGES: Record<number, string> = {
  401: 'The server requires a login.',
  403: 'The server denied access.',
  404: 'There’s no file at this address anymore.',
  410: 'There’s no file at this address anymore.',
};

const HEADERS = {
  accept: 'image/*, video/*, audio/*, application/pdf, application/msword, */*;q=0.5',
  // Compression would distort type detection and size limits.
  'accept-encoding': 'identity',
  'user-agent': 'VoyageArchive/1.0 (fetches files linked by curators)',
};

const firstValue = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

/** Parses `Retry-After` (seconds or a date). Returns milliseconds. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000;
  const retryAt = Date.parse(header);
  return Number.isNaN(retryAt) ? undefined : Math.max(0, retryAt - now);
}

function failureOfStatus(status: number, headers: HttpResponse['headers']): FetchFailure {
  const isRetryable = TRANSIENT_STATUSES.has(status) || status >= 500;
  const sentence = STATUS_MESSAGES[status] ?? `The server responded with status ${status}.`;
  const retryAfterMs =
    status === 429 || status === 503 ? retryAfter(firstValue(headers['retry-after']), Date.now()) : undefined;
  return new FetchFailure(isRetryable ? 'transient' : 'final', sentence, { retryAfterMs });
}

const decode = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The file name from `Content-Disposition` (RFC 6266), or else the last segment of the URL path. */
export function filenameOf(disposition: string | undefined, url: URL): string | null {
  const extended = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? '');
  const declaredName =
    extended === undefined ? (plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2]) : decode(extended);
  const name = declaredName ?? decode(url.pathname.split('/').at(-1) ?? '');
  return name.split(/[/\\]/).at(-1)?.trim() || null;
}

/** Discards a response body. */
const discard = (body: HttpResponse['body']) => {
  body.on('error', () => undefined);
  body.destroy();
};

/**
 * Requests a file. Follows redirects itself, because every URL in the chain must be checked.
 * @throws FetchFailure
 */
export async function requestFile(address: string, options: RequestOptions): Promise<IncomingResponse> {
  const { limits, allowed, dispatcher } = options;
  const stop = AbortSignal.any([options.signal, AbortSignal.timeout(limits.totalMs)]);
  try {
    let url = new URL(address);
    for (let redirects = 0; ; redirects += 1) {
      checkAddress(url, allowed);
      const response = await request(url, { dispatcher, signal: stop, headers: HEADERS });
      if (response.statusCode === 200)
        return { filename: nameIn(response, url), body: bodyChunks(response, options, stop) };
      discard(response.body);
      if (!REDIRECTS.has(response.statusCode)) throw failureOfStatus(response.statusCode, response.headers);
      if (redirects === limits.redirects) throw new FetchFailure('final', 'The address redirects too many times.');
      const location = firstValue(response.headers.location);
      const next = location === undefined ? null : URL.parse(location, url.href);
      if (!next) throw new FetchFailure('final', 'The address redirects to an invalid address.');
      url = next;
    }
  } catch (error) {
    throw causeOf(options.signal, stop, error);
  }
}

const nameIn = ({ headers }: HttpResponse, url: URL) => filenameOf(firstValue(headers['content-disposition']), url);

/** The reason why a request failed: the caller aborted it, a time limit expired, or the network failed. */
function causeOf(caller: AbortSignal, stop: AbortSignal, error: unknown): unknown {
  if (error instanceof FetchFailure) return error;
  if (caller.aborted) return caller.reason;
  if (stop.aborted) return new FetchFailure('transient', 'The download took too long.');
  return failureOf(error);
}

const tooLarge = (bytes: number) =>
  new FetchFailure('final', `Files can be up to ${Math.floor(bytes / 1024 / 1024)} MB. This file is larger.`);

async function* bodyChunks(
  { body, headers }: HttpResponse,
  options: RequestOptions,
  stop: AbortSignal,
): AsyncGenerator<Buffer> {
  const { maxBytes, slowBytes, slowMs } = options.limits;
  body.on('error', () => undefined);
  let all = 0;
  let since = performance.now();
  let recentBytes = 0;
  try {
    if (Number(firstValue(headers['content-length'])) > maxBytes) throw tooLarge(maxBytes);
    for await (const chunk of body as AsyncIterable<Buffer>) {
      all += chunk.length;
      recentBytes += chunk.length;
      if (all > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
      const now = performance.now();
      if (now - since < slowMs) continue;
      if (recentBytes < slowBytes) throw new FetchFailure('transient', 'The download was too slow.');
      since = now;
      recentBytes = 0;
    }
  } catch (error) {
    throw causeOf(options.signal, stop, error);
  } finally {
    body.destroy();
  }
}

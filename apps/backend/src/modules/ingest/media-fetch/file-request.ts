import { type Dispatcher, request } from 'undici';
import { FetchFailure, failureOf } from './fetch-failure.ts';
import type { FetchLimits } from './fetch-limits.ts';
import { type AllowedHost, checkAddress } from './guarded-agent.ts';

/** A file that has begun to come. */
export interface ComingFile {
  /** What the server calls it, or the last part of its address; null where neither says anything. */
  filename: string | null;
  /** Its bytes as they come. They end in a `FetchFailure` when anything is wrong with them. */
  body: AsyncGenerator<Buffer>;
}

interface Asking {
  dispatcher: Dispatcher;
  allowed: readonly AllowedHost[];
  limits: FetchLimits;
  signal: AbortSignal;
}

type Answer = Dispatcher.ResponseData;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Statuses with which a server says that a later time may do. */
const PASSING = new Set([408, 425, 429]);
const GONE: Record<number, string> = {
  401: 'The server asks for a login.',
  403: 'The server does not hand it out.',
  404: 'There is nothing at this address any more.',
  410: 'There is nothing at this address any more.',
};

const HEADERS = {
  accept: 'image/*, video/*, audio/*, application/pdf, application/msword, */*;q=0.5',
  // A compressed file would be judged, and limited, by what it is not.
  'accept-encoding': 'identity',
  'user-agent': 'VoyageArchive/1.0 (fetches what its curators link to)',
};

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

/** `Retry-After`, in seconds or as a moment. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000;
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}

function refusalOf(status: number, headers: Answer['headers']): FetchFailure {
  const passing = PASSING.has(status) || status >= 500;
  const sentence = GONE[status] ?? `The server answered with the status ${status}.`;
  const retryAfterMs =
    status === 429 || status === 503 ? retryAfter(one(headers['retry-after']), Date.now()) : undefined;
  return new FetchFailure(passing ? 'passing' : 'final', sentence, { retryAfterMs });
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The name that a server gives a file (RFC 6266), else the end of its address. */
export function filenameOf(disposition: string | undefined, url: URL): string | null {
  const extended = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? '');
  const said = extended === undefined ? (plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2]) : decoded(extended);
  const name = said ?? decoded(url.pathname.split('/').at(-1) ?? '');
  return name.split(/[/\\]/).at(-1)?.trim() || null;
}

/** Leaves what else a server has to say, without reading it. */
const leave = (body: Answer['body']) => {
  body.on('error', () => undefined);
  body.destroy();
};

/**
 * Asks for a file. Redirects are followed here, because each address on the way has to be one that may be fetched.
 * @throws FetchFailure
 */
export async function requestFile(address: string, asking: Asking): Promise<ComingFile> {
  const { limits, allowed, dispatcher } = asking;
  const ending = AbortSignal.any([asking.signal, AbortSignal.timeout(limits.wholeMs)]);
  try {
    let url = new URL(address);
    for (let redirects = 0; ; redirects += 1) {
      checkAddress(url, allowed);
      const answer = await request(url, { dispatcher, signal: ending, headers: HEADERS });
      if (answer.statusCode === 200) return { filename: nameIn(answer, url), body: arriving(answer, asking, ending) };
      leave(answer.body);
      if (!REDIRECTS.has(answer.statusCode)) throw refusalOf(answer.statusCode, answer.headers);
      if (redirects === limits.redirects)
        throw new FetchFailure('final', 'The address leads from one place to the next without an end.');
      const location = one(answer.headers.location);
      const next = location === undefined ? null : URL.parse(location, url.href);
      if (!next) throw new FetchFailure('final', 'The address leads to nowhere.');
      url = next;
    }
  } catch (error) {
    throw endedBy(asking.signal, ending, error);
  }
}

const nameIn = ({ headers }: Answer, url: URL) => filenameOf(one(headers['content-disposition']), url);

/** Who ended it: whoever asked, by an error of their own; the time for the whole; or the other side. */
function endedBy(asked: AbortSignal, ending: AbortSignal, error: unknown): unknown {
  if (error instanceof FetchFailure) return error;
  if (asked.aborted) return asked.reason;
  if (ending.aborted) return new FetchFailure('passing', 'The file took too long to come.');
  return failureOf(error);
}

const tooLarge = (bytes: number) =>
  new FetchFailure(
    'final',
    `The archive takes files of up to ${Math.floor(bytes / 1024 / 1024)} MB. This one is larger.`,
  );

async function* arriving({ body, headers }: Answer, asking: Asking, ending: AbortSignal): AsyncGenerator<Buffer> {
  const { largestBytes, slowBytes, slowMs } = asking.limits;
  body.on('error', () => undefined);
  let all = 0;
  let since = performance.now();
  let lately = 0;
  try {
    if (Number(one(headers['content-length'])) > largestBytes) throw tooLarge(largestBytes);
    for await (const chunk of body as AsyncIterable<Buffer>) {
      all += chunk.length;
      lately += chunk.length;
      if (all > largestBytes) throw tooLarge(largestBytes);
      yield chunk;
      const now = performance.now();
      if (now - since < slowMs) continue;
      if (lately < slowBytes) throw new FetchFailure('passing', 'The file came too slowly.');
      since = now;
      lately = 0;
    }
  } catch (error) {
    throw endedBy(asking.signal, ending, error);
  } finally {
    body.destroy();
  }
}

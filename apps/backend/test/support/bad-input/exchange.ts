import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { RawRequest } from './requests.ts';

export interface Exchange {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Milliseconds from the first byte sent to the last byte received. */
  took: number;
}

const UNPACK: Record<string, ((bytes: Buffer) => Buffer) | undefined> = { gzip: gunzipSync, br: brotliDecompressSync };

const END = '\r\n\r\n';

function decodeChunks(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let offset = 0; offset < body.length;) {
    const line = body.indexOf('\r\n', offset);
    const size = Number.parseInt(body.toString('latin1', offset, line), 16);
    if (line < 0 || !(size > 0)) break;
    parts.push(body.subarray(line + 2, line + 2 + size));
    offset = line + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

function read(bytes: Buffer, took: number): Exchange {
  const border = bytes.indexOf(END);
  const [first = '', ...lines] = bytes.toString('latin1', 0, border).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = bytes.subarray(border + END.length);
  const sent = headers['transfer-encoding'] === 'chunked' ? decodeChunks(body) : body;
  const plain = UNPACK[headers['content-encoding'] ?? '']?.(sent) ?? sent;
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? NaN), headers, body: plain.toString(), took };
}

/** Whether these are the headers of an event stream, which does not end. */
const isEventStream = (bytes: Buffer) =>
  bytes.includes(END) && /\r\ncontent-type: text\/event-stream/i.test(bytes.toString('latin1', 0, bytes.indexOf(END)));

/** Removes characters that an HTTP request line cannot contain; `sendBytes` tests those. */
const onOneLine = (target: string) => target.replaceAll(/[^\x21-\x7e]/g, (sign) => encodeURIComponent(sign));

/**
 * Sends bytes on a new connection and reads the response to its end, or the head of an event stream. With `end`, closes the sending side.
 * @throws if there is no complete response within the limit, in milliseconds
 */
export async function sendBytes(url: string, bytes: Buffer, limit: number, { end = false } = {}): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  const received: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const patience = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No answer within ${limit} ms`));
    }, limit);
    const finish = () => {
      clearTimeout(patience);
      resolve();
    };
    socket.on('data', (chunk) => {
      received.push(chunk);
      if (isEventStream(Buffer.concat(received))) socket.destroy();
    });
    // A server that rejects a body early may close the connection while it is being sent.
    socket.on('error', finish);
    socket.on('close', finish);
    socket.write(bytes);
    if (end) socket.end();
  });
  return read(Buffer.concat(received), performance.now() - startedAt);
}

/** Sends a request without the normalization of an HTTP client. */
export function exchange(url: string, request: RawRequest, cookie: string, limit: number): Promise<Exchange> {
  const { method, target, headers, body } = request;
  const length = body || method !== 'GET' ? { 'content-length': String(body?.length ?? 0) } : {};
  const allLimits = { host: new URL(url).host, connection: 'close', cookie, ...length, ...headers };
  const head = Object.entries(allLimits).map(([name, value]) => `${name}: ${value}`);
  const first = `${method} ${onOneLine(target)} HTTP/1.1`;
  const bytes = Buffer.concat([Buffer.from([first, ...head, '', ''].join('\r\n'), 'latin1'), body ?? Buffer.alloc(0)]);
  return sendBytes(url, bytes, limit);
}

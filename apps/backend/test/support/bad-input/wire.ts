import fc from 'fast-check';
import type { RawRequest } from './requests.ts';
import { hostileText } from './values.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'];
const SEGMENTS = [
  '..',
  '.',
  '%2e%2e',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%',
  '%zz',
  '%ff',
  '',
  ';x',
  'a.b.c',
  '%5c..%5c',
];

const segment = fc.oneof(
  fc.constantFrom(...SEGMENTS),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed().slice(0, 1000))),
);

/** Requests with any method for paths at and near a route; `*` and `:name` are filled with arbitrary text. */
export function requestsAbout(url: string): fc.Arbitrary<RawRequest> {
  return fc
    .record({
      method: fc.constantFrom(...METHODS),
      filling: fc.array(segment, { minLength: 1, maxLength: 3 }),
      tail: fc.constantFrom('', '', '/', '//', '?', '?a=%zz', '#x', '/..', '%20'),
    })
    .map(({ method, filling, tail }) => ({
      method,
      target: url.replaceAll(/\*|:\w+/g, () => filling.join('/')) + tail,
      headers: {},
    }));
}

/** Request lines and headers that are malformed or ambiguous. */
const LINES = [
  'GET  / HTTP/1.1',
  'GET /',
  'get /api/voyages HTTP/1.1',
  'GET /api/voyages HTTP/9.9',
  'GET http://elsewhere.example/api/voyages HTTP/1.1',
  'GET /api/\0voyages HTTP/1.1',
  'GET /api/voyages?q=\xff HTTP/1.1',
  'GET /api/voyages?q=a b HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'PRI * HTTP/2.0',
  `GET /${'a'.repeat(70_000)} HTTP/1.1`,
  `GET /${'../'.repeat(2000)} HTTP/1.1`,
  'POST /api/curator/voyages HTTP/1.1',
  'POST /api/auth/login HTTP/1.1',
  '\x16\x03\x01\x02\x00\x01\x00',
];
const HEADERS = [
  'host: a',
  'host: a\r\nhost: b',
  'host: \0',
  'host: [::1',
  'content-length: 5\r\ncontent-length: 6',
  'content-length: -1',
  'content-length: 5\r\ntransfer-encoding: chunked',
  'transfer-encoding: chunked',
  'transfer-encoding: gzip, chunked',
  'transfer-encoding: chunked, chunked',
  'no colon',
  'name : space',
  ' folded: line',
  'x: \x01\x02',
  `x: ${'y'.repeat(100_000)}`,
  Array.from({ length: 3000 }, (_, index) => `h${index}: 1`).join('\r\n'),
  'expect: 100-continue',
  'expect: miracles',
  'upgrade: websocket\r\nconnection: upgrade',
  'cookie: session=\xff; session=; =; ;;',
  'cookie: session=%zz',
];
const BODIES = ['', 'hello', '5\r\nhello\r\n0\r\n\r\n', 'ZZ\r\nhello', '0\r\n\r\nGET / HTTP/1.1\r\n\r\n', '{}'];

/** Raw bytes. */
export const rawBytes: fc.Arbitrary<Buffer> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...LINES),
        fc.uniqueArray(fc.constantFrom(...HEADERS), { maxLength: 3 }),
        fc.constantFrom(...BODIES),
      )
      .map(([line, headers, body]) =>
        Buffer.from([line, ...headers, 'connection: close', '', body].join('\r\n'), 'latin1'),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from([...bytes, 13, 10, 13, 10])),
  },
);

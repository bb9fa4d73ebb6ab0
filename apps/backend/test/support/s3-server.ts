import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Kept {
  body: Buffer;
  type: string;
  modified: Date;
}

const XML = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as Record<string, string>;
const xml = (text: string) => text.replace(/[&<>]/g, (sign) => XML[sign] ?? sign);
const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`;
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** What of the S3 protocol the archive speaks, over a map: path-style addresses, listings, ranges, uploads in parts. */
export class S3Server {
  readonly objects = new Map<string, Kept>();
  readonly uploads = new Map<string, Map<number, Buffer>>();
  /** `METHOD path?query` of each request, in order. */
  readonly requests: string[] = [];
  readonly #bucket: string;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  constructor(bucket: string) {
    this.#bucket = bucket;
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://s3');
    this.requests.push(`${request.method} ${url.pathname}${url.search}`);
    const body = await buffer(request);
    const [, bucket = '', ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    if (!request.headers.authorization?.includes('Credential=test-key/')) return fail(response, 403, 'AccessDenied');
    if (bucket !== this.#bucket) return fail(response, 404, 'NoSuchBucket');
    if (key === '') return request.method === 'HEAD' ? void response.end() : this.#list(url.searchParams, response);
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId'))
      return this.#parts(request, url, key, body, response);
    this.#object(request, key, body, response);
  }

  #object(request: IncomingMessage, key: string, body: Buffer, response: ServerResponse): void {
    if (request.method === 'PUT') return this.#keep(key, body, request.headers['content-type'], response);
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      response.writeHead(204).end();
      return;
    }
    const kept = this.objects.get(key);
    if (!kept) return fail(response, 404, 'NoSuchKey');
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    const sent = range ? kept.body.subarray(Number(range[1]), Number(range[2]) + 1) : kept.body;
    response.writeHead(range ? 206 : 200, {
      'content-type': kept.type,
      'content-length': sent.length,
      etag: etagOf(kept.body),
      'last-modified': kept.modified.toUTCString(),
    });
    response.end(request.method === 'HEAD' ? undefined : sent);
  }

  #keep(key: string, body: Buffer, type = '', response: ServerResponse): void {
    this.objects.set(key, { body, type, modified: new Date() });
    response.writeHead(200, { etag: etagOf(body) }).end();
  }

  #parts(request: IncomingMessage, url: URL, key: string, body: Buffer, response: ServerResponse): void {
    const id = url.searchParams.get('uploadId');
    if (id === null) {
      const upload = `upload-${this.uploads.size + 1}`;
      this.uploads.set(upload, new Map());
      response.end(`<InitiateMultipartUploadResult><UploadId>${upload}</UploadId></InitiateMultipartUploadResult>`);
    } else if (request.method === 'PUT') {
      this.uploads.get(id)?.set(Number(url.searchParams.get('partNumber')), body);
      response.writeHead(200, { etag: etagOf(body) }).end();
    } else if (request.method === 'DELETE') {
      this.uploads.delete(id);
      response.writeHead(204).end();
    } else {
      const parts = [...(this.uploads.get(id) ?? [])].sort(([a], [b]) => a - b).map(([, part]) => part);
      this.uploads.delete(id);
      this.objects.set(key, { body: Buffer.concat(parts), type: 'in parts', modified: new Date() });
      response.end(`<CompleteMultipartUploadResult><Key>${xml(key)}</Key></CompleteMultipartUploadResult>`);
    }
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? '';
    const delimiter = query.get('delimiter') ?? '';
    const limit = Number(query.get('max-keys') ?? 1000);
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString();
    const entries = new Set<string>();
    for (const key of this.objects.keys()) {
      if (!key.startsWith(prefix)) continue;
      const cut = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      entries.add(cut === -1 ? key : key.slice(0, cut + 1));
    }
    const left = [...entries].sort(byBytes).filter((entry) => byBytes(entry, after) > 0);
    const page = left.slice(0, limit);
    const more = left.length > page.length;
    const described = page.map((entry) => {
      const kept = this.objects.get(entry);
      if (!kept) return `<CommonPrefixes><Prefix>${xml(entry)}</Prefix></CommonPrefixes>`;
      const { body, modified } = kept;
      return `<Contents><Key>${xml(entry)}</Key><Size>${body.length}</Size><LastModified>${modified.toISOString()}</LastModified><ETag>${xml(etagOf(body))}</ETag></Contents>`;
    });
    const token = more
      ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64url')}</NextContinuationToken>`
      : '';
    response.setHeader('content-type', 'application/xml');
    response.end(
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>${token}${described.join('')}</ListBucketResult>`,
    );
  }
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

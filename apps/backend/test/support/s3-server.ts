import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { signatureError, type Signer } from './s3-signature.ts';

interface StoredObject {
  body: Buffer;
  type: string;
  modified: Date;
  etag: string;
}

interface Part {
  body: Buffer;
  /** Computed once, when the object is stored. */
  etag: string;
}

interface Upload {
  key: string;
  type: string;
  parts: Map<number, Part>;
  initiated: Date;
}

interface S3Request {
  request: IncomingMessage;
  response: ServerResponse;
  query: URLSearchParams;
  key: string;
  body: Buffer;
}

const SIGNER: Signer = { accessKeyId: 'test-key', secretAccessKey: 'test-secret', region: 'us-east-1' };
const SMALLEST_PART = 5 * 1024 * 1024;

const XML = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as Record<string, string>;
const xml = (text: string) => text.replace(/[&<>]/g, (sign) => XML[sign] ?? sign);
const sha256Of = (body: Buffer) => createHash('sha256').update(body).digest();
/** Servers may use any hash for the ETag. This one is the fastest here, and a part needs it for its checksum anyway. */
const etagOf = (sha256: Buffer) => `"${sha256.toString('hex').slice(0, 32)}"`;
const CHECKSUM_HEADER = 'x-amz-checksum-sha256';
const headerOf = ({ headers }: IncomingMessage, name: string) => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const rangeOf = (header: unknown) => /^bytes=(\d+)-(\d+)$/.exec(String(header))?.slice(1).map(Number);
const partOf = (body: Buffer, range: number[] | undefined) =>
  range ? body.subarray(range[0], (range[1] ?? 0) + 1) : body;

/**
 * An in-memory S3 server with the subset of the protocol that the archive uses: both URL styles, signatures in headers and URLs, listings,
 * ranges, copies and multipart uploads.
 */
export class S3Server {
  readonly objects = new Map<string, StoredObject>();
  readonly uploads = new Map<string, Upload>();
  /** `METHOD path?query` of each request, in order. */
  readonly requests: string[] = [];
  /** The origins whose pages may send requests (CORS of the bucket); `*` for all. */
  allowedOrigins: readonly string[] = [];
  /** Matching requests get the `failure`. */
  failing: RegExp | undefined;
  failure = { status: 503, code: 'SlowDown' };
  /** Matching requests never get a response. */
  silent: RegExp | undefined;
  readonly #bucket: string;
  readonly #server = createServer((request, response) => void this.#handle(request, response));
  #made = 0;

  constructor(bucket: string) {
    this.#bucket = bucket;
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this.url;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Environment variables that make the archive use this server. */
  get environment(): Record<string, string> {
    return {
      S3_BUCKET: this.#bucket,
      S3_ENDPOINT: this.url,
      S3_ACCESS_KEY_ID: SIGNER.accessKeyId,
      S3_SECRET_ACCESS_KEY: SIGNER.secretAccessKey,
    };
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = '', 'x-amz-copy-source': copied } = request.headers;
    const url = new URL(request.url ?? '/', `http://${host}`);
    const line = `${request.method} ${url.pathname}${url.search}`;
    this.requests.push(line);
    const { origin } = request.headers;
    if (origin !== undefined && this.#isAllowed(origin)) response.setHeader('access-control-allow-origin', origin);
    if (request.method === 'OPTIONS') return this.#preflight(response, origin);
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    const [, ...segments] = url.pathname.split('/');
    const inHost = host.startsWith(`${this.#bucket}.`);
    const bucket = inHost ? this.#bucket : (segments.shift() ?? '');
    const key = decodeURIComponent(segments.join('/'));
    const s3Request: S3Request = { request, response, query: url.searchParams, key, body };
    const error = signatureError(request, url, body, SIGNER);
    if (error) return fail(response, 403, error);
    if (bucket !== this.#bucket) return fail(response, 404, 'NoSuchBucket');
    if (this.silent?.test(line)) return;
    if (this.failing?.test(line)) return fail(response, this.failure.status, this.failure.code);
    if (key === '' && request.method === 'HEAD') return void response.end();
    if (key === '') return s3Request.query.has('uploads') ? this.#listUploads(response) : this.#list(s3Request);
    if (s3Request.query.has('uploads')) return this.#begin(s3Request);
    if (s3Request.query.has('uploadId')) return this.#parts(s3Request, copied);
    this.#object(s3Request, copied);
  }

  #isAllowed(origin: string): boolean {
    return this.allowedOrigins.includes('*') || this.allowedOrigins.includes(origin);
  }

  #preflight(response: ServerResponse, origin: string | undefined): void {
    if (origin === undefined || !this.#isAllowed(origin)) return fail(response, 403, 'CORSForbidden');
    response.setHeader('access-control-allow-methods', 'PUT');
    response.setHeader('access-control-allow-headers', CHECKSUM_HEADER);
    response.end();
  }

  #object({ request, response, query, key, body }: S3Request, copied: unknown): void {
    if (request.method === 'PUT') {
      const sha256 = sha256Of(body);
      const source = copied === undefined ? { body, etag: etagOf(sha256) } : this.#source(copied);
      if (!source) return fail(response, 404, 'NoSuchKey');
      const expected = headerOf(request, CHECKSUM_HEADER);
      if (expected !== undefined && expected !== sha256.toString('base64')) return fail(response, 400, 'BadDigest');
      const { etag } = source;
      this.#keep(key, source.body, request.headers['content-type'] ?? '', etag);
      response.setHeader('etag', etag);
      response.end(copied === undefined ? '' : `<CopyObjectResult><ETag>${etag}</ETag></CopyObjectResult>`);
      return;
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      response.writeHead(204).end();
      return;
    }
    const object = this.objects.get(key);
    if (!object) return fail(response, 404, 'NoSuchKey');
    const range = rangeOf(request.headers.range);
    const bytes = partOf(object.body, range);
    response.writeHead(range ? 206 : 200, {
      'content-type': query.get('response-content-type') ?? object.type,
      'content-length': bytes.length,
      etag: object.etag,
      'last-modified': object.modified.toUTCString(),
      ...(query.has('response-content-disposition')
        ? { 'content-disposition': query.get('response-content-disposition') ?? '' }
        : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }

  #source(source: unknown): StoredObject | undefined {
    const [bucket, ...rest] = decodeURIComponent(String(source)).replace(/^\//, '').split('/');
    return bucket === this.#bucket ? this.objects.get(rest.join('/')) : undefined;
  }

  #keep(key: string, body: Buffer, type: string, etag: string): void {
    this.objects.set(key, { body, type, etag, modified: new Date() });
  }

  #begin({ request, response, key }: S3Request): void {
    this.#made += 1;
    const id = `upload-${this.#made}`;
    const type = request.headers['content-type'] ?? '';
    this.uploads.set(id, { key, type, parts: new Map(), initiated: new Date() });
    response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  }

  #parts({ request, response, query, key, body }: S3Request, copied: unknown): void {
    const id = query.get('uploadId') ?? '';
    const upload = this.uploads.get(id);
    if (upload?.key !== key) return fail(response, 404, 'NoSuchUpload');
    if (request.method === 'DELETE') {
      this.uploads.delete(id);
      response.writeHead(204).end();
    } else if (request.method === 'PUT') {
      const range = rangeOf(request.headers['x-amz-copy-source-range']);
      const source = copied === undefined ? { body, etag: undefined } : this.#source(copied);
      if (!source) return fail(response, 404, 'NoSuchKey');
      const part = partOf(source.body, range);
      const isWhole = part.length === source.body.length;
      const etag = (isWhole ? source.etag : undefined) ?? etagOf(sha256Of(part));
      upload.parts.set(Number(query.get('partNumber')), { body: part, etag });
      response.setHeader('etag', etag);
      response.end(copied === undefined ? '' : `<CopyPartResult><ETag>${etag}</ETag></CopyPartResult>`);
    } else {
      this.#complete(id, upload, body.toString(), response);
    }
  }

  #complete(id: string, { key, type, parts }: Upload, document: string, response: ServerResponse): void {
    const named = [...document.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll(/&quot;|"/g, ''),
    }));
    const stored = named.flatMap(({ number }) => parts.get(number) ?? []);
    const right =
      stored.length === named.length && named.every(({ etag }, index) => stored[index]?.etag === `"${etag}"`);
    const ordered = named.every(({ number }, index) => index === 0 || number > (named[index - 1]?.number ?? 0));
    if (!right || !ordered || named.length === 0) return fail(response, 400, 'InvalidPart');
    if (stored.slice(0, -1).some(({ body }) => body.length < SMALLEST_PART))
      return fail(response, 400, 'EntityTooSmall');
    this.uploads.delete(id);
    const etag = etagOf(sha256Of(Buffer.from(stored.map((part) => part.etag).join()))).replace(
      /"$/,
      `-${stored.length}"`,
    );
    this.#keep(key, Buffer.concat(stored.map(({ body }) => body)), type, etag);
    response.end(`<CompleteMultipartUploadResult><Key>${xml(key)}</Key></CompleteMultipartUploadResult>`);
  }

  #listUploads(response: ServerResponse): void {
    const uploads = [...this.uploads].map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${xml(key)}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    );
    response.end(
      `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads.join('')}</ListMultipartUploadsResult>`,
    );
  }

  #list({ query, response }: S3Request): void {
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
    const hasMore = left.length > page.length;
    const described = page.map((entry) => {
      const object = this.objects.get(entry);
      if (!object) return `<CommonPrefixes><Prefix>${xml(entry)}</Prefix></CommonPrefixes>`;
      const { body, modified, etag } = object;
      return `<Contents><Key>${xml(entry)}</Key><Size>${body.length}</Size><LastModified>${modified.toISOString()}</LastModified><ETag>${xml(etag)}</ETag></Contents>`;
    });
    const token = hasMore
      ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64url')}</NextContinuationToken>`
      : '';
    response.setHeader('content-type', 'application/xml');
    response.end(
      `<ListBucketResult><IsTruncated>${hasMore}</IsTruncated>${token}${described.join('')}</ListBucketResult>`,
    );
  }
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

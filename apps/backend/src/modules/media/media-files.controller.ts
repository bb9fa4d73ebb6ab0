import { Readable } from 'node:stream';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, matchesEtag, notFound } from '../../common/index.ts';
import { Database, col, statement } from '../../database/index.ts';
import {
  type ByteRange,
  FileLeases,
  SYSTEM_PREFIX,
  Storage,
  type StoredObject,
  isStorageKey,
} from '../storage/index.ts';
import { contentTypeOf } from './content-types.ts';
import { MEDIA_FILES, PictureFiles, setEntryOf } from './viewer/picture-sets.ts';

/** Uploaded files are untrusted: opened directly, they run no scripts and load only their own images and styles. */
const SANDBOX =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";

/** The browser's PDF viewer doesn't work in a sandbox. A PDF can't run scripts in the embedding page. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** The name that a file was uploaded with. */
const ORIGINAL_NAME = statement(
  'media-file-original-name',
  'select original_filename name from media where storage_key = $1 and original_filename is not null',
  { name: col.text },
);

type FileRequest = FastifyRequest<{ Params: { '*': string }; Querystring: Record<string, string | undefined> }>;

@Controller()
export class MediaFilesController {
  constructor(
    private readonly storage: Storage,
    private readonly leases: FileLeases,
    private readonly pictures: PictureFiles,
    private readonly database: Database,
  ) {}

  /**
   * Serves a tile or page of a file, or a stored file. Supports range requests, and downloads with `?download` or
   * `?download=<name>`. Without a name, a download has the original file name. Redirects to a signed storage URL if
   * browsers can reach the storage and the type is safe to open there.
   */
  @Get('/media-files/*')
  async get(@Req() request: FileRequest, @Res() reply: FastifyReply): Promise<void> {
    if (setEntryOf(request.params['*'])) return this.#sendEntry(reply, request.params['*']);
    const object = await this.#find(request.params['*']);
    if (!object) throw notFound('File not found.');
    const presentation = shownAs(object.key, await this.#downloadName(object.key, request.query.download));
    const link =
      request.method === 'GET' && presentation.passive ? await this.storage.link(object.key, presentation) : undefined;
    if (link !== undefined) {
      await reply.header('cache-control', 'private, no-cache').redirect(link, 302);
      return;
    }
    describe(reply, object, presentation);
    if (matchesEtag(request.headers['if-none-match'], object.etag)) {
      await reply.code(304).send();
      return;
    }
    await this.#send(request, reply, object);
  }

  /** Sends a tile or page. Browsers cache it forever, because a regenerated one has a new URL. */
  async #sendEntry(reply: FastifyReply, path: string): Promise<void> {
    const [data] = (await this.pictures.read([MEDIA_FILES + path])) ?? [];
    if (!data) throw notFound('File not found.');
    await reply
      .header('content-type', contentTypeOf(path).type)
      .header('content-security-policy', SANDBOX)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(data);
  }

  /** Undefined to show the file; empty to download it with its name in storage. */
  async #downloadName(key: string, requested: string | undefined): Promise<string | undefined> {
    if (requested !== '') return requested;
    return (await this.database.row(ORIGINAL_NAME, [key]))?.name ?? '';
  }

  async #find(key: string): Promise<StoredObject | undefined> {
    if (!isStorageKey(key) || key.startsWith(SYSTEM_PREFIX)) return undefined;
    const [object, isHidden] = await Promise.all([this.storage.stat(key), this.leases.isHidden(key)]);
    return isHidden ? undefined : object;
  }

  async #send(request: FileRequest, reply: FastifyReply, object: StoredObject): Promise<void> {
    const { key, size, etag } = object;
    const isUnchanged = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
    const range = isUnchanged ? byteRangeOf(request.headers.range, size) : undefined;
    if (range === 'unsatisfiable') {
      throw new Problem(416, 'The requested range is past the end of the file.', {
        headers: { 'content-range': `bytes */${size}` },
      });
    }
    const length = range ? range.end - range.start + 1 : size;
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    reply.header('content-length', length);
    // Without a body, Fastify would set content-length to 0; with a stream, it keeps the header.
    const stream = request.method === 'HEAD' ? Readable.from([]) : await this.storage.open(key, range);
    if (!stream) throw notFound('File not found.');
    await reply.send(stream);
  }
}

/** Formats `attachment; filename="…"` with the full name as in RFC 6266. */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function shownAs(key: string, download: string | undefined) {
  const { type, inline, passive } = contentTypeOf(key);
  const ownName = key.slice(key.lastIndexOf('/') + 1);
  const name = download && download.length <= 200 && download.isWellFormed() ? download : ownName;
  return { type, passive, disposition: disposition(inline && download === undefined ? 'inline' : 'attachment', name) };
}

function describe(
  reply: FastifyReply,
  object: StoredObject,
  presentation: { type: string; disposition: string },
): void {
  reply
    .header('content-type', presentation.type)
    .header('content-disposition', presentation.disposition)
    .header('content-security-policy', presentation.type === 'application/pdf' ? PDF_POLICY : SANDBOX)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-cache')
    .header('accept-ranges', 'bytes')
    .header('etag', object.etag)
    .header('last-modified', object.lastModified.toUTCString());
}

/**
 * Parses a single-range `Range` header for a file of `size` bytes (RFC 9110, 14). Returns `undefined` when the whole file is to be sent (no
 * header, another unit, more than one range or a malformed one), and `'unsatisfiable'` when the range starts past the end.
 */
function byteRangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return undefined;
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}

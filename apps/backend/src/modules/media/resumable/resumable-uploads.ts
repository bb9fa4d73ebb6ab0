import type { Readable } from 'node:stream';
import { RESPONSE_TIMEOUT_SECONDS } from '@archive/contracts';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { DataStore, Server, Upload } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem, toProblem } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { DiskSpace } from '../../storage/index.ts';
import { UploadParts } from './upload-parts.ts';
import { AHEAD_BYTES, type ResumableUpload, UPLOAD_HOURS, UploadRepository } from './upload-repository.ts';

/** Route of the tus 1.0 protocol (tus.io), which isn't part of the contract. */
const PATH = '/media-uploads';
const CHUNK_TYPE = 'application/offset+octet-stream';
const MB = 1024 * 1024;

/** Resumable uploads: routes outside Nest, with the same guard and checks as all others. */
@Injectable()
export class ResumableUploads implements OnModuleInit {
  readonly #server: FastifyInstance;
  readonly #maxUploadBytes: number;

  constructor(
    { httpAdapter }: HttpAdapterHost,
    private readonly uploads: UploadRepository,
    private readonly parts: UploadParts,
    private readonly disk: DiskSpace,
    @Inject(CONFIG) config: Config,
  ) {
    this.#server = httpAdapter.getInstance<FastifyInstance>();
    this.#maxUploadBytes = config.maxUploadBytes;
  }

  onModuleInit(): void {
    // Not awaited, because awaiting would start the server before Nest registers its routes.
    void this.#server.register(async (scope) => {
      scope.addContentTypeParser(CHUNK_TYPE, (_request, body, done) => done(null, body));
      const handler = (request: FastifyRequest, reply: FastifyReply) => this.#respond(request, reply);
      const config = { access: 'curator' as const, responseTimeoutSeconds: RESPONSE_TIMEOUT_SECONDS.file };
      scope.route({ method: 'POST', url: PATH, config, handler });
      scope.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `${PATH}/:id`, config, handler });
    });
  }

  async #respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { username } = request;
    if (username === null) throw new Problem(401, 'Please sign in.');
    let problem: Problem | undefined;
    const server = this.#serverOf(username, request.raw, (thrown) => (problem = thrown));
    const response = await server.handleWeb(toWebRequest(request));
    response.headers.forEach((value, name) => {
      // The page has the same origin, so CORS headers are not needed.
      if (!name.startsWith('access-control-') && name !== 'content-length') reply.header(name, value);
    });
    reply.header('cache-control', 'no-store');
    if (response.status >= 400 && request.method !== 'HEAD')
      throw problem ?? new Problem(response.status, (await response.text()).trim());
    return reply.code(response.status).send();
  }

  /** The tus library has no notion of users, so each request gets a new server for its user, which is cheap. */
  #serverOf(username: string, content: Readable, onProblem: (problem: Problem) => void): Server {
    return new Server({
      path: PATH,
      datastore: new TusStore(this.uploads, this.parts, this.disk, username, content),
      relativeLocation: true,
      maxSize: this.#maxUploadBytes,
      onResponseError: (_request, error) => {
        if ('status_code' in error) {
          if (error.status_code !== 413) return undefined;
          const body = `Files can be up to ${Math.floor(this.#maxUploadBytes / MB)} MB. This file is larger.`;
          return { status_code: 413, body };
        }
        const problem = toProblem(error);
        onProblem(problem);
        return { status_code: problem.getStatus(), body: problem.detail };
      },
    });
  }
}

/** Converts the request without its body. The store reads the body from Node's stream; a web stream would take far more processor time. */
function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && !name.startsWith(':')) headers.set(name, value);
  return new Request(new URL(request.url, 'http://archive.invalid'), { method: request.method, headers });
}

const HOUR_MS = 3_600_000;

/** A tus data store for the uploads of one user. Uploads of other users are not found. */
class TusStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination'];
  readonly #uploads: UploadRepository;
  readonly #parts: UploadParts;
  readonly #disk: DiskSpace;
  readonly #username: string;
  readonly #content: Readable;

  /** `content` is the body of the request. */
  constructor(uploads: UploadRepository, parts: UploadParts, disk: DiskSpace, username: string, content: Readable) {
    super();
    this.#uploads = uploads;
    this.#parts = parts;
    this.#disk = disk;
    this.#username = username;
    this.#content = content;
  }

  override async create(upload: Upload): Promise<Upload> {
    const size = upload.size ?? 0;
    const release = await this.#disk.claim(Math.min(size, AHEAD_BYTES));
    try {
      await this.#disk.requireRoom(size);
      await this.#uploads.start(upload.id, this.#username, size);
    } finally {
      // Once the row exists, it reserves the disk space.
      release();
    }
    upload.creation_date = new Date().toISOString();
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { size, received, created_at } = await this.#requireUpload(id);
    return new Upload({ id, size, offset: received, creation_date: created_at });
  }

  override async write(emptyStream: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.#requireUpload(id);
    if (upload.received !== offset) throw new Problem(409, 'This upload is already in progress elsewhere.');
    await this.#disk.requireReserve();
    await this.#uploads.touch(id);
    emptyStream.resume();
    // Keeps the request open after an error, so that the sender receives the response.
    return this.#parts.append(upload, this.#content.iterator({ destroyOnReturn: false }));
  }

  override async remove(id: string): Promise<void> {
    await this.#parts.remove(await this.#requireUpload(id));
  }

  override getExpiration(): number {
    return UPLOAD_HOURS * HOUR_MS;
  }

  async #requireUpload(id: string): Promise<ResumableUpload> {
    const upload = await this.#uploads.find(id, this.#username);
    if (!upload) throw new Problem(404, 'This upload has expired. Start it again.');
    return upload;
  }
}

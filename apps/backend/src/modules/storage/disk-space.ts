import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { isNativeError } from 'node:util/types';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Health, Problem } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';

const MB = 1024 * 1024;
/** A browser shows the reason of a rejection only if it could send its whole body, so bodies up to this size are read and discarded. */
const MAX_DROPPED_BYTES = 32 * MB;

const DISK_FULL =
  'The archive’s disk is almost full, so it can’t take files or imports at the moment. Everything else works. Please tell technical support.';
const TOO_LARGE =
  'There isn’t enough room for this on the archive’s disk. Please tell technical support, or choose a smaller file.';
const DISK_LOW = 'The disk is almost full: uploads and imports are rejected.';
const DISK_FILLING = 'The disk is filling up: uploads and imports will soon be rejected.';

export interface DiskState {
  freeBytes: number;
  sizeBytes: number;
  /** The space that uploads and imports must leave free. */
  reserveBytes: number;
  /** Bytes that requests and uploads in progress may write before the free space is checked again. */
  reservedBytes: number;
}

/** Whether uploads and imports are rejected. */
const isDiskLow = ({ freeBytes, reserveBytes }: DiskState) => freeBytes < reserveBytes;

/** What operators should know about the disk before, and while, uploads and imports are rejected. */
export function diskWarning(state: DiskState): string | undefined {
  if (isDiskLow(state)) return DISK_LOW;
  return state.freeBytes - state.reservedBytes < 2 * state.reserveBytes ? DISK_FILLING : undefined;
}

/**
 * Rejects requests that add files while the data directory's disk is nearly full, so that the database keeps working. If the files are in
 * S3, this happens only if a reserve is configured.
 */
@Injectable()
export class DiskSpace {
  readonly #directories: string[];
  readonly #reserveBytes: number;
  readonly #maxUploadBytes: number;
  /** Bytes reserved by requests that this process is handling. */
  #claimedBytes = 0;
  #lastClaim: Promise<void> = Promise.resolve();
  #uploadsBytes: () => Promise<number> = () => Promise.resolve(0);

  constructor(@Inject(CONFIG) config: Config, health: Health) {
    const { dataDirectory, diskReserveBytes, maxUploadBytes, s3 } = config;
    // The media folder may be on a separate disk.
    const directories = s3 ? [dataDirectory] : [dataDirectory, path.join(dataDirectory, 'media')];
    this.#directories = s3 && diskReserveBytes === 0 ? [] : directories;
    this.#reserveBytes = diskReserveBytes;
    this.#maxUploadBytes = maxUploadBytes;
    health.warn(async () => {
      // Without the database, the reservations of uploads are unknown.
      const state = await this.fullState().catch(() => this.state());
      return state && diskWarning(state);
    });
  }

  /** Sets the function that returns how many bytes unfinished resumable uploads of all processes still need. */
  setUploadsLookup(uploadsBytes: () => Promise<number>): void {
    this.#uploadsBytes = uploadsBytes;
  }

  /** Undefined if no disk is monitored. */
  async state(): Promise<DiskState | undefined> {
    const disks = (await Promise.all(this.#directories.map(diskOf))).filter((disk) => disk !== undefined);
    const fullest = disks.toSorted((a, b) => a.freeBytes - b.freeBytes)[0];
    if (!fullest) return undefined;
    return { ...fullest, reserveBytes: this.#reserveBytes, reservedBytes: this.#claimedBytes };
  }

  /** The state, including the reservations of resumable uploads. */
  async fullState(): Promise<DiskState | undefined> {
    // Read before the uploads, so that a claim that becomes a row in the meantime is counted twice rather than not at all.
    const claimedBytes = this.#claimedBytes;
    const [state, uploadsBytes] = await Promise.all([this.state(), this.#uploadsBytes()]);
    return state && { ...state, reservedBytes: claimedBytes + uploadsBytes };
  }

  /**
   * Reserves disk space until the returned function is called.
   * @throws Problem 507 if there isn't enough disk space
   */
  async claim(bytes: number): Promise<() => void> {
    // Claims run one at a time, so that concurrent requests can't reserve the same space.
    const previousClaim = this.#lastClaim;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastClaim = promise;
    await previousClaim;
    try {
      const state = await this.fullState();
      if (state && isDiskLow(state)) throw new Problem(507, DISK_FULL);
      if (state && bytes > 0 && state.freeBytes - state.reservedBytes - bytes < state.reserveBytes)
        throw new Problem(507, TOO_LARGE);
      this.#claimedBytes += bytes;
    } finally {
      resolve();
    }
    let isClaimed = true;
    return () => {
      if (isClaimed) this.#claimedBytes -= bytes;
      isClaimed = false;
    };
  }

  /**
   * Checks the reserve, for work whose disk space is already claimed.
   * @throws Problem 507 if the disk is nearly full
   */
  async requireReserve(bytes = 0): Promise<void> {
    const state = await this.state();
    if (state && state.freeBytes - bytes < state.reserveBytes) throw new Problem(507, DISK_FULL);
  }

  /**
   * Checks that a file would fit if nothing else were stored, to reject it before it is sent.
   * @throws Problem 507 if there isn't enough disk space
   */
  async requireRoom(bytes: number): Promise<void> {
    const state = await this.state();
    if (state && state.freeBytes - bytes < state.reserveBytes) throw new Problem(507, TOO_LARGE);
  }

  /** Rejects operations that declare `storedCopies` before their body is read. */
  guard(server: FastifyInstance): void {
    server.addHook('onRequest', async (request, reply) => {
      const copies = request.routeOptions.config.operation?.storedCopies;
      if (copies === undefined) return;
      const bytes = this.#bodyBytes(request);
      try {
        const release = await this.claim(bytes * copies);
        if (reply.raw.destroyed) release();
        else reply.raw.once('close', release);
      } catch (error) {
        if (error instanceof Problem && bytes <= MAX_DROPPED_BYTES) reply.header('connection', 'keep-alive');
        throw error;
      }
    });
  }

  /** The declared length of the body, or else the maximum length. */
  #bodyBytes({ headers, routeOptions }: FastifyRequest): number {
    if (headers['transfer-encoding'] === undefined) return Number(headers['content-length'] ?? 0);
    return routeOptions.config.operation?.bodyBytes ?? this.#maxUploadBytes;
  }
}

async function diskOf(directory: string) {
  try {
    const { bavail, blocks, bsize } = await statfs(directory);
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  } catch (error) {
    // The media folder is created with the first file.
    if (isNativeError(error) && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

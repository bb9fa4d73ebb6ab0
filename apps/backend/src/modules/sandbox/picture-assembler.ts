import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Metrics, Problem } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { ASSEMBLED_FILE, type Assembly, ASSEMBLY_FILE, pieceFile } from './exchange.ts';
import { readResult, runSandboxed, SandboxCrash } from './sandbox-process.ts';
import { Scratch } from './scratch.ts';

/** Three times the resources that the largest assembly needs. */
export const ASSEMBLY_LIMITS = { memoryBytes: 512 * 1024 * 1024, cpuSeconds: 10 };
/** Maximum size of the result. */
const MAX_BYTES = 128 * 1024 * 1024;
/** Maximum number of concurrent processes. */
const MAX_RUNNING = 2;
/** Maximum number of waiting requests. With more, clients would give up before their turn. */
const MAX_WAITING = 40;
const RETRY_SECONDS = 2;

/**
 * Assembles pictures from tiles, each in a sandboxed process, because the tiles were written by the decoder of an untrusted file. At most
 * two processes run at a time. Requests of clients that have disconnected are skipped.
 */
@Injectable()
export class PictureAssembler {
  readonly #log = new Logger(PictureAssembler.name);
  readonly #limits;
  readonly #runs;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(
    @Inject(CONFIG) { sandbox }: Config,
    private readonly scratch: Scratch,
    metrics: Metrics,
  ) {
    this.#limits = {
      ...ASSEMBLY_LIMITS,
      memoryBytes: Math.min(ASSEMBLY_LIMITS.memoryBytes, sandbox.memoryBytes),
    };
    this.#runs = metrics.counter({
      name: 'picture_assemblies_total',
      help: 'Parts of pictures that were assembled from tiles for IIIF, by outcome: done, memory, time or crash',
      labelNames: ['outcome'],
    });
  }

  /**
   * @param isOpen whether the client is still connected
   * @param pieces reads the pieces, in reading order
   * @throws Problem 503 if too many requests are waiting, 500 if the process fails
   */
  async assemble(
    assembly: Assembly,
    pieces: () => Promise<readonly Buffer[]>,
    isOpen: () => boolean,
  ): Promise<Buffer | undefined> {
    await this.#enter();
    try {
      return isOpen() ? await this.#run(assembly, await pieces()) : undefined;
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running >= MAX_RUNNING) {
      if (this.#waiting.length >= MAX_WAITING)
        throw new Problem(503, 'Too many images are being drawn. Please try again in a moment.', {
          headers: { 'retry-after': String(RETRY_SECONDS) },
        });
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
  }

  async #run(assembly: Assembly, pieces: readonly Buffer[]): Promise<Buffer> {
    const directory = await this.scratch.create();
    try {
      await writeFile(path.join(directory, ASSEMBLY_FILE), JSON.stringify(assembly));
      for (const [index, piece] of pieces.entries()) await writeFile(path.join(directory, pieceFile(index)), piece);
      await runSandboxed(['assembly'], directory, this.#limits);
      const picture = await readResult(path.join(directory, ASSEMBLED_FILE), MAX_BYTES);
      this.#runs.inc({ outcome: 'done' });
      return picture;
    } catch (error) {
      if (!(error instanceof SandboxCrash)) throw error;
      this.#runs.inc({ outcome: error.reason });
      this.#log.warn(`A part of a picture could not be drawn (${error.reason}): ${error.message}`);
      throw new Problem(500, 'This part of the image can’t be drawn.', { cause: error });
    } finally {
      await this.scratch.remove(directory);
    }
  }
}

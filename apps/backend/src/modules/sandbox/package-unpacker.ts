import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.ts';
import { FileRejection } from './decoding-task.ts';
import {
  FILES_FOLDER,
  INPUT_FILE,
  LISTING_FILE,
  type PackageOrigin,
  RECORDS_FOLDER,
  RESULT_FILE,
  entryFile,
} from './exchange.ts';
import { openResult, readResult, runSandboxed, SandboxCrash } from './sandbox-process.ts';
import { parseResult } from './result-schema.ts';

const MB = 1024 * 1024;
const MEMORY_BYTES = 512 * MB;
/** As long as the import may take. */
const CPU_SECONDS = 3600;
const MAX_RESULT_BYTES = 64 * 1024;
/** Larger than any table of records. */
const MAX_TABLE_BYTES = 64 * 1024 * MB;

const FAILED = 'The package can’t be read: it needs too much memory or time.';

/** The file to write the package to, in a directory of its own. */
export const packageFileIn = (directory: string) => path.join(directory, INPUT_FILE);

/** A file of a package that has been unpacked. */
export interface UnpackedFile {
  /** Path in the package, which its author chose. */
  path: string;
  open(): Promise<Readable>;
  /** Frees its disk space. */
  remove(): Promise<void>;
}

/** Lines without their line feeds. Node's `readline` also ends lines at U+2028, which JSON may contain. */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string, void, undefined> {
  let parts: Buffer[] = [];
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)]).toString();
      [parts, start] = [[], end + 1];
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  if (parts.length > 0) yield Buffer.concat(parts).toString();
}

/** Unpacks packages of other archives in a sandboxed process, and lists what it has written. */
@Injectable()
export class PackageUnpacker {
  readonly #limits;

  constructor(@Inject(CONFIG) { sandbox, maxUploadBytes }: Config) {
    this.#limits = {
      memoryBytes: Math.min(MEMORY_BYTES, sandbox.memoryBytes),
      cpuSeconds: CPU_SECONDS,
      lowPriority: true,
      fileBytes: Math.max(maxUploadBytes, 4096 * MB),
    };
  }

  /**
   * Unpacks the package at `packageFileIn(directory)`, and removes its ZIP file. Returns what it says of its archive.
   * @param signal ends the process
   * @throws FileRejection for anything but a complete package of a version that this archive reads
   */
  async unpack(directory: string, signal: AbortSignal): Promise<PackageOrigin> {
    try {
      await runSandboxed(['package'], directory, this.#limits, { signal });
      const result = parseResult(await readResult(path.join(directory, RESULT_FILE), MAX_RESULT_BYTES));
      if ('rejected' in result) throw new FileRejection(result.rejected, { isFinal: true });
      if (!('unpacked' in result)) throw new SandboxCrash('crash', 'It has unpacked nothing.');
      await rm(packageFileIn(directory));
      return result.unpacked;
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof SandboxCrash ? new FileRejection(FAILED, { isFinal: true }) : error;
    }
  }

  /** The unpacked files: those with records, or all others. */
  async *files(directory: string, kind: 'records' | 'files'): AsyncGenerator<UnpackedFile> {
    const listing = await openResult(path.join(directory, LISTING_FILE), MAX_TABLE_BYTES);
    const folder = kind === 'records' ? RECORDS_FOLDER : FILES_FOLDER;
    let index = 0;
    for await (const line of linesOf(listing.createReadStream())) {
      const file = path.join(directory, entryFile(index));
      index += 1;
      const name: unknown = JSON.parse(line);
      if (typeof name !== 'string' || !name.startsWith(folder)) continue;
      yield {
        path: name,
        open: async () => (await openResult(file, MAX_TABLE_BYTES)).createReadStream(),
        remove: () => rm(file),
      };
    }
  }
}

import { UserError } from '@archive/postgres';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Programs } from './archive.ts';
import { startChild } from './child.ts';
import { ReloadingService } from './reloading-service.ts';
import type { ServiceOptions, Supervised } from './supervised.ts';

/** Shows errors of the backend on the pages that the development shell at `origin` serves. An empty list clears them. */
export async function showBackendErrors(origin: string, errors: readonly CompilerError[]): Promise<void> {
  // A shell that is still compiling, or whose own build fails, has no pages that could show them.
  await fetch(`${origin}/__backend-errors`, { method: 'PUT', body: JSON.stringify(errors) }).catch(() => undefined);
}

export interface CompilerError {
  file: string;
  /** The error, with the lines of the source around it. */
  message: string;
}

interface BackendCompiler {
  /** Resolves with the first build without errors. */
  ready: Promise<void>;
  /** Calls back after each later build without errors. */
  onBuilt(listener: () => void): void;
  /** Calls back with the errors of each build, and with an empty list when they are fixed. */
  onErrors(listener: (errors: readonly CompilerError[]) => void): void;
  stop(): Promise<void>;
}

/**
 * Keeps the backend built: rspack watches the sources of `project` and compiles what has changed. Errors go to `print`
 * with their location in the source. A build with errors changes nothing; the first one waits until they are fixed.
 */
export function watchBackend(project: string, print: (line: string) => void): BackendCompiler {
  const program = join(import.meta.dirname, 'compile-backend.mjs');
  const child = startChild(process.execPath, [program, '--watch'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.process.stdout, child.process.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      if (line.trim()) print(`backend: ${line}`);
    });
  }
  const buildListeners = new Set<() => void>();
  const errorListeners = new Set<(errors: readonly CompilerError[]) => void>();
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  let isFirst = true;
  let hadErrors = false;
  child.process.on('message', ({ errors }: { errors: CompilerError[] }) => {
    for (const { file, message } of errors) print(`backend: ${[file, message].filter(Boolean).join('\n')}`);
    if (hadErrors || errors.length > 0) for (const listener of errorListeners) listener(errors);
    if (hadErrors && errors.length === 0) print('backend: The errors are fixed.');
    hadErrors = errors.length > 0;
    if (hadErrors) return print('backend: Fix the source. It is compiled again when you save.');
    if (!isFirst) for (const listener of buildListeners) listener();
    isFirst = false;
    ready.resolve();
  });
  void child.exited.then(() => ready.reject(new UserError('The compiler of the backend ended, for the reason above.')));
  return {
    ready: ready.promise,
    onBuilt: (listener) => void buildListeners.add(listener),
    onErrors: (listener) => void errorListeners.add(listener),
    stop: () => child.stop(2000),
  };
}

/** The API and the worker in development: they restart after each build, and `show` receives the errors of the backend. */
export class ReloadingBackend implements Programs {
  readonly folder = 'apps/backend/.development';
  #services: ReloadingService[] = [];
  #show: (errors: readonly CompilerError[]) => void;
  #hasFailed = false;

  constructor(compiler: BackendCompiler, show: (errors: readonly CompilerError[]) => void) {
    this.#show = show;
    compiler.onErrors(show);
    compiler.onBuilt(() => {
      if (this.#hasFailed) show([]);
      this.#hasFailed = false;
      for (const service of this.#services) void service.restart();
    });
  }

  run(options: ServiceOptions): Supervised {
    const onFailure = (message: string) => {
      this.#hasFailed = true;
      this.#show([{ file: options.name, message }]);
    };
    const service = new ReloadingService({ ...options, onFailure });
    this.#services.push(service);
    return service;
  }
}

import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Tasks that one call of Nx runs, one after the other. `log` names its output. */
export interface TestRun {
  log: string;
  args: string[];
  /** Jest workers of each task, or one browser. */
  workers: number;
  usesBrowser?: true;
}

const TEST = ['-t', 'test'];

/** Workers of all runs at a time: one more than most machines of CI have processors, because each often waits for a page or a process. */
export const WORKERS = 3;

/** In the order in which they start, longest first. */
export const RUNS: readonly TestRun[] = [
  { log: 'backend', args: [...TEST, '-p', 'apps/backend'], workers: 2 },
  { log: 'desktop', args: ['-t', 'e2e-desktop'], workers: 1, usesBrowser: true },
  { log: 'apps', args: [...TEST, '-p', 'apps/*', '--exclude', 'apps/backend'], workers: 1 },
  { log: 'phone', args: ['-t', 'e2e-phone'], workers: 1, usesBrowser: true },
  { log: 'tools', args: [...TEST, '-p', 'tools/*'], workers: 1 },
  { log: 'releases', args: ['-t', 'e2e-releases'], workers: 1, usesBrowser: true },
  { log: 'libs', args: [...TEST, '-p', 'libs/*'], workers: 1 },
];

/** A run builds nothing: Nx would remove the programs and copy them from its cache while other runs use them. */
export const argumentsOf = ({ args }: Pick<TestRun, 'args'>): string[] => [
  'run-many',
  ...args,
  '--excludeTaskDependencies',
  '--nxBail=false',
  '--parallel=1',
];

interface RunResult {
  log: string;
  passed: boolean;
}

/**
 * Starts the next run whenever its workers are free. When `run` throws, such as after Ctrl-C, nothing else is started,
 * and the error is thrown after every run has ended: none of them outlives this process.
 */
export async function runAll(
  runs: readonly TestRun[],
  run: (run: TestRun) => Promise<boolean>,
  workers = WORKERS,
): Promise<RunResult[]> {
  const results: RunResult[] = [];
  const waiting = [...runs];
  const running = new Set<Promise<void>>();
  let free = workers;
  let error: unknown;
  const start = async (next: TestRun) => {
    free -= next.workers;
    try {
      results.push({ log: next.log, passed: await run(next) });
    } catch (cause) {
      error ??= cause;
    }
    free += next.workers;
  };
  while (running.size > 0 || (waiting.length > 0 && !error)) {
    for (let next = waiting[0]; next && !error && next.workers <= free; next = waiting[0]) {
      waiting.shift();
      const started = start(next).finally(() => running.delete(started));
      running.add(started);
    }
    await Promise.race(running);
  }
  if (error) throw error;
  return results;
}

interface Project {
  name: string;
  /** Relative to the root of the repository. */
  folder: string;
  targets: string[];
}

interface Package {
  name: string;
  workspaces?: string[];
  nx?: { targets?: Record<string, unknown> };
}

/** The workspaces of package.json, with their targets of Nx. */
export function readProjects(root: string): Project[] {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Package;
  const files = (read('package.json').workspaces ?? []).map((pattern) => `${pattern}/package.json`);
  return globSync(files, { cwd: root }).map((file) => {
    const { name, nx } = read(file);
    return { name, folder: dirname(file), targets: Object.keys(nx?.targets ?? {}) };
  });
}

/**
 * The label of a test task in the progress output: `@archive/ui:test` is `libs/ui`, and `@archive/e2e:e2e-phone` is `e2e phone`.
 * Undefined for other tasks, such as the builds that end-to-end tests need.
 */
export function labelOfTask(projects: readonly Project[], task: string): string | undefined {
  const [, name, target = ''] = /^(.+):([^:]+)$/.exec(task) ?? [];
  if (target.startsWith('e2e-')) return target.replace('-', ' ');
  return target === 'test' ? projects.find((project) => project.name === name)?.folder : undefined;
}

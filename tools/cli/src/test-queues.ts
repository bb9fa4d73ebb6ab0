import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Tasks that one call of Nx runs. `log` names its output. */
export interface TestRun {
  log: string;
  args: string[];
  usesBrowser?: true;
}

export interface TestQueue {
  /** How many runs at a time. Each runs one task after the other. */
  parallel: number;
  /** Jest workers of each task; one for each processor if undefined. */
  workers?: number;
  runs: TestRun[];
}

const TEST = ['-t', 'test'];

/**
 * Two queues of tasks run side by side: the backend with a Jest worker for each processor, and two at a time of all
 * others, longest first, with one worker each. End-to-end tests often wait for a page, and the backend for a process:
 * the processors are busy until the end. With more at a time, tests of time limits fail.
 */
export const QUEUES: readonly TestQueue[] = [
  { parallel: 1, runs: [{ log: 'backend', args: [...TEST, '-p', 'apps/backend'] }] },
  {
    parallel: 2,
    workers: 1,
    runs: [
      { log: 'desktop', args: ['-t', 'e2e-desktop'], usesBrowser: true },
      { log: 'phone', args: ['-t', 'e2e-phone'], usesBrowser: true },
      { log: 'libs', args: [...TEST, '-p', 'libs/*'] },
      { log: 'apps', args: [...TEST, '-p', 'apps/*', '--exclude', 'apps/backend'] },
      { log: 'tools', args: [...TEST, '-p', 'tools/*'] },
      { log: 'releases', args: ['-t', 'e2e-releases'], usesBrowser: true },
    ],
  },
];

interface RunResult {
  log: string;
  passed: boolean;
}

/**
 * Runs all queues side by side. When `run` throws, such as after Ctrl-C, nothing else is started, and the error is
 * thrown after every run has ended: none of them outlives this process.
 */
export async function runQueues(
  queues: readonly TestQueue[],
  run: (run: TestRun, queue: TestQueue) => Promise<boolean>,
): Promise<RunResult[]> {
  const results: RunResult[] = [];
  let error: unknown;
  const runNext = async (queue: TestQueue, waiting: TestRun[]) => {
    for (let next = waiting.shift(); next && !error; next = waiting.shift()) {
      try {
        results.push({ log: next.log, passed: await run(next, queue) });
      } catch (cause) {
        error ??= cause;
      }
    }
  };
  await Promise.all(
    queues.flatMap((queue) => {
      const waiting = [...queue.runs];
      return Array.from({ length: queue.parallel }, () => runNext(queue, waiting));
    }),
  );
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

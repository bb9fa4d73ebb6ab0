import { median } from '../load.ts';
import type { Sample } from './samples.ts';

/** How much a figure may grow from the first third after the warm-up to the last third. */
export interface Bound {
  name: string;
  unit: string;
  value: (sample: Sample) => number;
  /** The minimum of each third is the memory left after garbage collection; other values use the median. */
  statistic: 'lowest' | 'median';
  percent: number;
  atLeast: number;
}

const MEMORY = { unit: 'MB', percent: 15, atLeast: 16 };
const COUNT = { unit: '', statistic: 'median', percent: 0, atLeast: 16 } as const;

export const BOUNDS: Bound[] = [
  { name: 'memory of the API', value: ({ api }) => api.rss, statistic: 'median', ...MEMORY },
  { name: 'memory of the worker', value: ({ worker }) => worker.rss, statistic: 'median', ...MEMORY },
  { name: 'JavaScript heap of the API', value: ({ api }) => api.heap, statistic: 'lowest', ...MEMORY },
  { name: 'JavaScript heap of the worker', value: ({ worker }) => worker.heap, statistic: 'lowest', ...MEMORY },
  { name: 'buffers of the API', value: ({ api }) => api.external, statistic: 'lowest', ...MEMORY },
  { name: 'open files of the API', value: ({ api }) => api.fileDescriptors, ...COUNT },
  { name: 'open files of the worker', value: ({ worker }) => worker.fileDescriptors, ...COUNT },
  { name: 'handles of the API', value: ({ api }) => api.handles, ...COUNT },
  { name: 'handles of the worker', value: ({ worker }) => worker.handles, ...COUNT },
  { name: 'database connections', value: ({ connections }) => connections, ...COUNT },
  {
    name: 'files of media',
    unit: 'MB',
    value: ({ folders }) => folders['media'] ?? 0,
    statistic: 'median',
    percent: 10,
    atLeast: 2,
  },
  {
    name: 'temporary files',
    unit: 'MB',
    value: ({ folders }) => folders['scratch'] ?? 0,
    statistic: 'median',
    percent: 0,
    atLeast: 2,
  },
];

/** Every write leaves a version in the history, and an import its document and changes. */
export const MAX_DATABASE_KILOBYTES_PER_WRITE = 16;

export interface Growth {
  name: string;
  unit: string;
  from: number;
  to: number;
  highest: number;
  allowed: number;
  passed: boolean;
}

const WARM_UP_SHARE = 1 / 6;

/** Compares the last third with the first, after a warm-up. */
export function growthOf(samples: Sample[], bounds: Bound[] = BOUNDS): Growth[] {
  const measured = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const third = Math.max(1, Math.floor(measured.length / 3));
  return bounds.map(({ name, unit, value, statistic, percent, atLeast }) => {
    const level = (part: Sample[]) => (statistic === 'lowest' ? Math.min(...part.map(value)) : median(part.map(value)));
    const [from, to] = [level(measured.slice(0, third)), level(measured.slice(-third))];
    const allowed = Math.max((from * percent) / 100, atLeast);
    return { name, unit, from, to, highest: Math.max(...measured.map(value)), allowed, passed: to - from <= allowed };
  });
}

/** Growth of the database per acknowledged write, in kilobytes. */
export function databaseGrowth(samples: Sample[]): Growth {
  const measured = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const [first, last] = [measured[0]!, measured.at(-1)!];
  const perWrite = ((last.database - first.database) * 1024) / Math.max(1, last.writes - first.writes);
  return {
    name: 'database, for each write',
    unit: 'KB',
    from: 0,
    to: perWrite,
    highest: perWrite,
    allowed: MAX_DATABASE_KILOBYTES_PER_WRITE,
    passed: perWrite <= MAX_DATABASE_KILOBYTES_PER_WRITE,
  };
}

import { formatCount, formatNumber } from '@archive/ui';
import { isActive, isUnfinished, type Outcome, type UploadItem } from '../store/upload-item.ts';

export const count = (items: readonly UploadItem[], matches: (item: UploadItem) => boolean): number =>
  items.filter(matches).length;

const hasEnded = (outcome: Outcome) => (item: UploadItem) => item.outcome === outcome && item.problem === undefined;

export const hasProblem = ({ problem }: UploadItem): boolean => problem !== undefined;
export const isDamaged = ({ problem }: UploadItem): boolean => problem?.isDamaged === true;

/** "98 uploaded, 1 duplicate linked, 1 damaged". */
export function summaryOf(items: readonly UploadItem[]): string {
  const parts: [number, (count: number) => string][] = [
    [count(items, hasEnded('uploaded')), (files) => `${formatNumber(files)} uploaded`],
    [count(items, hasEnded('linked')), (files) => `${formatCount(files, 'duplicate')} linked`],
    [count(items, hasEnded('existing')), (files) => `${formatCount(files, 'duplicate')} not uploaded again`],
    [count(items, hasEnded('merged')), (files) => `${formatCount(files, 'similar image')} moved to the trash`],
    [count(items, hasEnded('replaced')), (files) => `${formatCount(files, 'record')} replaced`],
    [count(items, hasEnded('restored')), (files) => `${formatNumber(files)} restored from the trash`],
    [count(items, isDamaged), (files) => `${formatNumber(files)} damaged`],
    [
      count(items, (item) => hasProblem(item) && !isDamaged(item)),
      (files) => `${formatNumber(files)} without a preview`,
    ],
    [count(items, ({ state }) => state === 'failed'), (files) => `${formatNumber(files)} failed`],
  ];
  return parts
    .filter(([files]) => files > 0)
    .map(([files, text]) => text(files))
    .join(', ');
}

/** The state of all uploads in one line. */
export function headlineOf(items: readonly UploadItem[]): string {
  const active = count(items, isActive);
  const total = formatNumber(items.length);
  const done = formatNumber(count(items, ({ state }) => state === 'done'));
  if (active > 0) return `Uploading: ${done} of ${total} done`;
  if (items.some(({ state }) => state === 'paused')) return `Paused: ${done} of ${total} done`;
  if (items.some(isUnfinished)) return 'Uploads need your attention';
  return items.some(hasProblem) ? 'Upload finished' : 'Media uploaded successfully!';
}

/** Percentage of all bytes that was sent, 0 to 100. */
export function percentOf(items: readonly UploadItem[]): number {
  const total = items.reduce((sum, { size }) => sum + size, 0);
  const sent = items.reduce((sum, { size, progress, state }) => sum + size * (state === 'done' ? 1 : progress), 0);
  return total > 0 ? (sent / total) * 100 : 0;
}

export interface Status {
  text: string;
  isProblem: boolean;
}

const ENDED: Record<Outcome, string> = {
  uploaded: 'Uploaded',
  linked: 'Duplicate linked',
  existing: 'Already in the library',
  merged: 'Moved to the trash, existing record used',
  replaced: 'Record replaced',
  restored: 'Restored from the trash',
};

/** What happened to a file, and what to do. */
export function statusOf(item: UploadItem): Status {
  const { state, failure, note, problem, progress, outcome, duplicate, similar } = item;
  if (failure) return { text: failure, isProblem: true };
  if (problem)
    return problem.isDamaged
      ? { text: `${problem.text} Replace it with a better copy on its page.`, isProblem: true }
      : { text: `Uploaded. ${problem.text} Download it to open it.`, isProblem: false };
  switch (state) {
    case 'sending':
      return { text: note ?? `${Math.round(progress * 100)}%`, isProblem: false };
    case 'waiting':
      return { text: note ?? 'Waiting', isProblem: false };
    case 'paused':
      return { text: 'Paused', isProblem: false };
    case 'missing':
      return { text: 'Choose this file again to continue.', isProblem: true };
    case 'duplicate':
      return { text: duplicate?.trashed ? 'In the trash' : 'Duplicate', isProblem: true };
    case 'failed':
      return { text: 'Upload failed', isProblem: true };
    case 'done':
      if (similar) return { text: 'Uploaded. Similar to an image in the library.', isProblem: true };
      return { text: ENDED[outcome ?? 'uploaded'], isProblem: false };
  }
}

const RANK = ['failed', 'missing', 'duplicate', 'sending', 'paused', 'waiting', 'done'];
const rankOf = ({ state, failure, problem, similar }: UploadItem) =>
  failure !== undefined || problem !== undefined ? 0 : RANK.indexOf(similar ? 'duplicate' : state);

/** Sorts files that need attention first. */
export const byAttention = (items: readonly UploadItem[]): UploadItem[] =>
  items.toSorted((first, second) => rankOf(first) - rankOf(second));

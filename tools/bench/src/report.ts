import { cpus, totalmem } from 'node:os';
import type { Opening, PageMeasured } from './page-bench.ts';
import type { LargeMeasured, Measured, Process } from './server-bench.ts';

export interface Report {
  measured_at: string;
  machine: { processors: number; model: string; megabytes: number; node: string };
  everyday: Measured[];
  large: LargeMeasured[];
  processes: Process[];
  pages?: { federated: PageMeasured; oneBundle: PageMeasured };
}

export const emptyReport = (): Report => ({
  measured_at: new Date().toISOString(),
  machine: {
    processors: cpus().length,
    model: cpus()[0]?.model ?? '',
    megabytes: Math.round(totalmem() / 2 ** 20),
    node: process.version,
  },
  everyday: [],
  large: [],
  processes: [],
});

const UNCHANGED_GOAL = 8;

const limitOf = ({ limitRows, limitJson }: Measured) => Math.max(limitRows, limitJson);
const ratio = (one: number, other: number) => (one / other).toFixed(2);
const mark = (value: number, goal: number | undefined) =>
  goal === undefined ? '' : value >= goal ? ' ✓' : ` ✗ ${goal}`;

function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)));
  const line = (cells: string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[at]!))).join('  ');
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

const before = (now: number, then: number | undefined) =>
  then === undefined ? '' : `${now >= then ? '+' : ''}${(((now - then) / then) * 100).toFixed(0)} %`;

/** The everyday calls as a table: requests a second, ratios to the better limit, and the change since the last report. */
export function everydayTable({ everyday }: Report, last?: Report): string {
  const rows = everyday.map((one) => {
    const then = last?.everyday.find(
      ({ voyages, name, connections }) =>
        voyages === one.voyages && name === one.name && connections === one.connections,
    );
    const limit = limitOf(one);
    return [
      `${one.voyages} · ${one.name}`,
      String(one.connections),
      one.limitRows.toFixed(0),
      one.limitJson.toFixed(0),
      one.written.toFixed(0),
      ratio(one.written, limit) + mark(one.written / limit, one.goal),
      ratio(one.rested, limit),
      ratio(one.unchanged, limit) + mark(one.unchanged / limit, one.goal === undefined ? undefined : UNCHANGED_GOAL),
      before(one.written / limit, then && then.written / limitOf(then)),
    ];
  });
  return table(
    ['voyages · call', 'conn.', 'limit, rows', 'limit, JSON', 'product', 'ratio', 'at rest', 'unchanged', 'since last'],
    rows,
  );
}

/** What a large archive makes slow, against the usual way of doing it. */
export function largeTable({ large }: Report): string {
  const rows = large.map(({ name, limit, written, times }) => [
    name,
    limit.toFixed(0),
    written.toFixed(0),
    ratio(written, limit) + mark(written / limit, times),
  ]);
  return table(['in a large archive', 'usual way', 'product', 'ratio'], rows);
}

/** The sizes side by side: how much of the speed of the smallest is left in the largest. */
export function growthTable({ everyday }: Report): string {
  const sizes = [...new Set(everyday.map(({ voyages }) => voyages))].toSorted((a, b) => a - b);
  const [small, large] = [sizes[0], sizes.at(-1)];
  const rows = everyday
    .filter(({ voyages, connections }) => voyages === large && connections === 1)
    .flatMap((one) => {
      const first = everyday.find(
        ({ voyages, connections, name }) => voyages === small && connections === 1 && name === one.name,
      );
      if (!first || small === large) return [];
      return [
        [
          one.name,
          first.written.toFixed(0),
          one.written.toFixed(0),
          `${ratio(first.written, one.written)} times as slow`,
        ],
      ];
    });
  return table(['one after the other', `at ${small}`, `at ${large}`, ''], rows);
}

export function processTable({ processes }: Report): string {
  const rows = processes.map(({ voyages, productMegabytes, limitMegabytes, productStartedIn }) => [
    String(voyages),
    `${limitMegabytes} MB`,
    `${productMegabytes} MB`,
    ratio(productMegabytes, limitMegabytes),
    `${(productStartedIn / 1000).toFixed(2)} s`,
  ]);
  return table(['voyages', 'limit, peak', 'product, peak', 'ratio', 'ready in'], rows);
}

const KINDS = ['Document', 'Script', 'Stylesheet', 'Font', 'Fetch', 'Image'];
const kilobytes = (bytes = 0) => `${(bytes / 1024).toFixed(0)} KB`;

/** `/voyages` in a browser: federated and as one application, with an empty cache and a full one. */
export function pageTable({ pages }: Report): string {
  if (!pages) return '';
  const { federated, oneBundle } = pages;
  const openings: Opening[] = [federated.cold, oneBundle.cold, federated.warm, oneBundle.warm];
  const line = (name: string, figure: (opening: Opening) => string) => [name, ...openings.map(figure)];
  const memory = ({ heap, elements }: PageMeasured) =>
    `${heap[0].toFixed(1)} → ${heap[1].toFixed(1)} MB, ${elements[0]} → ${elements[1]}`;
  const typing = ({ typing: { longestFrame, longFrames } }: PageMeasured) =>
    `${longestFrame.toFixed(0)} ms at most, ${longFrames} over 50`;
  return table(
    ['/voyages', 'cold', 'cold, one bundle', 'warm', 'warm, one bundle'],
    [
      ...KINDS.map((kind) =>
        line(
          kind === 'Fetch' ? 'Fetches' : `${kind}s`,
          ({ bytes, requests }) => `${kilobytes(bytes[kind])} in ${requests[kind] ?? 0}`,
        ),
      ),
      line('list painted', ({ listPainted }) => `${listPainted.toFixed(0)} ms`),
      line('layout shift', ({ layoutShift }) => layoutShift.toFixed(3)),
      line('long tasks', ({ longTasks, longestTask }) => `${longTasks}, at most ${longestTask.toFixed(0)} ms`),
      ['memory, nodes after 51 walks', memory(federated), memory(oneBundle), '', ''],
      ['frames, typing among 100 people', typing(federated), typing(oneBundle), '', ''],
    ],
  );
}

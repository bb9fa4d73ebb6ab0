import { cpus, totalmem } from 'node:os';
import type { Missing } from './budget.ts';
import type { PageLoad, PageMeasurement, TypingLatency } from './page-bench.ts';
import type { LargeMeasurement, Measurement, PeerMeasurement, Process } from './server-bench.ts';

export interface Report {
  measured_at: string;
  machine: { processors: number; model: string; megabytes: number; node: string };
  ordinary: Measurement[];
  large: LargeMeasurement[];
  /** The product and Directus. Reports of earlier versions have none. */
  peers?: PeerMeasurement[];
  processes: Process[];
  /** Rows that could not be measured, with the reason. */
  missing: Missing[];
  pages?: { federated: PageMeasurement; oneBundle: PageMeasurement };
}

export const emptyReport = (): Report => ({
  measured_at: new Date().toISOString(),
  machine: {
    processors: cpus().length,
    model: cpus()[0]?.model ?? '',
    megabytes: Math.round(totalmem() / 2 ** 20),
    node: process.version,
  },
  ordinary: [],
  large: [],
  processes: [],
  missing: [],
});

const UNCHANGED_GOAL = 8;
/** The most that a screen may shift. */
const SHIFT_LIMIT = 0.02;

const shiftVerdict = (shift: number) => `${shift.toFixed(3)} ${shift <= SHIFT_LIMIT ? '✓' : `✗ ${SHIFT_LIMIT}`}`;
const worstShift = ({ worstShift: worst }: PageMeasurement) =>
  worst ? `${shiftVerdict(worst.shift)} ${worst.screen} at ${worst.width} px` : '';

const baselineOf = ({ baselineRows, baselineJson }: Measurement) => Math.max(baselineRows, baselineJson);
const ratio = (left: number, right: number) => (right > 0 ? (left / right).toFixed(2) : 'no response');
const mark = (value: number, goal: number | undefined) =>
  goal === undefined ? '' : value >= goal ? ' ✓' : ` ✗ ${goal}`;

function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, index) => Math.max(title.length, ...rows.map((row) => row[index]!.length)));
  const line = (cells: string[]) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[index]!))).join('  ');
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

const changeSince = (now: number, previous: number | undefined) =>
  previous === undefined ? '' : `${now >= previous ? '+' : ''}${(((now - previous) / previous) * 100).toFixed(0)}%`;

export const peerProgressOf = ({ voyages, name, connections, product, peer }: PeerMeasurement) =>
  `${voyages} · ${name}, ${connections} conn.: ${ratio(product, peer)} times Directus`;

/** How a scenario compares with the better baseline: the progress of a run. */
export const progressOf = (measured: Measurement) =>
  `${measured.voyages} · ${measured.name}, ${measured.connections} conn.: ${ratio(measured.underWrites, baselineOf(measured))}`;

const keyOf = ({ voyages, name, connections }: Measurement | PeerMeasurement) => `${voyages} ${name} ${connections}`;

/** The report, with rows of the last report that this run has not measured, so that a later run can compare with them. */
export function withEarlierRows(report: Report, last: Report | undefined): Report {
  const measured = new Set(report.ordinary.map(keyOf));
  const large = new Set(report.large.map(({ name }) => name));
  const peers = new Set(report.peers?.map(keyOf));
  const sizes = new Set(report.processes.map(({ voyages }) => voyages));
  return {
    ...report,
    ordinary: [...report.ordinary, ...(last?.ordinary ?? []).filter((row) => !measured.has(keyOf(row)))],
    large: [...report.large, ...(last?.large ?? []).filter(({ name }) => !large.has(name))],
    peers: [...(report.peers ?? []), ...(last?.peers ?? []).filter((row) => !peers.has(keyOf(row)))],
    processes: [...report.processes, ...(last?.processes ?? []).filter(({ voyages }) => !sizes.has(voyages))],
    pages: report.pages ?? last?.pages,
  };
}

/** Requests per second, ratios to the better baseline, and the change since the last report. */
export function ordinaryTable({ ordinary }: Report, last?: Report): string {
  const rows = ordinary.map((measured) => {
    const previous = last?.ordinary.find((row) => keyOf(row) === keyOf(measured));
    const baseline = baselineOf(measured);
    return [
      `${measured.voyages} · ${measured.name}`,
      String(measured.connections),
      measured.baselineRows.toFixed(0),
      measured.baselineJson.toFixed(0),
      measured.underWrites.toFixed(0),
      ratio(measured.underWrites, baseline) + mark(measured.underWrites / baseline, measured.goal),
      ratio(measured.idle, baseline),
      ratio(measured.unchanged, baseline) +
        mark(measured.unchanged / baseline, measured.goal === undefined ? undefined : UNCHANGED_GOAL),
      changeSince(measured.underWrites / baseline, previous && previous.underWrites / baselineOf(previous)),
    ];
  });
  return table(
    [
      'voyages · operation',
      'conn.',
      'baseline, rows',
      'baseline, JSON',
      'product',
      'ratio',
      'idle',
      'unchanged',
      'since last',
    ],
    rows,
  );
}

/** Searches, and slow operations of a large archive, compared with common statements. */
export function largeTable({ large }: Report): string {
  const medianOf = ({ median, goalMedian }: LargeMeasurement) => {
    if (median === undefined) return '';
    const verdict = goalMedian === undefined ? '' : median <= goalMedian ? ' ✓' : ` ✗ ${goalMedian}`;
    return `${median.toFixed(0)} ms${verdict}`;
  };
  const rows = large.map((measured) => {
    const { name, baseline, underWrites, goalRatio } = measured;
    return [
      name,
      baseline.toFixed(0),
      underWrites.toFixed(0),
      ratio(underWrites, baseline) + mark(underWrites / baseline, goalRatio),
      medianOf(measured),
    ];
  });
  return table(['search, and a large archive', 'baseline', 'product', 'ratio', 'median'], rows);
}

/** How much of the smallest archive's speed is left in the largest. */
export function growthTable({ ordinary }: Report): string {
  const sizes = [...new Set(ordinary.map(({ voyages }) => voyages))].toSorted((a, b) => a - b);
  const [small, large] = [sizes[0], sizes.at(-1)];
  const rows = ordinary
    .filter(({ voyages, connections }) => voyages === large && connections === 1)
    .flatMap((measured) => {
      const firstMeasurement = ordinary.find(
        ({ voyages, connections, name }) => voyages === small && connections === 1 && name === measured.name,
      );
      if (!firstMeasurement || small === large) return [];
      return [
        [
          measured.name,
          firstMeasurement.underWrites.toFixed(0),
          measured.underWrites.toFixed(0),
          `${ratio(firstMeasurement.underWrites, measured.underWrites)} times as slow`,
        ],
      ];
    });
  return table(['one request at a time', `at ${small}`, `at ${large}`, ''], rows);
}

export function processTable({ processes }: Report): string {
  const rows = processes.map(({ voyages, productMegabytes, baselineMegabytes, productStartedIn }) => [
    String(voyages),
    `${baselineMegabytes} MB`,
    `${productMegabytes} MB`,
    ratio(productMegabytes, baselineMegabytes),
    `${(productStartedIn / 1000).toFixed(2)} s`,
  ]);
  return table(['voyages', 'baseline, peak', 'product, peak', 'ratio', 'ready in'], rows);
}

const KINDS = ['Document', 'Script', 'Stylesheet', 'Font', 'Fetch', 'Image'];
const kilobytes = (bytes = 0) => `${(bytes / 1024).toFixed(0)} KB`;

/** `/voyages` in a browser: federated and as one bundle, with a cold cache (also at 1.6 Mbps and 150 ms) and a warm one. */
export function pageTable({ pages }: Report): string {
  if (!pages) return '';
  const { federated, oneBundle } = pages;
  const openings: PageLoad[] = [
    federated.cold,
    oneBundle.cold,
    federated.slow,
    oneBundle.slow,
    federated.warm,
    oneBundle.warm,
  ];
  const line = (name: string, figure: (opening: PageLoad) => string) => [name, ...openings.map(figure)];
  const memory = ({ heap, elements }: PageMeasurement) =>
    `${heap[0].toFixed(1)} → ${heap[1].toFixed(1)} MB, ${elements[0]} → ${elements[1]}`;
  const typing = ({ longestFrame, longFrames }: TypingLatency) =>
    `${longestFrame.toFixed(0)} ms at most, ${longFrames} over 50`;
  return table(
    ['/voyages', 'cold', 'one bundle', 'slow connection', 'one bundle', 'warm', 'one bundle'],
    [
      ...KINDS.map((kind) =>
        line(
          kind === 'Fetch' ? 'Fetches' : `${kind}s`,
          ({ bytes, requests }) => `${kilobytes(bytes[kind])} in ${requests[kind] ?? 0}`,
        ),
      ),
      line('list painted', ({ listPainted }) => `${listPainted.toFixed(0)} ms`),
      line('layout shift', ({ layoutShift }) => shiftVerdict(layoutShift)),
      ['worst layout shift of all screens', worstShift(federated), worstShift(oneBundle), '', '', '', ''],
      line('long tasks', ({ longTasks, longestTask }) => `${longTasks}, at most ${longestTask.toFixed(0)} ms`),
      ['memory, nodes after 51 walks', memory(federated), memory(oneBundle), '', '', '', ''],
      ['frames, typing among 100 people', typing(federated.typing), typing(oneBundle.typing), '', '', '', ''],
      [
        'the same at a quarter of the speed',
        typing(federated.slowTyping),
        typing(oneBundle.slowTyping),
        '',
        '',
        '',
        '',
      ],
      ['at that speed, without the form', typing(federated.plainTyping), typing(oneBundle.plainTyping), '', '', '', ''],
    ],
  );
}

export function peersTable({ peers = [] }: Report): string {
  const rows = peers.map(({ voyages, name, connections, product, peer }) => [
    `${voyages} · ${name}`,
    String(connections),
    peer.toFixed(0),
    product.toFixed(0),
    ratio(product, peer),
  ]);
  return table(['voyages · operation', 'conn.', 'Directus', 'product', 'ratio'], rows);
}

export const missingTable = ({ missing }: Report) =>
  table(
    ['not measured', 'because'],
    missing.map(({ name, reason }) => [name, reason.split('\n', 1)[0] ?? '']),
  );

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import type { Report } from './report.ts';
import { savedReport } from './saved-report.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'bench-report-'));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const row = (name: string) => ({
  voyages: 500,
  name,
  connections: 1,
  underWrites: 90,
  idle: 95,
  unchanged: 900,
  baselineRows: 100,
  baselineJson: 80,
});

test('measurements from before a failure are saved and printed with the rows of the previous run', async () => {
  const lines: string[] = [];
  const options = { directory, print: (line: string) => lines.push(line) };
  const readReport = () => JSON.parse(readFileSync(path.join(directory, 'report.json'), 'utf8')) as Report;
  await savedReport(options, async (report) => void report.ordinary.push(row('list'), row('people')));
  lines.length = 0;

  const failing = savedReport(options, async (report, save) => {
    report.ordinary.push(row('list'));
    save();
    expect(readReport().ordinary).toHaveLength(2);
    report.ordinary.push(row('search'));
    throw new Error('The database is gone.');
  });
  await expect(failing).rejects.toThrow('The database is gone.');
  expect(readReport().ordinary.map(({ name }) => name)).toEqual(['list', 'search', 'people']);
  const printed = lines.join('\n');
  expect(printed).toContain('500 · list');
  expect(printed).toContain('500 · search');
  expect(printed).not.toContain('500 · people');
});

test('a run without Directus keeps its earlier figures, and prints no table of them', async () => {
  const lines: string[] = [];
  const options = { directory, print: (line: string) => lines.push(line) };
  const peer = { voyages: 500, name: 'list', connections: 1, product: 300, peer: 60 };
  await savedReport(options, async (report) => void (report.peers = [peer]));
  expect(lines.join('\n')).toMatch(/500 · list +1 +60 +300 +5\.00/);
  lines.length = 0;

  await savedReport(options, async (report) => void report.ordinary.push(row('list')));
  expect(lines.join('\n')).not.toContain('Directus');
  const report = JSON.parse(readFileSync(path.join(directory, 'report.json'), 'utf8')) as Report;
  expect(report.peers).toEqual([peer]);
});

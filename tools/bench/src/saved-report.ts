import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  emptyReport,
  ordinaryTable,
  growthTable,
  largeTable,
  missingTable,
  pageTable,
  peersTable,
  processTable,
  type Report,
  withEarlierRows,
} from './report.ts';

/**
 * Saves and prints what `measure` adds to the report, even if it fails or is interrupted. It may save in between, so that a killed run
 * leaves its results.
 * @throws what `measure` throws, afterward
 */
export async function savedReport(
  { directory, print }: { directory: string; print: (line: string) => void },
  measure: (report: Report, save: () => void) => Promise<void>,
): Promise<Report> {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, 'report.json');
  const previousReport = readReport(file);
  const report = emptyReport();
  const save = () => writeFileSync(file, `${JSON.stringify(withEarlierRows(report, previousReport), null, 2)}\n`);
  try {
    await measure(report, save);
  } finally {
    save();
    printTables(report, previousReport, print);
    print(`\nThe report is ${file}.`);
  }
  return report;
}

function printTables(report: Report, previousReport: Report | undefined, print: (line: string) => void): void {
  print('');
  print(ordinaryTable(report, previousReport));
  if (report.large.length > 0) print(`\n${largeTable(report)}`);
  if (new Set(report.ordinary.map(({ voyages }) => voyages)).size > 1) print(`\n${growthTable(report)}`);
  print(`\n${processTable(report)}`);
  if (report.pages) print(`\n${pageTable(report)}`);
  if (report.peers) print(`\n${peersTable(report)}`);
  if (report.missing.length > 0) print(`\n${missingTable(report)}`);
}

function readReport(file: string): Report | undefined {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    // Reports of earlier versions have other names.
    return 'ordinary' in report ? report : undefined;
  } catch {
    return undefined;
  }
}

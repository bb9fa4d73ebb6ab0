// cspell:ignore fahrt Quan tico Titel
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDocument, textOfDocument } from '../../src/modules/ingest/formats/read-document.ts';
import type { OfficeText } from '../../src/modules/sandbox/index.ts';
import { runSandboxed } from '../../src/modules/sandbox/sandbox-process.ts';
import { aWorkbook } from '../support/workbook.ts';

const LIMITS = { memoryBytes: 512 * 1024 * 1024, cpuSeconds: 30 };

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'workbooks-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Reads a workbook in the sandbox, as the worker does. */
async function readInSandbox(workbook: Buffer) {
  const text = await textOfDocument(workbook, async (bytes) => {
    await writeFile(path.join(directory, 'input'), bytes);
    await runSandboxed(['document'], directory, LIMITS);
    const open = async (name: string) => String(await readFile(path.join(directory, name)));
    return { ...(JSON.parse(await open('result')) as OfficeText), text: await open('text') };
  });
  return readDocument(text);
}

const HEAD = ['Date', 'Title'];
const DAY = { value: 26_089, format: 'date' as const };

describe('an Excel workbook is read', () => {
  test('whose days are counted from 1904', async () => {
    const days = { value: 26_089 - 1462, format: 'date' as const };
    const { voyages } = await readInSandbox(
      aWorkbook(
        {
          Log: [
            ['Date', 'Place'],
            [days, 'Quantico'],
          ],
        },
        { is1904: true },
      ),
    );
    expect(voyages).toMatchObject([{ start_date: '1971-06-05', start_location: 'Quantico' }]);
  });

  test('with the last values of its formulas, in any format of dates', async () => {
    const { voyages } = await readInSandbox(
      aWorkbook({
        Log: [
          ['Datum', 'Ort', 'Titel'],
          [
            { value: 26_089, format: 'german', formula: 'B9+1' },
            { value: 'Quantico', formula: 'CONCATENATE("Quan","tico")' },
            'Fahrt',
          ],
          [{ value: 16_868, format: 'german' }, '=A1', 'Regatta'],
        ],
      }),
    );
    expect(voyages).toMatchObject([
      { start_date: '1971-06-05', start_location: 'Quantico', title: 'Fahrt' },
      { start_date: '1946-03-07', start_location: '=A1', title: 'Regatta' },
    ]);
  });

  test('with hidden rows, and a merged cell for each of its rows', async () => {
    const { voyages, rejected } = await readInSandbox(
      aWorkbook(
        {
          Log: [
            ['Log of the yacht', null],
            ['Date', 'Title'],
            [DAY, 'Lunch'],
            [null, 'Dinner'],
            [DAY, 'Hidden'],
          ],
        },
        { merged: ['A1:B1', 'A3:A4'], hiddenRows: [5] },
      ),
    );
    expect(rejected).toEqual([]);
    expect(voyages.map(({ start_date, title }) => [start_date, title])).toEqual([
      ['1971-06-05', 'Lunch'],
      ['1971-06-05', 'Dinner'],
      ['1971-06-05', 'Hidden'],
    ]);
  });

  test('from a visible sheet first', async () => {
    const workbook = aWorkbook(
      { Old: [HEAD, [DAY, 'Lunch'], [DAY, 'Dinner']], Log: [HEAD, [DAY, 'Lunch']] },
      { hidden: ['Old'] },
    );
    const { voyages, problems } = await readInSandbox(workbook);
    expect(voyages).toHaveLength(1);
    expect(problems.map(({ message }) => message)).toContain('The sheet “Log” is read. The workbook also has “Old”.');
  });
});

import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { inBatches } from './export-sql.ts';
import { cellsOf, document, table } from './downloads.ts';

const KEYS = Array.from({ length: 100_000 }, (_, index) => index);

/** Batches of a hundred thousand records of 200 bytes, and a counter of the records read so far. */
function aLongList() {
  const list = { read: 0 };
  const batches = inBatches(KEYS, (keys) => {
    list.read += keys.length;
    return Promise.resolve(keys.map((key) => ({ key, text: 'x'.repeat(200) })));
  });
  return { list, batches };
}

const wait = async () => {
  for (let index = 0; index < 200; index += 1) await turn();
};

describe('an export of a hundred thousand records', () => {
  const files = {
    CSV: () => {
      const { list, batches } = aLongList();
      return { list, file: table({ name: 'x', format: 'csv', batches, columns: ['key', 'text'], rowOf: cellsOf }) };
    },
    JSON: () => {
      const { list, batches } = aLongList();
      return { list, file: table({ name: 'x', format: 'json', batches, columns: [], rowOf: cellsOf }) };
    },
    Markdown: () => {
      const { list, batches } = aLongList();
      const parts = (async function* () {
        for await (const batch of batches) yield batch.map(({ text }) => text);
      })();
      return { list, file: document({ name: 'x', parts }) };
    },
  };

  test.each(Object.entries(files))('as %s stops reading ahead while its consumer waits', async (_form, make) => {
    const { list, file } = make();
    const stream = file.getStream();
    const chunks = stream[Symbol.asyncIterator]();
    await chunks.next();
    await wait();
    const ahead = list.read;
    expect(ahead).toBeLessThan(5000);
    await wait();
    expect(list.read).toBe(ahead);
    stream.destroy();
    await wait();
    expect(list.read).toBe(ahead);
  });
});

test('an error during an export truncates the file instead of completing it', async () => {
  for (const format of ['csv', 'json'] as const) {
    const batches = inBatches(KEYS, (keys) =>
      (keys[0] ?? 0) > 1000
        ? Promise.reject(new Error('The database is unavailable'))
        : Promise.resolve(keys.map((key) => ({ key }))),
    );
    const stream = table({ name: 'x', format, batches, columns: ['key'], rowOf: cellsOf }).getStream();
    await expect(stream.toArray()).rejects.toThrow('The database is unavailable');
  }
});

test('JSON is one array for any batch size', async () => {
  const text = async (batches: AsyncIterable<object[]>) =>
    (await table({ name: 'x', format: 'json', batches, columns: [], rowOf: cellsOf }).getStream().toArray()).join('');
  async function* of(...batches: object[][]) {
    yield* batches;
  }
  expect(JSON.parse(await text(of()))).toEqual([]);
  expect(JSON.parse(await text(of([], [{ a: 1 }, { a: 2 }], [], [{ a: 3 }])))).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
});

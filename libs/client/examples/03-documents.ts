import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { openArchive } from './archive.ts';

const archive = await openArchive();

// Previews an import and shows what it would change, without changing anything.
const document = '# Owner Sequoia Trust\n\n## 1978-01-01: Down the Potomac\n';
const { data: started } = await archive.request('ingest.start', {
  query: { dry_run: '1' },
  body: { document, filename: 'log.md' },
});
const params = { operation_id: started.operation_id };
let operation = (await archive.request('ingest.get', { params })).data;
for (; operation.status === 'initializing' || operation.status === 'running'; await pause(200))
  operation = (await archive.request('ingest.get', { params })).data;
const { data: plan } = await archive.request('ingest.plan', { params, query: {} });
for (const entry of plan) console.log(entry.action, entry.title);

// Writes all voyages to a CSV file for a spreadsheet.
const folder = await mkdtemp(join(tmpdir(), 'export-'));
const file = createWriteStream(join(folder, 'voyages.csv'));
const { body } = await archive.download('exports.voyages', { query: { format: 'csv' } });
if (body) await pipeline(Readable.fromWeb(body), file);
console.log(`${file.bytesWritten} bytes of CSV.`);
await rm(folder, { recursive: true });

// Writes all voyages to a CSV file for a spreadsheet.
import { mkdtemp, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openArchive } from './archive.ts';

const archive = await openArchive();
const folder = await mkdtemp(join(tmpdir(), 'export-'));
const file = createWriteStream(join(folder, 'voyages.csv'));
const { body } = await archive.download('exports.voyages', { query: { format: 'csv' } });
if (body) await pipeline(Readable.fromWeb(body), file);
console.log(`${file.bytesWritten} bytes of CSV.`);
await rm(folder, { recursive: true });

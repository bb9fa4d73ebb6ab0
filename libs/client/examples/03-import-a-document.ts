// Previews an import and shows what it would change, without changing anything.
import { setTimeout as pause } from 'node:timers/promises';
import { openArchive } from './archive.ts';

const archive = await openArchive();
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

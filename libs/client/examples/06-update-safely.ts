// Changes a record only if nobody else has changed it since it was read.
import { ArchiveError } from '@archive/client';
import { openArchive } from './archive.ts';

const archive = await openArchive();
const [voyage] = (await archive.request('voyages.list', { query: { limit: 1 } })).data;
if (!voyage) throw new Error('The archive has no voyages.');
const { etag } = await archive.request('voyages.get', { params: { slug: voyage.voyage_slug } });
const update = (notes: string) =>
  archive.request('voyages.update', { params: { voyage_slug: voyage.voyage_slug }, body: { notes }, ifMatch: etag });
await update('Light wind from the south.');
try {
  await update('No wind.');
} catch (error) {
  if (!(error instanceof ArchiveError) || error.status !== 412) throw error;
  console.log('Someone else was faster. Read the record again.');
}

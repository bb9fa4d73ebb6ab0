import { ArchiveError } from '@archive/client';
import { openArchive } from './archive.ts';

const archive = await openArchive();

// Creates a voyage. Repeating the request with the same idempotency key doesn't create a second one.
const { data: voyage } = await archive.request('voyages.create', {
  body: { title: 'Regatta below the bridge', start_date: '1952-07-04', start_location: 'Potomac River' },
  idempotencyKey: 'regatta-1952',
});
console.log(`Logged as ${voyage.voyage_slug}.`);

// Changes a record only if nobody else has changed it since it was read.
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

// Adds a new person to a voyage.
const { data: person } = await archive.request('people.create', {
  body: { full_name: 'Chester Example', role_title: 'Admiral' },
});
await archive.request('people.link', {
  body: { person_slug: person.person_slug, voyage_slug: voyage.voyage_slug, capacity_role: 'Guest', is_crew: false },
});
console.log(`${person.full_name} sailed on “${voyage.title}”.`);

// Uploads a picture with its title. The server detects the media type from the content.
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const { data: media } = await archive.request('media.upload', {
  fields: { title: 'The finish line', credit: 'Example Collection' },
  file: new Blob([picture]),
  filename: 'finish.png',
});
console.log(`${media.title}: ${media.url}`);

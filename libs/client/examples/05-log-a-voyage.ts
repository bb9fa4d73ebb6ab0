// Creates a voyage. Repeating the request with the same idempotency key doesn't create a second one.
import { openArchive } from './archive.ts';

const archive = await openArchive();
const { data: voyage } = await archive.request('voyages.create', {
  body: { title: 'Regatta below the bridge', start_date: '1952-07-04', start_location: 'Potomac River' },
  idempotencyKey: 'regatta-1952',
});
console.log(`Logged as ${voyage.voyage_slug}.`);

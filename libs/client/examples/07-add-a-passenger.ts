// Adds a new person to a voyage.
import { openArchive } from './archive.ts';

const archive = await openArchive();
const [voyage] = (await archive.request('voyages.list', { query: { limit: 1 } })).data;
if (!voyage) throw new Error('The archive has no voyages.');
const { data: person } = await archive.request('people.create', {
  body: { full_name: 'Chester Example', role_title: 'Admiral' },
});
await archive.request('people.link', {
  body: { person_slug: person.person_slug, voyage_slug: voyage.voyage_slug, capacity_role: 'Guest', is_crew: false },
});
console.log(`${person.full_name} sailed on “${voyage.title}”.`);

// Searches voyages, people, media and albums at once.
import { openArchive } from './archive.ts';

const archive = await openArchive();
const { data } = await archive.request('search.all', { query: { q: 'Potomac', limit: 3 } });
for (const result of data) console.log(result.kind, result.title);

import { openArchive } from './archive.ts';

const archive = await openArchive();

// Shows who is signed in.
const { data: session } = await archive.request('auth.session');
console.log(`Signed in as ${session.username}.`);

// Lists the first voyages of a range of years, with the total number of matching voyages.
const { data: voyages, total } = await archive.request('voyages.list', {
  query: { date_from: '1946', date_to: '1949', limit: 5 },
});
for (const voyage of voyages) console.log(voyage.start_date, voyage.title);
console.log(`${voyages.length} of ${total} voyages.`);

// Reads all people, page by page.
let people = 0;
for await (const person of archive.all('people.list')) {
  people += 1;
  if (people === 1) console.log(`The first one is ${person.full_name}.`);
}
console.log(`${people} people.`);

// Searches voyages, people, media and albums at once.
const { data: results } = await archive.request('search.all', { query: { q: 'Potomac', limit: 3 } });
for (const result of results) console.log(result.kind, result.title);

await archive.signOut();

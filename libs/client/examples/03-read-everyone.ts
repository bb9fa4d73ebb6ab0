// Reads all people, page by page.
import { openArchive } from './archive.ts';

const archive = await openArchive();
let people = 0;
for await (const person of archive.all('people.list')) {
  people += 1;
  if (people === 1) console.log(`The first one is ${person.full_name}.`);
}
console.log(`${people} people.`);

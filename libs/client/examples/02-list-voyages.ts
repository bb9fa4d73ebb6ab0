// Lists the first voyages of a range of years, with the total number of matching voyages.
import { openArchive } from './archive.ts';

const archive = await openArchive();
const { data, total } = await archive.request('voyages.list', {
  query: { date_from: '1946', date_to: '1949', limit: 5 },
});
for (const voyage of data) console.log(voyage.start_date, voyage.title);
console.log(`${data.length} of ${total} voyages.`);

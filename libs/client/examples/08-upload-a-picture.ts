// Uploads a picture with its title. The server detects the media type from the content.
import { openArchive } from './archive.ts';

const archive = await openArchive();
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

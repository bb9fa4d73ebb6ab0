// Signs in, shows who is signed in, and signs out.
import { openArchive } from './archive.ts';

const archive = await openArchive();
const { data: session } = await archive.request('auth.session');
console.log(`Signed in as ${session.username}.`);
await archive.signOut();

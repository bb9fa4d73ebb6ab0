export { aMedia } from './media.ts';
export { aPerson, aPresident } from './person.ts';
export { type SavedRecord, slugOf } from './records.ts';
export { aVoyage } from './voyage.ts';

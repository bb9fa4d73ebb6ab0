const NUMBER = /^[~+]?\d[\d,]*\+?$/;
const COUNT_WORDS = new Set(
  `a about additional almost an another approximately around assorted at between dozens eight eighteen eleven few fifteen
   fifty five forty four fourteen hundred least many members more nearly nine nineteen numerous one other others over
   perhaps plus remaining roughly seven seventeen several six sixteen sixty some staff ten thirteen thirty three twelve
   twenty two unidentified unknown unnamed up various`.split(/\s+/),
);
const GROUP_WORDS = new Set(
  `guests guest others people persons passengers friends members staff officers sailors enlisted men women children
   wives aides reporters journalists correspondents photographers agents crewmen senators congressmen representatives
   couples diplomats officials relatives family party press staffers secretaries`.split(/\s+/),
);

/** Whether a word in lower case means several people: "agents". */
export const isGroupWord = (word: string) => GROUP_WORDS.has(word);

const NO_GUESTS = /^(?:no|without(?: any)?) (?:guests?|passengers?|visitors?|one|party)\b/i;

/** Whether text mentions people without naming them, or nobody: "27 other guests", "about a dozen reporters", "others", "No guests". */
export function areUnnamedGuests(text: string): boolean {
  if (NO_GUESTS.test(text)) return true;
  const words = text.slice(0, 200).split(' ');
  const firstWord = words[0] ?? '';
  if (NUMBER.test(firstWord)) return words.length > 1;
  const plain = words.map((word) => word.toLowerCase().replace(/[.,]+$/, ''));
  if (/^(?:etc|et al)$/.test(plain.join(' '))) return true;
  if (!plain[0]?.split('-').every((word) => COUNT_WORDS.has(word))) return false;
  return plain.some((word) => GROUP_WORDS.has(word)) && words.slice(1).every((word) => !/^\p{Lu}\p{Ll}/u.test(word));
}

const NO_PASSENGERS = new Set([
  'none',
  'none recorded',
  'unknown',
  'not known',
  'not recorded',
  'n/a',
  'na',
  'tbd',
  '-',
  '–',
  '—',
  '?',
]);

/** Whether a list item is a placeholder such as "none" or "unknown". */
export function isPlaceholder(text: string): boolean {
  return NO_PASSENGERS.has(text.toLowerCase().replace(/\.$/, ''));
}

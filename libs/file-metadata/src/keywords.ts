import { isParticle } from '@archive/contracts/particles';

const CAPITALIZED = /^(?:\p{Lu}[\p{L}'’-]*|(?:\p{Lu}\.)+)$/u;
const SUFFIX = /^(?:[js]r\.?|ii|iii|iv)$/i;
const LIFE_DATES = /^(?:b\. |d\. )?\d{4}-?(?:\d{4})?$/;
const REGIONS = new Set(
  `Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida, Georgia, Hawaii, Idaho, Illinois, Indiana,
   Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland, Massachusetts, Michigan, Minnesota, Mississippi, Missouri, Montana, Nebraska,
   Nevada, New Hampshire, New Jersey, New Mexico, New York, North Carolina, North Dakota, Ohio, Oklahoma, Oregon, Pennsylvania,
   Rhode Island, South Carolina, South Dakota, Tennessee, Texas, Utah, Vermont, Virginia, Washington, West Virginia, Wisconsin, Wyoming,
   Calif., Conn., Del., Fla., Ga., Ill., Mass., Md., Mich., Pa., Va., England, Scotland,
   Wales, Great Britain, United Kingdom, Ireland, Canada, Mexico, Cuba, Brazil, France, Belgium, Netherlands, Germany, Austria,
   Switzerland, Italy, Spain, Portugal, Greece, Norway, Sweden, Denmark, Finland, Poland, Russia, Soviet Union, Israel, Egypt, India,
   China, Japan, Australia`.split(/,\s+/),
);

/** Whether text is a country, a state, or an abbreviation. */
const isRegion = (text: string): boolean => REGIONS.has(text) || /^(?:[A-Z]\.?){2,3}$/.test(text);

/** Whether the words are capitalized as in a surname or in given names. */
const isNamePart = (words: readonly string[]) =>
  words.length < 5 &&
  CAPITALIZED.test(words.at(-1) ?? '') &&
  words.every((word) => CAPITALIZED.test(word) || isParticle(word, word.toLowerCase()));

/** "Smith, John" as "John Smith"; undefined if it isn't the name of a person. */
function nameIn([surname = '', given = '', ...rest]: readonly string[]): string | undefined {
  if (isRegion(given) || !isNamePart(surname.split(' ')) || !isNamePart(given.split(' '))) return undefined;
  const more = rest.filter((part) => !LIFE_DATES.test(part));
  return more.every((part) => SUFFIX.test(part)) ? [given, surname, ...more].join(' ') : undefined;
}

/** A keyword as a tag, which has no comma: "Smith, John" as "John Smith", and "Norfolk, Virginia" as "Norfolk (Virginia)". */
export function tagOf(keyword: string): string {
  const parts = keyword
    .split(/[,\s]*,\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [first = '', ...others] = parts;
  if (others.length === 0) return first;
  return nameIn(parts) ?? `${first} (${others.join('; ')})`;
}

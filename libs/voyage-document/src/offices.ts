const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter((word) => word !== ''));

const QUALIFIERS = words(`
  under assistant asst deputy acting press vice prime foreign attorney chief white house military naval air special presidential
  appointments executive first us former political private social personal senior junior national security joint american british
  majority minority personnel the his her
`);
const OFFICES = words(`
  secretary sec secy undersecretary ambassador amb chairman chairwoman chair minister premier chancellor president senator sen
  congressman congresswoman representative rep governor gov mayor judge justice director chief commissioner counsel counselor
  adviser advisor aide attache consul envoy administrator speaker leader whip physician photographer valet correspondent
  editor publisher general commandant commander superintendent treasurer officer lady nurse nanny maid pilot steward cook
  skipper doctor vp wife husband son daughter mother father brother sister secretary-general
`);
const PREPOSITIONS = words('of to for at from in on and');
/** Departments that end the title of an office: any word after "Secretary of State" is part of a name. */
const DEPARTMENTS = words(`
  state defense war navy army treasury interior agriculture commerce labor energy education transportation
`);
const MAX_WORDS = 12;

const ASCII = /^[\0-\x7f]*$/;

const plain = (word: string) =>
  (ASCII.test(word) ? word.replaceAll(/[.,]/g, '') : word.normalize('NFD').replaceAll(/[\p{M}.,]/gu, '')).toLowerCase();

/** Whether the words after a preposition are an institution or place: "the Navy", "Naval Operations", but not "State Dean Acheson". */
function isObject(part: readonly string[]): boolean {
  const significantWords = part.filter((word) => word !== 'the');
  if (significantWords.length === 0 || significantWords.length > 2) return false;
  return significantWords.length === 1 || !DEPARTMENTS.has(significantWords[0] ?? '');
}

/** A quick check of the first word, which for most texts shows that they don't name an office. */
function startsOffice(text: string): boolean {
  const firstWord = plain(text.trimStart().split(' ', 1)[0] ?? '');
  return firstWord === '' || QUALIFIERS.has(firstWord) || OFFICES.has(firstWord);
}

/** Whether text is only an office: "Secretary of State", "Press Secretary", "Chairman of the Joint Chiefs of Staff", "valet". */
export function isOffice(text: string): boolean {
  if (!startsOffice(text)) return false;
  const words = text
    .split(' ')
    .map(plain)
    .filter((word) => word !== '');
  if (words.length === 0 || words.length > MAX_WORDS) return false;
  let index = 0;
  while (index < words.length && QUALIFIERS.has(words[index] ?? '') && !PREPOSITIONS.has(words[index + 1] ?? ''))
    index += 1;
  // "Chief" can start an office or be one: "Chief Justice", "Chief of Staff", "Chief".
  if (index === words.length) index -= 1;
  const firstIndex = index;
  while (index < words.length && OFFICES.has(words[index] ?? '')) index += 1;
  if (index === firstIndex) return false;
  const parts: string[][] = [];
  if (words[index] === 'and') return false;
  for (const word of words.slice(index)) {
    if (PREPOSITIONS.has(word)) parts.push([]);
    else if (parts.length === 0) return false;
    else parts.at(-1)?.push(word);
  }
  return parts.every(isObject);
}

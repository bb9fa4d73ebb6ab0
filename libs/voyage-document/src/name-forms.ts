// cspell:ignore filip Müller Oveta eyev michèle renée Cohn Jakov Kasim Qasim Wladimir Yakov
// cspell:disable
import { isFrench } from './filing-words.ts';
import { abbreviationsOf, fullGivenName } from './name-words.ts';

/** Given names with their short forms and spellings, separated by semicolons. */
const MEN = `
  abraham abe; adam; albert al bert; alexander alex alec sandy; alan allan allen; alfred; alvin; andrew andy drew; anthony tony; archibald archie; arthur art; augustus gus; bartholomew bart; benjamin ben benny;
  bernard bernie barney; bradford brad; brent; carl karl; charles charlie charley chuck; chester; christian chris; christopher chris kit; clark; claude; clement;
  clifford cliff; clinton clint; cornelius neil; curtis curt; daniel dan danny; david dave davy; dean; dennis; dominic dom; donald don donnie; douglas doug; dwight; earl earle; edgar ed; edmund ed ned ted;
  edward ed eddie eddy ned ted teddy; edwin ed eddie; emanuel manny; ernest ernie; eric erik; eugene gene; ferdinand ferdie; francis frank; franklin frank; frederick frederic fred
  freddie freddy; geoffrey jeffrey jeff geoff; george; gerald gerry jerry; gerard; gilbert gil bert; gregory greg; harold hal harry;
  harvey; henry hank harry hal; herbert herb bert; herman; howard; irving irv; hubert hugh bert; isaac ike; isidore izzy; jacob jake; james jim jimmy jimmie jamie; jeremiah jerry; jerome jerry;
  john jack johnny johnnie jock; jonathan jon; joshua josh; joseph joe joey; julian; julius; keith; kenneth ken kenny; laurence lawrence larry; leonard
  len lenny; leopold leo; leslie lester les; lewis louis lew lou; lloyd; luther; lyndon; marion; mark marc; martin marty; marvin marv; matthew matt; maurice morris; maxwell max;
  melvin mel; michael mike mickey; milton milt; mitchell mitch; morton mort; moses moe; nathaniel nathan nat nate; nelson; nicholas nick; norman norm; oliver ollie; oscar; patrick pat paddy; paul; percival percy; peter pete;
  philip phillip phil; ralph; randolph randy; raymond ray; reginald reg reggie; richard dick rick richie; robert bob bobby rob robbie robin bert; roderick rod; rodney rod; roger; roland;
  ronald ron ronnie; roy; rudolph rudolf rudy; russell russ; salvatore sal; samuel sam sammy; scott; sidney sydney sid; solomon sol; stanley stan; stephen steven steve; stuart stewart stu; terence terry; thaddeus tad;
  theodore theodor ted teddy theo; thomas tom tommy; timothy tim; vernon vern; victor vic; vincent vince; wallace wally; walter walt; warren; wayne; wesley wes; wilbur; william bill billy will
  willie; winston; woodrow woody; zachary zack`;

const WOMEN = `
  abigail abby; adelaide addie; agnes; alice; amanda mandy; amy; ann anne annie nan nancy; anna; barbara babs; beatrice bea; cecilia cissy; carol; caroline carolyn
  carrie; catherine katherine katharine kathryn kathleen kate katie kathy kitty kay cathy; charlotte lottie; christine chris; clara;
  claire clare; constance connie; cynthia cindy; danielle; deborah debbie; diana; dolores lola; dorothy dorothea dolly dot dottie; edith edie; eleanor elinor nell
  nellie ellie; elizabeth elisabeth eliza liz lizzie beth bess bessie betsy betty libby; ellen nell nellie; emily; esther; ethel;
  eva eve; evelyn; florence flo flossie; frances fran frannie fannie fanny; francine; genevieve; georgia; geraldine gerry; gertrude trudy gert; grace; gwendolyn gwen; harriet
  hattie; helen; henrietta etta hattie; irene; isabel isabelle isobel bella; jacqueline jackie; jane janie; janet; jean jeanne;
  jennifer jenny; joan; josephine jo josie; joyce; judith judy; julia; karen; julie; laura; lillian lilian lily; linda; lisa; louise lou; lucille
  lucy; lucy; mabel; margaret marguerite maggie peggy peg meg marge margie rita; maria; marianne; marie; marjorie margery marge
  margie; martha patty; mary molly polly mamie; matilda tillie; mildred millie; millicent millie; minerva minnie; miriam; nancy; pamela pam; patricia pat patsy patty;
  pauline; penelope penny; phyllis; priscilla; rachel; rebecca becky; roberta bobbie; rosalind roz; rose rosie; rosemary; ruth; sandra sandy; sarah sara sally sadie; sharon; sophia sophie; susan
  susanna sue susie; sylvia; theresa teresa terry tess; valerie val; victoria vicky; virginia ginny; wilhelmina minnie; winifred`;

const NAMES = [MEN, WOMEN].flatMap((list) =>
  list.split(';').map((item) => ({ isWomans: list === WOMEN, forms: item.trim().split(/\s+/) })),
);
// cspell:enable

const CACHE_LIMIT = 50_000;

/** Most words repeat. */
function cached<T>(read: (word: string) => T): (word: string) => T {
  const values = new Map<string, T>();
  return (word) => {
    let value = values.get(word);
    if (value === undefined) {
      if (values.size >= CACHE_LIMIT) values.clear();
      values.set(word, (value = read(word)));
    }
    return value;
  };
}

/** The names that each form can stand for. */
const BY_FORM = new Map<string, typeof NAMES>();
for (const name of NAMES) for (const form of name.forms) BY_FORM.set(form, [...(BY_FORM.get(form) ?? []), name]);

const namesOf = (word: string) => BY_FORM.get(fullGivenName(word)) ?? [];

/** The other forms of a folded given name: `william`, `wm` and `will` for `bill`. */
export const formsOf = cached((word) => {
  const forms = [word, ...namesOf(word).flatMap((name) => name.forms)];
  return [...new Set(forms.flatMap((form) => [form, ...abbreviationsOf(form)]))].filter((form) => form !== word);
});

/** The names in full that a given name can stand for: `william` for `bill`. */
export const fullNamesOf = cached((word) => {
  const names = namesOf(word).flatMap(({ forms }) => forms.slice(0, 1));
  return names.length > 0 ? names : [word];
});

/** Whether a folded word is a common given name in English. */
export const isCommonGivenName = (word: string): boolean => namesOf(word).length > 0;

/** Whether a given name is a woman's, as far as that can be told: Ruth, Oveta. */
export function isWomansName(word: string): boolean {
  const names = namesOf(word);
  return names.length > 0 ? names.some(({ isWomans }) => isWomans) : word.endsWith('a');
}

const CONSONANT_CLASSES: ReadonlyMap<string, string> = new Map(
  ['bfpv', 'cgjkqsxz', 'dt', 'l', 'mn', 'r'].flatMap((letters, index) =>
    [...letters].map((letter) => [letter, String(index + 1)] as const),
  ),
);

/** Catherine is Katherine. */
const firstLetter = (word: string) => word.charAt(0).replace('c', 'k');
/** First letters of transliterations of one name: Yakov and Jakov, Wladimir and Vladimir, Qasim and Kasim. */
const FIRST_LETTERS: ReadonlyMap<string, string> = new Map([
  ['j', 'i'],
  ['y', 'i'],
  ['w', 'v'],
  ['q', 'k'],
]);
const transliteratedLetter = (word: string) => FIRST_LETTERS.get(word.charAt(0)) ?? firstLetter(word);

/** The first letter and the classes of the following consonants, as in Soundex: Kissinger, Kisinger and Kissenger have the same key. */
export const phoneticKey = cached((word) => {
  const [first = '', ...others] = word;
  let key = firstLetter(first);
  let previous: string | undefined = CONSONANT_CLASSES.get(key) ?? key;
  for (const letter of others) {
    const next = /[aeiouyhw]/.test(letter) ? undefined : (CONSONANT_CLASSES.get(letter) ?? letter);
    if (next !== undefined && next !== previous) key += next;
    previous = next;
  }
  return key;
});

/** Without umlauts, in any of their spellings: `muller` for Mueller and Müller. */
export const withoutUmlauts = cached((word) => word.replaceAll(/([aou])e(?!$)/g, '$1'));

/** Without what is written but not heard: `filip` for Phillip, `an` for Anne. */
const squeeze = cached((word) =>
  withoutUmlauts(word)
    .replaceAll(/t?sch|tch/g, (letters) => (letters.startsWith('t') ? 'ch' : 'sh'))
    .replaceAll('ph', 'f')
    .replaceAll(/tz(?=.)/g, 'z')
    .replaceAll('ck', 'k')
    .replaceAll('x', 'ks')
    .replaceAll('ou', 'u')
    .replaceAll('w', 'v')
    .replaceAll('q', 'k')
    .replace(/eyev$/, 'eev')
    .replaceAll(/dj|[jy]/g, 'i')
    .replaceAll(/(?<=.)h/g, '')
    .replaceAll(/(.)\1/g, '$1')
    .replace(/(?<=..)e$/, '')
    .replaceAll('c', 'k'),
);

/** Whether one of two words has one letter more or another letter, or two neighbors are swapped. */
function differsByOneLetter(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const end = long.slice(start + 1);
  if (short.length < long.length) return short.slice(start) === end;
  return (
    short.slice(start + 1) === end ||
    (short[start] === long[start + 1] &&
      short[start + 1] === long[start] &&
      short.slice(start + 2) === long.slice(start + 2))
  );
}

/** Whether only the last letter is missing or added: Meyer and Meyers. */
const differsByLastLetter = (left: string, right: string) => left.slice(0, -1) === right || right.slice(0, -1) === left;

const countDifferences = (left: string, right: string) => [...left].filter((letter, at) => letter !== right[at]).length;

const isSwapped = (left: string, right: string) =>
  left.length === right.length && [...left].toSorted().join('') === [...right].toSorted().join('');

/** Shorter words must be equal, apart from silent letters: Hall is not Hill. */
const MIN_LENGTH = 5;
/** In words of this length, any one letter may be wrong, or two vowels. A letter may be missing in a word of one letter less. */
const MIN_LONG = 7;

/** Whether two folded words may be spellings of one name, with a letter or two wrong: Forestall and Forrestal. */
export function areSimilarSpellings(left: string, right: string): boolean {
  if (left === right) return true;
  const length = Math.min(left.length, right.length);
  const letterOf = length < MIN_LENGTH - 1 ? firstLetter : transliteratedLetter;
  if (length < 3 || letterOf(left) !== letterOf(right)) return false;
  const [a, b] = [squeeze(left), squeeze(right)];
  if (a === b || (length >= MIN_LENGTH - 1 && differsByLastLetter(left, right))) return true;
  const isPhoneticMatch = phoneticKey(left) === phoneticKey(right) || phoneticKey(a) === phoneticKey(b);
  const hasOneMore = left.length !== right.length && a.length !== b.length;
  // Cohn and Cohen
  if (length < MIN_LENGTH)
    return length === MIN_LENGTH - 1 && hasOneMore && isPhoneticMatch && differsByOneLetter(a, b);
  if (differsByOneLetter(a, b))
    return isPhoneticMatch || length >= (hasOneMore ? MIN_LONG - 1 : MIN_LONG) || isSwapped(a, b);
  return isPhoneticMatch && length >= MIN_LONG && a.length === b.length && countDifferences(a, b) <= 2;
}

/** Keys of which words with similar spellings share at least one. */
export function spellingKeys(word: string): string[] {
  const letters = squeeze(word);
  const withoutOne =
    word.length < MIN_LENGTH ? [] : [...letters].map((_, at) => letters.slice(0, at) + letters.slice(at + 1));
  return [
    ...new Set([letters, ...withoutOne, word, word.slice(0, -1)].map((key) => `=${key}`).concat(phoneticKey(word))),
  ];
}

/** Whether a name is the feminine form of another one: Michèle, Gabrielle, Renée. */
const isFeminine = (name: string, masculine: string) =>
  /[le]$/.test(masculine) && (name === `${masculine}e` || name === `${masculine}le`);

/** Whether a given name is a longer one cut short, and not a name of its own: Al for Alexander, Mel for Melvin, but not Paul for Paulette. */
function isCutShort(short: string, long: string): boolean {
  if (short.length + 2 > long.length || !long.startsWith(short)) return false;
  const [names, others] = [namesOf(short), namesOf(long)];
  if (names.some(({ forms }) => forms[0] === short)) return false;
  return names.length > 0 && others.length > 0
    ? names.some(({ isWomans }) => others.some((other) => other.isWomans === isWomans))
    : short.length > 2;
}

/** How two folded given names match: as one name, as forms of one name, or by their spelling. Robert and Roberta are two names. */
export function matchGivenNames(left: string, right: string): 'same' | 'form' | 'spelling' | undefined {
  if (left === right) return 'same';
  const [a, b] = [namesOf(left), namesOf(right)];
  if (a.some((name) => b.includes(name))) return 'form';
  if (left.endsWith('a') !== right.endsWith('a') || (isFrench(left) && isFrench(right))) return undefined;
  if (isFeminine(left, right) || isFeminine(right, left)) return undefined;
  if (isCutShort(left, right) || isCutShort(right, left)) return 'form';
  return (a.length === 0 || b.length === 0) && areSimilarSpellings(left, right) ? 'spelling' : undefined;
}

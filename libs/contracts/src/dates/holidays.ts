// cspell:ignore juneteenth
const twoDigits = (number: number) => String(number).padStart(2, '0');

/** The day of the week, 0 for Sunday. */
const weekdayOf = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day)).getUTCDay();

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

/** The day of the month of the nth weekday, counted from 1; -1 for the last one. */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  const first = 1 + ((weekday - weekdayOf(year, month, 1) + 7) % 7);
  if (nth > 0) return first + (nth - 1) * 7;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return first + Math.floor((days - first) / 7) * 7;
}

/** The last Thursday of November until 1938, the one before it in 1939 and 1940, the fourth by law since 1942. */
function thanksgiving(year: number): number {
  const last = nthWeekday(year, 11, THURSDAY, -1);
  if (year < 1939) return last;
  return year < 1942 ? last - 7 : nthWeekday(year, 11, THURSDAY, 4);
}

type DayOf = (year: number) => [month: number, day: number] | undefined;

const fixed =
  (month: number, day: number): DayOf =>
  () => [month, day];

/** A day that was one once. */
const on =
  (itsYear: number, month: number, day: number): DayOf =>
  (year) =>
    year === itsYear ? [month, day] : undefined;

/** Holidays that the Uniform Monday Holiday Act moved from 1971 on. */
const movedToMonday =
  (before: [number, number], month: number, nth: number): DayOf =>
  (year) =>
    year < 1971 ? before : [month, nthWeekday(year, month, MONDAY, nth)];

/** From 1971 to 1977, Veterans Day was the fourth Monday of October. */
const veteransDay: DayOf = (year) => (year >= 1971 && year <= 1977 ? [10, nthWeekday(year, 10, MONDAY, 4)] : [11, 11]);

/** Sunday after the first full moon of spring, by the anonymous Gregorian algorithm. */
function easterOf(year: number): [month: number, day: number] {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const correction = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + correction + 15) % 30;
  const moon = epact - (epact > 28 || (epact === 28 && golden > 10) ? 1 : 0);
  const leapDays = Math.floor(year / 4) - century + Math.floor(century / 4);
  const weekday = (year + leapDays + moon + 2) % 7;
  const day = moon - weekday + 28;
  return day > 31 ? [4, day - 31] : [3, day];
}

/** So many days after Easter, as a negative number before it. */
const fromEaster =
  (days: number): DayOf =>
  (year) => {
    const [month, day] = easterOf(year);
    const date = new Date(Date.UTC(year, month - 1, day + days));
    return [date.getUTCMonth() + 1, date.getUTCDate()];
  };

/** Every four years: on March 4 until 1933. */
const inauguration: DayOf = (year) => {
  if (year % 4 !== 1) return undefined;
  return year < 1937 ? [3, 4] : [1, 20];
};

/** Holidays of the United States by name, without "day" at the end. */
const HOLIDAYS: Readonly<Record<string, DayOf>> = {
  'new year’s': fixed(1, 1),
  inauguration,
  'new year’s eve': fixed(12, 31),
  'lincoln’s birthday': fixed(2, 12),
  groundhog: fixed(2, 2),
  'presidents’': (year) => (year < 1971 ? undefined : [2, nthWeekday(year, 2, MONDAY, 3)]),
  'martin luther king': (year) => (year < 1986 ? undefined : [1, nthWeekday(year, 1, MONDAY, 3)]),
  mlk: (year) => (year < 1986 ? undefined : [1, nthWeekday(year, 1, MONDAY, 3)]),
  'valentine’s': fixed(2, 14),
  'washington’s birthday': movedToMonday([2, 22], 2, 3),
  'st. patrick’s': fixed(3, 17),
  'ash wednesday': fromEaster(-46),
  'palm sunday': fromEaster(-7),
  'good friday': fromEaster(-2),
  easter: fromEaster(0),
  'easter sunday': fromEaster(0),
  'easter monday': fromEaster(1),
  ascension: fromEaster(39),
  whitsun: fromEaster(49),
  pentecost: fromEaster(49),
  'whit sunday': fromEaster(49),
  'whit monday': fromEaster(50),
  army: fixed(4, 6),
  may: fixed(5, 1),
  'd-': on(1944, 6, 6),
  ve: on(1945, 5, 8),
  'v-e': on(1945, 5, 8),
  vj: on(1945, 9, 2),
  'v-j': on(1945, 9, 2),
  'armed forces': (year) => (year < 1950 ? undefined : [5, nthWeekday(year, 5, SATURDAY, 3)]),
  juneteenth: fixed(6, 19),
  bastille: fixed(7, 14),
  'pearl harbor': fixed(12, 7),
  boxing: fixed(12, 26),
  'mother’s': (year) => [5, nthWeekday(year, 5, SUNDAY, 2)],
  memorial: movedToMonday([5, 30], 5, -1),
  decoration: movedToMonday([5, 30], 5, -1),
  flag: fixed(6, 14),
  'father’s': (year) => [6, nthWeekday(year, 6, SUNDAY, 3)],
  independence: fixed(7, 4),
  'fourth of july': fixed(7, 4),
  'july fourth': fixed(7, 4),
  labor: (year) => [9, nthWeekday(year, 9, MONDAY, 1)],
  columbus: movedToMonday([10, 12], 10, 2),
  navy: fixed(10, 27),
  halloween: fixed(10, 31),
  election: (year) => [11, nthWeekday(year, 11, MONDAY, 1) + 1],
  armistice: fixed(11, 11),
  veterans: veteransDay,
  'all saints’': fixed(11, 1),
  epiphany: fixed(1, 6),
  thanksgiving: (year) => [11, thanksgiving(year)],
  'christmas eve': fixed(12, 24),
  christmas: fixed(12, 25),
};

/** `Christmas 1943`, `Labor Day, 1938`: the day of the holiday in that year, YYYY-MM-DD; undefined for other text. Expects lower case. */
export function readHoliday(text: string): string | undefined {
  const [, name = '', dayWord, year] =
    /^([a-z][a-z.'’ -]{1,30}?)((?: |(?<=-))day)?(?: of)?,? (\d{4})$/.exec(text.replace(/ ['’](?=[3-9]\d$)/, ' 19')) ??
    [];
  const key = name
    .replaceAll("'", '’')
    .replace(/^(new year|mother|father)s/, '$1’s')
    .replace(/^(president|all saint)s\b(?!’)/, '$1s’');
  const isNamed = dayWord !== undefined || !/^(?:army|navy|flag|may|d-|v-?[ej])$/.test(key);
  const dayOf = year !== undefined && isNamed && Object.hasOwn(HOLIDAYS, key) ? HOLIDAYS[key] : undefined;
  const [month, day] = dayOf?.(Number(year)) ?? [];
  return month === undefined ? undefined : `${year}-${twoDigits(month)}-${twoDigits(day!)}`;
}

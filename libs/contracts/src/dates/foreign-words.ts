// cspell:disable

/** Words of dates in German, French and Spanish, without accents, below what they are in English. */
const WORDS: Readonly<Record<string, string>> = {
  january: 'januar janner janvier janv enero ene',
  february: 'februar feber fevrier fevr fev febrero',
  march: 'marz maerz mrz mars marzo',
  april: 'avril avr abril abr',
  may: 'mai mayo',
  june: 'juni juin junio',
  july: 'juli juillet juil julio',
  august: 'aout agosto ago',
  september: 'septembre septiembre setiembre',
  october: 'oktober okt octobre octubre',
  november: 'novembre noviembre',
  december: 'dezember dez decembre diciembre dic',
  monday: 'montag lundi lunes',
  tuesday: 'dienstag mardi martes',
  wednesday: 'mittwoch mercredi miercoles',
  thursday: 'donnerstag jeudi jueves',
  friday: 'freitag vendredi viernes',
  saturday: 'samstag sonnabend samedi sabado',
  sunday: 'sonntag dimanche domingo',
  spring: 'fruhling fruhjahr printemps primavera',
  summer: 'sommer ete verano',
  fall: 'herbst automne otono',
  winter: 'hiver invierno',
  early: 'anfang debut principios comienzos',
  mid: 'mitte mediados',
  late: 'ende fin finales fines',
  before: 'vor avant antes',
  after: 'nach apres despues',
  circa: 'um etwa zirka vers environ hacia alrededor',
  between: 'zwischen entre',
  possibly: 'wohl vermutlich vielleicht probablement probablemente',
  to: 'bis',
  until: 'spatestens jusque hasta',
  since: 'seit ab fruhestens depuis',
  not: 'nicht pas',
  later: 'spater',
  earlier: 'fruher',
  half: 'halfte halbjahr moitie mitad semestre semester',
  quarter: 'quartal trimestre trimester',
  week: 'woche semaine semana',
  weekend: 'wochenende',
  first: 'erste ersten erster erstes premiere primera primer',
  second: 'zweite zweiten zweiter zweites deuxieme segunda segundo',
  third: 'dritte dritten drittes troisieme tercera tercer',
  fourth: 'vierte vierten viertes quatrieme cuarta cuarto',
  last: 'letzte letzten letztes derniere dernier ultima ultimo',
  unknown: 'unbekannt inconnu inconnue desconocido',
  christmas: 'weihnachten noel navidad',
  'christmas eve': 'heiligabend nochebuena',
  'new year’s': 'neujahr',
  'new year’s eve': 'silvester nochevieja',
  easter: 'ostern ostersonntag paques pascua',
  'easter monday': 'ostermontag',
  'good friday': 'karfreitag',
  pentecost: 'pfingsten pfingstsonntag pentecote pentecostes',
  'whit monday': 'pfingstmontag',
  ascension: 'himmelfahrt',
};

/** Words that are of a date only beside one of the others. */
const WEAK: Readonly<Record<string, string>> = {
  to: 'au al a',
  or: 'oder ou o',
  and: 'und et y',
  from: 'vom von du del desde',
  1: 'premier primero',
};

const entriesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).flatMap(([english, names]) => names.split(' ').map((name) => [name, english] as const));
const ENGLISH = new Map(entriesOf(WORDS));
const WEAK_ENGLISH = new Map(entriesOf(WEAK));

/** Phrases of more than one word. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:au plus tard|a mas tardar)\b/, 'at the latest'],
  [/\b(?:au plus tot|como muy pronto)\b/, 'at the earliest'],
  [/\b(?:plus tard|mas tarde)\b/, 'later'],
  [/\b(?:plus tot|mas temprano)\b/, 'earlier'],
  [/^courant /, ''],
  [/\bjusqu['’](?:en |au |a )?/, 'until '],
  [/\bno (?=antes|despues)/, 'not '],
];

const DECADE = /\b(?:(?:les |los )?(?:annees|anos|decada de)(?: los)? ((?:\d\d)?\d0)|((?:\d\d)?\d0)er(?: jahren?)?)\b/g;
const ARTICLES = /\b(?:le|la|les|der|den|dem|die|das|des jahres|am|im|in|zum|el|los|de|des|en)\s+|\b[dl]['’]/g;
/** `12.VI.1946`, `12–14.VI.1946`, `30.VI.–2.VII.1946`. */
const ROMAN_MONTH =
  /^(?:(\d{1,2}(?:\.?(?: ?[ivx]+\.?)? ?[\u2013-] ?\d{1,2})?)[. /-]+)?([ivx]+)(?:(?<=\d\D+)[ /]|[.-])+ ?(\d{4}|\d\d)$/;
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];
const MONTHS = Object.keys(WORDS).slice(0, ROMAN.length);
const withMonths = (days: string) =>
  days
    .replace(/\.(?= ?[\u2013-])/, '')
    .replaceAll(/[. ]*([ivx]+)\b\.?/g, (written, numeral: string) =>
      ROMAN.includes(numeral) ? ` ${MONTHS[ROMAN.indexOf(numeral)]} ` : written,
    );
/** `7. 3. 1946`: blanks after the periods are usual only where the day comes first. */
const SPACED = /^(\d{1,2})\. (\d{1,2})\. ?(\d{4})$/;

const WEEKDAYS = {
  mo: 'monday',
  di: 'tuesday',
  mi: 'wednesday',
  do: 'thursday',
  fr: 'friday',
  sa: 'saturday',
  so: 'sunday',
};
/** `Sa., 8. Juni`. */
const SHORT_WEEKDAY = /^(mo|di|mi|do|fr|sa|so)(?:\.,?|,)\s*(?=\d)/;

/** `1. August`, a month with the same name in English; `le 29/03/1988`; `en 1788`; `1789 ou 1790`. */
const FOREIGN =
  /^\d{1,2}\.[/–-]\d{1,2}\. [a-z]|^(?:1ere?|[1-4](?:e|eme|ª)) [a-z]|^\d{1,2}\. [a-z]{3}|^(?:le|el|am|den) \d{1,2}\D|^(?:en|im) \d{4}$|\d (?:ou|oder|o) \d/;

/**
 * A date in German, French or Spanish in the words of the English reader: `7. März 1946`, `le 7 mars 1946`, `Anfang Juni 1946`. Other text
 * is returned unchanged. Expects lower case.
 */
export function withEnglishWords(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const [, day, number = '', year] = ROMAN_MONTH.exec(plain) ?? SPACED.exec(plain) ?? [];
  const month = MONTHS[ROMAN.includes(number) ? ROMAN.indexOf(number) : Number(number) - 1];
  if (year !== undefined && month !== undefined) return `${withMonths(day ?? '')} ${month} ${year}`.trim();
  const decades = PHRASES.reduce((words, [phrase, english]) => words.replace(phrase, english), plain)
    .replace(SHORT_WEEKDAY, (_, weekday: keyof typeof WEEKDAYS) => `${WEEKDAYS[weekday]} `)
    .replaceAll(DECADE, (_, first?: string, second?: string) => `${first ?? second}s`);
  let isForeign = decades !== text || FOREIGN.test(text);
  const mid = decades.replaceAll(/\bmi[- ](?=[a-z])/g, 'mid-').replace(/^(?:a|en)\s+/, '');
  const english = mid.replaceAll(/[a-z]+/g, (word) => {
    const found = ENGLISH.get(word);
    isForeign ||= found !== undefined;
    return found ?? word;
  });
  if (!isForeign) return text;
  return english
    .replaceAll(ARTICLES, '')
    .replaceAll(/\b(\d{1,2})(?:\.?(?:[°ºª]|ere?\b|e\b|eme\b)|\.(?=[\s/–-]))/g, '$1')
    .replaceAll(/[a-z]+/g, (word) => WEAK_ENGLISH.get(word) ?? word)
    .replace(/^(before|after|circa) from\b/, '$1');
}

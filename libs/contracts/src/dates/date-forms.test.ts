// cspell:disable
import { expect, test } from '@jest/globals';
import { earliestDay, latestDay } from './edtf.ts';
import { DIFFERENCES, type Forms, OUTSIDE_FORMS } from './fixtures/outside-forms.ts';
import { UNSEEN_FORMS } from './fixtures/unseen-forms.ts';
import { type DateReading, readDate } from './read-date.ts';

/**
 * The test suite of Timetwister, the date parser of the New York Public Library, with its first and last days. Only seasons and thirds of a
 * decade have those of the archive: libraries differ in them.
 */
const LIBRARY: Forms = {
  '1776-07-04':
    '1776-07-04; July 4 1776; 4 July 1776; 1776 July 4; 1776 4 July; 7/4/1776; 07/4/1776; 7/04/1776; 07/04/1776',
  '1776-07-04/1789-03-01':
    '1776-07-04/1789-03-01; July 4 1776 - March 1 1789; 4 July 1776 - 1 March 1789; 1776 July 4 - 1789 March 1; 1776 4 July - 1789 1 March; 1776 4 July to 1789 1 March',
  '1776-01-01/1776-12-31': '1776; ca. 1776; [1776]',
  '1776-07-01/1789-03-31': 'July 1776 - March 1789; 1776 July - 1789 March',
  '1776-01-01/1789-12-31': "1776 - 1789; 1776 - 1780's",
  '1770-01-01/1789-12-31': "1770's - 1780s",
  '1770-01-01/1787-12-31': "1770's - 1787",
  '1771-01-01/1776-12-31': '1771 - 76',
  '1770-01-01/1779-12-31': "1770's",
  '1776-12-01/1776-12-31': 'December 1776; 1776 December; Dec 1776; 1776 Dec',
  '1776-07-01/1776-09-30': 'July-September 1776; 1776 July-September; 1776 Jul.-Sept.',
  '1776-07-04/1776-07-10': '4-10 July 1776; 1776 July 4-10; July 4-10, 1776; 1776 4-10 July',
  '1776-05-04/1776-07-10': '4 May - 10 July 1776; 1776 May 4 - July 10; May 4 - July 10 1776; 4 May to 10 July 1776',
  '1776-07-04/1789-03-31': '4 July 1776 - March 1789; 1776 July 4 - 1789 March; 1776 July 4 to 1789 March',
  '1776-07-01/1789-03-01': 'July 1776 - March 1, 1789; 1776 July - 1789 March 1',
  '1776-01-01/1789-03-31': '1776 - March 1789; 1776 - 1789 March; 1776 to 1789 March',
  '1776-07-01/1789-12-31': '1776 July - 1789; July 1776 - 1789',
  '1898-06-01/1900-07-04': 'Jun 1898 - [July 4 1900]',
  '1770-01-01/1773-12-31': "early 1770's",
  '1774-01-01/1776-12-31': "mid 1770's",
  '1777-01-01/1779-12-31': "late 1770's",
  '1776-03-01/1776-05-31': '1776 Spring; 1776 Spr',
  '1776-06-01/1776-08-31': '1776 Summer',
  '1776-12-01/1777-02-28': 'Winter 1776; win. 1776',
  // An open end: the ten years after or before the bound.
  '1776-01-01/1786-12-31': '1776 - ',
  '1766-01-01/1776-12-31': ' - 1776',
};

/** Tests of python-edtf for dates in words. */
const IN_WORDS: Forms = {
  '1940-01-12': 'January 12, 1940',
  '1860-01-01/1860-12-31':
    '1860?; c1860; c.1860; ca1860; ca.1860; c 1860; c. 1860; approx 1860; 1860 approx; 1860 approximately; approximately 1860; about 1860; the year 1860',
  '1862-01-01/1862-12-31': '1862 (uncertain); maybe 1862; 1862 maybe; uncertain: 1862; uncertain: approx 1862',
  '1862-01-18': 'uncertain: Jan 18 1862',
  '1812-02-01/1812-02-29': '~ Feb 1812; circa Feb 1812; Feb 1812 approx',
  '1849-03-01/1849-05-31': 'about Spring 1849',
  '1860-01-01/1869-12-31': '1860s; ca. 1860s; ca. 1860s?',
  '2008-10-07': '10/7/2008',
  '2008-07-01/2008-07-31': '7/2008',
  '1917-01-01/1927-12-31': 'earlier than 1928; before 1928; before January 1928',
  '1918-01-01/1928-01-17': 'before 18 January 1928',
  '1929-01-01/1939-12-31': 'later than 1928; after 1928',
  '1851-01-01/1852-12-31': '1851-1852; 1851-52',
  '1856-01-01/1865-12-31': '1856-ca. 1865',
  '1857-01-01/1866-12-31': '1857-mid 1860s',
  '1860-01-01/1879-12-31': '1860s-1870s',
  '1910-01-01/1930-12-31': '1910-30',
  '1863-01-01/1864-12-31': '1863 or 1864',
  '1864-01-01/1866-12-31': '1864 or 1866',
  '1868-01-01/1871-12-31': '1868-1871?',
  '1869-01-01/1870-12-31': '1869-70',
  '1920-01-01/1933-12-31': '1920s -early 1930s',
};

/** The examples of the Library of Congress for EDTF, as far as they are of the archive's years. */
const EDTF: Forms = {
  '2001-02-03': '2001-02-03',
  '1964-01-01/2008-12-31': '1964/2008',
  '2004-06-01/2006-08-31': '2004-06/2006-08',
  '2004-02-01/2005-02-28': '2004-02-01/2005-02',
  '2004-02-01/2005-12-31': '2004-02-01/2005',
  '2005-01-01/2006-02-28': '2005/2006-02',
  '1984-01-01/1984-12-31': '1984?; 1984~; 1984%',
  '2004-06-11': '2004-06-11?',
  '2004-06-01/2004-06-30': '2004-06?',
  '1990-01-01/1999-12-31': '199X',
  '1999-01-01/1999-12-31': '1999-XX; 1999-XX-XX',
  '1999-01-01/1999-01-31': '1999-01-XX',
  '1996-01-01/2006-12-31': '/2006; ../2006',
  '2004-06-01/2014-12-31': '2004-06-01/; 2004-06-01/..',
  '1984-01-01/2004-06-30': '1984~/2004-06; 1984/2004-06~; 1984?/2004-06%',
  '1984-06-02/2004-08-08': '1984-06-02?/2004-08-08~',
  '2001-03-01/2001-05-31': '2001-21',
  '2001-04-01/2001-06-30': '2001-34',
  '2010-12-01/2011-02-28': '2010-24',
  '1667-01-01/1670-12-31': '[1667, 1668, 1670]',
  '1670-01-01/1672-12-31': '[1670..1672]',
  '1750-01-01/1760-12-03': '[..1760-12-03]',
  '1760-12-01/1770-12-31': '[1760-12..]',
  '1667-01-01/1760-12-31': '[1667, 1760-12]',
};

/** Dates of DACS as the libraries of MIT write them in ArchivesSpace, and of the exhibits and registers of museums. */
const CATALOGS: Forms = {
  '1952-01-01/1978-12-31': 'circa 1952-1978',
  '1937-01-01/1937-06-30': 'first half of 1937; the 1st half of 1937',
  '1937-07-01/1937-09-30': '3rd quarter of 1937; in the third quarter of 1937',
  '1937-10-01/1937-12-31': 'last quarter of 1937',
  '1937-09-01/1937-09-15': 'first half of September 1937',
  '1937-09-16/1937-09-30': 'the second half of Sept. 1937',
  '1937-09-01/1937-09-07': 'first week of September 1937',
  '1937-09-24/1937-09-30': 'the last week of September 1937',
  '1937-09-13/1937-09-19': 'week of September 13, 1937; the week of 9/13/37',
  '1937-08-01/1937-08-31': '[August?] 1937',
  '1937-08-01/1937-09-30': '1937 August or September',
  '1937-12-29/1938-01-04': '1937 December 29-1938 January 4',
  '1937-01-01/1937-12-31': '1937, undated; 1937 (approximate)',
  '1937-05-08/1937-05-09': 'about May 8–9, 1937; Sat.-Sun., May 8-9, 1937',
  '1938-09-05': "Labor Day '38",
  '1975-08-01/1975-08-31': 'circa 1975 August',
  '1892-01-01/1893-12-31': '1892 or 1893',
  '1909-01-01/1919-12-31': 'before 1920',
  '1921-01-01/1931-12-31': 'after 1920',
  '2015-09-01/2015-11-30': '2015 Fall',
  '2009-04-05/2010-05-01': '2009 April 5 - 2010 May 1',
  '2014-07-12/2014-07-14': '2014 July 12-14',
  '2007-08-12/2007-10-31': '2007 August 12 - October 31',
  '1925-01-01/1925-12-31': 'approximately 1925',
  '1980-01-01/1990-12-31': 'between 1980 and 1990; from 1980 to 1990',
  '1940-01-01/1949-12-31': "194-; [194-?]; 194?; 194X; 1940s; the '40s; 1940’s",
  '1936-01-01/1946-12-31': 'before 1947; not after 1946; 1946 or earlier; prior to 1947; pre-1947',
  '1951-01-01/1961-12-31': 'after 1950; not before 1951; 1951 or later; post-1950; no earlier than 1951',
  '1919-01-01/1929-12-31': 'before the 1930s',
  '1946-01-01/1946-12-31': '[ca. 1946]; 1946 [?]; sometime in 1946; 1946-00-00',
  '1946-01-01/1947-12-31': '[1946 or 1947]; 1946/47; 1946-47',
  '1945-01-01/1947-12-31': '1945, 1946 or 1947',
  '1946-06-01/1946-06-30': 'June [1946]; June ?, 1946; 1946 June; 6/1946',
  '1946-06-01/1946-06-10': 'early June 1946; beginning of June 1946',
  '1946-06-21/1946-06-30': 'late June 1946; the end of June 1946',
  '1946-09-01/1946-12-31': 'late 1946; end of 1946',
  '1946-06-01/1946-07-31': 'June/July 1946; June-July 1946; between June and July 1946',
  '1946-03-01/1946-08-31': 'Spring/Summer 1946; spring or summer 1946',
  '1946-06-01/1946-06-02': 'June 1 and 2, 1946; June 1 & 2, 1946; 1/2 June 1946; June 1–2, 1946',
  '1946-06-03/1946-06-05':
    'June 3 or 5, 1946; 1946 June 3-5; 3rd-5th June 1946; 3.-5.6.1946; 03.06. - 05.06.1946; 6/3-5/46',
  '1946-06-30/1946-07-02': 'June 30-July 2, 1946; 6/30-7/2/46; 30.6.-2.7.1946',
  '1946-06-01/1947-07-31': 'June 1946-July 1947',
  '1946-03-07': '7-Mar-46; 3/7/46; 1946/3/7; 19460307; 1946-03-07T00:00:00; Thursday, March 7th, 1946',
  '1943-12-25': 'Christmas 1943; Christmas Day, 1943',
  '1946-06-05': 'June 5?, 1946; [June 5?] 1946',
  '1938-07-04': 'Fourth of July 1938; Independence Day, 1938',
};

/** Parts of days, weekends, lists, margins and words for doubt, as logs, programs and catalogs have them. */
const IN_LOGS: Forms = {
  '1937-06-12':
    'evening of June 12, 1937; Saturday evening, June 12, 1937; June 12, 1937, p.m.; morning of 6/12/37; 12 June 1937 (afternoon); the afternoon and evening of June 12, 1937; on the night of Saturday, June 12, 1937; June 12 (evening), 1937; the twelfth of June, 1937; June the twelfth, 1937; 12JUN1937; 1937Jun12; Jun-12-1937; 12/VI/37; on or about June 12, 1937; presumably June 12, 1937',
  '1937-06-12/1937-06-13':
    'weekend of June 12, 1937; week-end of 6/13/37; over the weekend of June 12-13, 1937; the second weekend in June 1937; the night of June 12-13, 1937; June 12-13, 1937 (overnight); Sat. and Sun., June 12 and 13, 1937; 6/12 and 6/13/37',
  '1937-06-11/1937-06-13':
    'weekend of June 11-13, 1937; weekend of Friday, June 11, 1937; June 11, 12 and 13, 1937; 11, 12, 13 June 1937',
  '1937-09-04/1937-09-06': "Labor Day weekend, 1937; Labor Day week-end '37",
  '1937-11-25/1937-11-28': 'Thanksgiving weekend 1937',
  '1937-06-06/1937-06-12':
    'week ending June 12, 1937; the week ending Saturday, June 12, 1937; week of June 6-12, 1937',
  '1937-05-31/1937-06-20': 'June 10 1937 ~ 10d; June 10, 1937 +/- 10 days',
  '1935-01-01/1939-12-31': '1937±2; 1937 ± 2 years',
  '1937-06-01/1937-06-30': 'Jun-37; June 1937, possibly; early summer 1937; likely June 1937',
  '1937-06-01/1937-07-31': 'June and July 1937; June & July 1937',
  '1937-06-01/1937-11-30': 'summer and fall 1937',
  '1927-01-01/1937-05-31': 'before summer 1937',
  '1937-09-01/1947-12-31': 'after summer 1937',
  '1937-06-01/1937-06-03': 'June 1st, 2nd and 3rd, 1937; 1937 June 1, 2, 3',
  '1937-01-01/1937-03-31': 'Q1 1937; 1937 Q1',
  '1937-01-01/1937-04-30': '1937 (early); early in 1937',
  '1937-01-01/1937-08-31': 'early-mid 1937; early- to mid-1937',
  '1936-12-01/1937-02-28': '1936-1937 Winter; Winter, 1936/1937',
  '1936-12-30/1937-01-02': 'Dec. 30-Jan. 2, 1937; 12/30/36-1/2/37',
  '1937-01-01/1939-12-31': "'37-'39; sometime between 1937 and 1939; 1937 thru 1939",
  '1927-01-01/1937-12-31': 'in or before 1937; by 1937; at the latest 1937; 1937 at the latest; through 1937',
  '1926-01-01/1936-12-31': 'ante 1937; <1937',
  '1937-01-01/1947-12-31': 'as early as 1937; after or in 1937; 1937+',
  '1938-01-01/1948-12-31': '>1937',
  '1937-01-20': 'Inauguration Day 1937',
  '1936-11-03': 'Election Day 1936',
  '1937-03-26': 'Good Friday, 1937',
  '1937-03-29': 'Easter Monday 1937',
  '1937-05-09': 'Mother’s Day 1937; Mothers Day, 1937',
};

/** German, French and Spanish. */
const LANGUAGES: Forms = {
  '1946-03-07':
    '7. März 1946; Donnerstag, den 7. März 1946; 7. Mär. 1946; 7. Maerz 1946; 7. 3. 1946; 7.III.1946; le 7 mars 1946; jeudi 7 mars 1946; 7 mars 46; 7 de marzo de 1946; jueves, 7 de marzo de 1946; el 7 de marzo de 1946; MARZO 7, 1946; mar. 7, 1946',
  '1946-08-01':
    '1er août 1946; le premier août 1946; 1.er août 1946; 1. August 1946; 1/ago/1946; primero de agosto de 1946; 1º de agosto de 1946; 1° août 1946; 1-ago-1946',
  '1946-02-12': '12 févr. 1946; 12. Feber 1946; 12 de febrero de 1946',
  '1947-06-01/1947-06-30': 'Juni 1947; juin 1947; junio de 1947; im Juni 1947; en juin 1947',
  '1946-12-01/1946-12-31': 'déc. 1946; Dezember 1946; dic. 1946',
  '1946-03-07/1946-03-09':
    'vom 7. bis 9. März 1946; 7.–9. März 1946; du 7 au 9 mars 1946; 7-9 mars 1946; del 7 al 9 de marzo de 1946; 7. bis zum 9. März 1946',
  '1946-03-07/1946-03-08': '7./8. März 1946; 7 et 8 mars 1946; 7 y 8 de marzo de 1946; 7. und 8. März 1946',
  '1946-10-01/1946-11-30': 'octobre-novembre 1946; de octubre a noviembre de 1946; Oktober bis November 1946',
  '1946-06-01/1946-08-31': 'Sommer 1946; été 1946; verano de 1946; Sommer ’46',
  '1946-06-08': 'Sa., 8. Juni 1946; sábado 8 de junio de 1946; samedi 8 juin 1946',
  '1946-12-25': 'Weihnachten 1946; Noël 1946; Navidad 1946',
  '1946-01-01/1946-12-31': 'um 1946; etwa 1946; vers 1946; environ 1946; hacia 1946; alrededor de 1946',
  '1936-01-01/1946-12-31': 'vor 1947; avant 1947; antes de 1947',
  '1936-01-01/1946-03-06': 'vor dem 7. März 1946; avant le 7 mars 1946; antes del 7 de marzo de 1946',
  '1951-01-01/1961-12-31': 'nach 1950; après 1950; después de 1950',
  '1946-06-01/1946-06-10': 'Anfang Juni 1946; début juin 1946; a principios de junio de 1946',
  '1946-06-11/1946-06-20': 'Mitte Juni 1946; mi-juin 1946; a mediados de junio de 1946',
  '1946-06-21/1946-06-30': 'Ende Juni 1946; fin juin 1946; a finales de junio de 1946',
  '1940-01-01/1949-12-31': '1940er Jahre; années 1940; los años 1940; década de 1940',
  '1944-01-01/1946-12-31': 'Mitte der 1940er Jahre',
  '1946-01-01/1948-12-31': 'zwischen 1946 und 1948; entre 1946 et 1948; entre 1946 y 1948; 1946 bis 1948',
};

const daysOf = (reading: DateReading): string => {
  if (reading.kind !== 'date' && reading.kind !== 'range') return reading.kind;
  const [start, end] = reading.kind === 'date' ? [reading.value, reading.value] : [reading.start, reading.end];
  return [...new Set([earliestDay(start), latestDay(end)])].join('/');
};

const listOf = (forms: Forms) =>
  Object.entries(forms).flatMap(([days, list]) => list.split('; ').map((form) => ({ form, days })));

const lastDay = (date: string) =>
  date.length === 7
    ? new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5)), 0)).toISOString().slice(0, 10)
    : `${date}-12-31`.slice(0, 10);

/** The days of `1946-03/1947`, counted without the code of the reader. */
function statedDays(stated: string): string {
  if (stated === 'none' || stated === 'ambiguous') return stated;
  const [first = '', last = first] = stated.split('/');
  return [first === '..' ? first : `${first}-01-01`.slice(0, 10), last === '..' ? last : lastDay(last)].join('/');
}

/** As `statedDays` writes them. */
function readDays(form: string): string {
  const reading = readDate(form);
  if (reading.kind !== 'date' && reading.kind !== 'range') return reading.kind === 'unreadable' ? 'none' : reading.kind;
  const [start, end] = reading.kind === 'date' ? [reading.value, reading.value] : [reading.start, reading.end];
  return [start.startsWith('[..') ? '..' : earliestDay(start), end.endsWith('..]') ? '..' : latestDay(end)].join('/');
}

const outside = Object.entries(OUTSIDE_FORMS).flatMap(([source, forms]) =>
  listOf(forms).map(({ form, days }) => ({ source, form, days: statedDays(days) })),
);
const differences = new Map(
  Object.values(DIFFERENCES).flatMap((forms) => listOf(forms).map(({ form, days }) => [form, statedDays(days)])),
);

test('reads the forms of nine outside sources as they do, but for the differences that have a reason', () => {
  expect(outside.length).toBeGreaterThan(500);
  const wrong = outside
    .map(({ form, days, ...rest }) => ({ ...rest, form, days: differences.get(form) ?? days, read: readDays(form) }))
    .filter(({ days, read }) => days !== read);
  expect(wrong).toEqual([]);
});

/** The days, and the qualifier of either end: `1937-06-01/1937-06-30 ~`. */
function readDaysAndDoubt(form: string): string {
  const reading = readDate(form);
  if (reading.kind !== 'date' && reading.kind !== 'range') return 'none';
  const value = reading.kind === 'date' ? reading.value : reading.start + reading.end;
  const doubt = new Set(value.replaceAll(/[^~?%]/g, ''));
  return `${readDays(form)} ${doubt.size > 1 ? '%' : [...doubt].join('')}`.trim();
}

test.each(UNSEEN_FORMS)('reads forms that were written down before it, and refuses what has two meanings', (forms) => {
  const wrong = listOf(forms)
    .map(({ form, days }) => {
      const [first = '', doubt = ''] = days.split(' ');
      const stated = `${statedDays(first)} ${doubt}`.trim();
      const written = form.replaceAll('¦', ';');
      return { form: written, stated, read: readDaysAndDoubt(written) };
    })
    .filter(({ stated, read }) => stated !== read);
  expect(wrong).toEqual([]);
});

test('each difference is one', () => {
  const same = [...differences].filter(
    ([form, days]) => !outside.some((stated) => stated.form === form && stated.days !== days),
  );
  expect(same).toEqual([]);
});

test.each([
  ['the date parser of a public library', LIBRARY, 58],
  ['dates in words', IN_WORDS, 40],
  ['EDTF', EDTF, 30],
  ['archives and museums', CATALOGS, 70],
  ['logs', IN_LOGS, 60],
  ['other languages', LANGUAGES, 70],
])('reads the forms of %s with their first and last day', (name, forms, count) => {
  const list = listOf(forms);
  expect(list.length).toBeGreaterThanOrEqual(count);
  const wrong = list
    .map(({ form, days }) => ({ form, days, read: daysOf(readDate(form, { isEdtf: name === 'EDTF' })) }))
    .filter(({ days, read }) => days !== read);
  expect(wrong).toEqual([]);
});

test.each([
  // Two months begin so.
  'jui 1946',
  'ju 1946',
  'ma 1946',
  '4 jui. 1946',
  // Words of other languages that are not of dates.
  'set 1946',
  'de 1946',
  'a 1946',
  'le 1946',
  '7 et 9 mars 1946',
  // No date, or more than one.
  'n.d.',
  'undated',
  's.d.',
  '1903, 1950-1955',
  '{1960,1961-12}',
  // Centuries, and what the archive can't store.
  '19XX',
  '17--',
  '19th century',
  'before c. 1947',
  // A part of no day, a weekend around another day, days that don’t follow each other, no inauguration.
  'evening of June 1937',
  'weekend of June 9, 1937',
  '3 p.m., June 12, 1937',
  'June 3, 4 and 6, 1937',
  'March and May 1937',
  'Inauguration Day 1938',
  '1937--1938',
  'July 1-June 30, 1937',
  '156X-12-25',
  '1599',
  '31 juin 1946',
  '30. Februar 1946',
  '1946 or 1945',
  '[1947,1945]',
  '[1946,1946-05]',
])('%s isn’t a date', (form) => {
  expect(readDate(form)).toEqual({ kind: 'unreadable' });
});

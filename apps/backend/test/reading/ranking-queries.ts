import type { SearchHit } from '@archive/contracts';

/** A record: `v` and the start date of a voyage, `p` and a name, `m` or `a` and a title. */
export type Target = `${'v' | 'p' | 'm' | 'a'} ${string}`;

export interface ExpectedRanking {
  /** One of these must be the first result. */
  first?: Target | Target[];
  /** Each of these must be among the first three results. */
  top?: Target[];
  /** None of these may be a result that matches all words. */
  absent?: Target[];
}

/** A query, and the record that must be its first result or a detailed expectation. */
type RankedQuery = [query: string, expected: Target | ExpectedRanking];

export const targetOf = ({ kind, title, date }: SearchHit): Target =>
  kind === 'voyage' ? `v ${date}` : (`${kind.charAt(0)} ${title}` as Target);

const TRUDEAU = 'p Pierre Elliott Trudeau';
const BIRTHDAY = 'v 1963-05-29';
const SUMMIT = 'v 1973-06-19';
const LAST_NIXON = 'v 1974-08-05';
const CAMBODIA = 'v 1970-04-25';
const CANADA = 'v 1976-06-16';
const FIREWORKS = 'v 1976-07-04';
const KENNEDY = 'p John F. Kennedy';
const KISSINGER = 'p Henry A. Kissinger';
const WISE_MEN: Target[] = ['v 1945-05', 'v 1946'];
const WINNING_WEAPON: Target[] = ['v 1945-11-11', 'v 1945-12-08'];

/** Queries over the archive's document and the media of `ranking-archive.ts`. */
export const QUERIES: RankedQuery[] = [
  // Names of people.
  ['Trudeau', { first: TRUDEAU, top: [CANADA] }],
  ['Pierre Trudeau', TRUDEAU],
  ['Trudeau Pierre', TRUDEAU],
  ['trudeau', TRUDEAU],
  ['TRUDEAU', TRUDEAU],
  ['Kissinger', KISSINGER],
  ['Henry Kissinger', KISSINGER],
  ['Kissinger, Henry A.', KISSINGER],
  ['Nimitz', { first: 'p Chester W. Nimitz', top: ['v 1946-09-16', 'v 1947-07-01'] }],
  ['Brezhnev', 'p Leonid Brezhnev'],
  ['Leonid Brezhnev', 'p Leonid Brezhnev'],
  ['Gromyko', 'p Andrei Gromyko'],
  ['Truman', 'p Harry S. Truman'],
  ['Harry Truman', 'p Harry S. Truman'],
  ['Harry S. Truman', 'p Harry S. Truman'],
  ['Nixon', 'p Richard Nixon'],
  ['Richard Nixon', 'p Richard Nixon'],
  ['Pat Nixon', 'p Pat Nixon'],
  ['Gerald Ford', 'p Gerald Ford'],
  ['Ford', 'p Gerald Ford'],
  ['Betty Ford', 'p Betty Ford'],
  ['Susan Ford', 'p Susan Ford'],
  ['Rose Mary Woods', 'p Rose Mary Woods'],
  ['Rebozo', 'p Bebe Rebozo'],
  ['David Niven', 'p David Niven'],
  ['Niven', 'p David Niven'],
  ['Ben Bradlee', 'p Ben Bradlee'],
  ['Lem Billings', 'p Lem Billings'],
  ['Jacqueline Kennedy', 'p Jacqueline Kennedy'],
  ['Robert Kennedy', 'p Robert F. Kennedy'],
  ['Ethel Kennedy', 'p Ethel Kennedy'],
  ['Attlee', { top: ['v 1945-11-11', 'v 1945-05-14'] }],
  ['Anthony Eden', 'p Anthony Eden'],
  ['Lord Halifax', 'p Lord Halifax'],
  ['Acheson', 'p Dean Acheson'],
  ['McCarthy', 'p Joseph McCarthy'],
  ['Spruance', 'p Raymond Spruance'],
  ['Claude Pepper', 'p Claude Pepper'],
  ['Ramsay MacDonald', 'p Ramsay MacDonald'],
  ['Lou Henry Hoover', 'p Lou Henry Hoover'],
  ['Montgomery', { top: ['v 1946-09-16'] }],
  ['Kennan', 'p George F. Kennan'],
  ['Bohlen', { first: ['p Charles E. "Chip" Bohlen', 'p Charles E. Bohlen'] }],
  ['Scowcroft', 'p Brent Scowcroft'],
  ['Brent Scowcroft', 'p Brent Scowcroft'],
  ['Vandenberg', 'p Hoyt S. Vandenberg'],
  ['Ivan Head', 'p Ivan Head'],
  ['Happy Rockefeller', 'p Happy Rockefeller'],
  ['Nelson Rockefeller', 'p Nelson A. Rockefeller'],
  ['Forrestal', 'p James Forrestal'],
  ['Aldo Urbani', 'p Aldo Urbani'],
  ['Hoover', 'p Herbert Hoover'],

  // Initials and nicknames.
  ['JFK', { first: [KENNEDY, BIRTHDAY], top: [KENNEDY, BIRTHDAY] }],
  ['jfk', { top: [KENNEDY, BIRTHDAY] }],
  ['J.F.K.', { first: [KENNEDY, BIRTHDAY], top: [BIRTHDAY] }],
  ['FDR', { top: ['v 1933-04-23'] }],
  ['F.D.R.', { top: ['v 1933-04-23'] }],
  ['RFK', { first: 'p Robert F. Kennedy', top: [BIRTHDAY] }],
  ['LBJ', { first: 'p Lyndon B. Johnson', top: ['v 1947-07-12'] }],
  ['L.B.J.', { first: 'p Lyndon B. Johnson' }],
  ['Ike', { top: ['v 1946-09-16', 'v 1947-07-01'], absent: ['p David Eisenhower'] }],
  ['ike 1946', 'v 1946-09-16'],
  ['HST', { absent: [BIRTHDAY] }],
  ['RMN', { top: ['p Richard Nixon'] }],
  ['Monty', { top: ['v 1946-09-16'] }],

  // A name and something else.
  ['Nimitz 1949', 'v 1949-01-19'],
  ['Nimitz 1946', 'v 1946-09-16'],
  ['Nimitz 1947', 'v 1947-07-01'],
  ['Kissinger 1970', CAMBODIA],
  ['Kissinger 1973', SUMMIT],
  ['Kissinger 1976', CANADA],
  ['Truman 1947', { top: ['v 1947-07-01'] }],
  ['Kennedy birthday', BIRTHDAY],
  ['Nixon Cambodia', CAMBODIA],
  ['Nixon transcripts', LAST_NIXON],
  ['Brezhnev Kissinger', SUMMIT],
  ['Kissinger Trudeau', CANADA],
  ['Forrestal Kennan', 'v 1946'],
  ['Trudeau Canada dinner', CANADA],
  ['Nixon Brezhnev summit', SUMMIT],
  ['Ford fireworks', { top: [FIREWORKS] }],

  // Offices and roles.
  ['Chief Justice', { top: ['p Fred M. Vinson', 'v 1946-11-10'] }],
  ['Prime Minister of Canada', { top: [TRUDEAU, CANADA] }],
  ['Minister of Foreign Affairs', { top: ['p Andrei Gromyko', SUMMIT] }],
  ['Secretary of Transportation', { top: ['p William T. Coleman', 'v 1976-06-09'] }],
  ['Third Sea Lord', { top: ['p Sir Charles Daniel', 'v 1947-05-29'] }],
  ['British Foreign Secretary', { top: ['p Anthony Eden', 'v 1945-05-14'] }],
  ['First Lady Nixon', { top: ['p Pat Nixon', LAST_NIXON] }],
  ['Lt. Col.', { top: ['p Giuseppe Pelosi', 'v 1952-03'] }],
  ['Admiral Leahy', { top: ['v 1945-11-11'] }],
  ['Commanding Officer', { top: ['p Dewey Beliech', CANADA] }],

  // What happened.
  ['bicentennial', { top: [FIREWORKS, 'a Bicentennial night'] }],
  ['fireworks', { top: [FIREWORKS] }],
  ['aground', { top: ['v 1946-02-18', 'v 1946-03'] }],
  ['went aground Lake Worth', 'v 1946-03'],
  ['atomic energy', 'v 1945-11-11'],
  ['stag party', { top: ['v 1947-07-12'] }],
  ['stag dinner', { top: ['v 1947-05-29'] }],
  ['sandwich supper', 'v 1952-10-18'],
  ['munitions board', 'v 1947-07-01'],
  ['Virginia colonists', 'v 1931-04-25'],
  ['Korean War', 'v 1950-07-02'],
  ['war debts', 'v 1933-04-21'],
  ['stabilisation', 'v 1933-04-21'],
  ['North Atlantic alliance', 'v 1950-08-03'],
  ['freshman senators', 'v 1947-07-11'],
  ['inauguration', 'v 1949-01-19'],
  ['birthday', { top: [BIRTHDAY] }],
  ['birthday party', { first: BIRTHDAY }],
  ['National Security Act', 'v 1947-06-25'],
  ['unification', 'v 1946-08-27'],
  ['Italian air force', 'v 1952-03'],
  ['Williamsburg', 'v 1950-07-02'],
  ['Soviet motives', 'v 1946'],

  // Attributes.
  ['menu', { top: [BIRTHDAY, CANADA], absent: [...WISE_MEN] }],
  ['menu info', { top: [BIRTHDAY, CANADA, FIREWORKS] }],
  ['wine', { first: BIRTHDAY, absent: WINNING_WEAPON }],
  ['drinks', { first: BIRTHDAY }],
  ['restoration', { top: ['v 1945-12-23', 'v 1946-02-18', 'v 1946-03'] }],
  ['Trudeau menu', { top: [CANADA] }],
  ['menu 1963', BIRTHDAY],

  // Quotes, sources and titles of books.
  ['snug', 'v 1952-03'],
  ['pleasantly designed', 'v 1952-03'],
  ['"The Wise Men"', { top: WISE_MEN, absent: [BIRTHDAY] }],
  ['"Winning Weapon"', { top: WINNING_WEAPON }],
  ['Charlotte News', 'v 1946-02-18'],
  ['Ford Daily Diary', { top: ['v 1976-06-09', CANADA] }],
  ['newsreel', 'v 1946-09-16'],
  ['logbook 1933', 'v 1933-04-21'],

  // Places.
  ['Cape Henry', 'v 1931-04-25'],
  ['Green Cove Springs', 'v 1945-12-23'],
  ['Palm Beach', 'v 1946-03'],
  ['Fort Lauderdale', 'v 1946-02-18'],
  ['Blakiston Island', 'v 1950-07-02'],
  ['Naval Gun Factory', 'v 1950-07-02'],
  ['Naval Air Station', 'v 1947-01-22'],
  ['Mount Vernon 1946', 'v 1946-09-16'],
  ['St. Johns River', 'v 1945-12-23'],
  ['place:"Cape Henry"', 'v 1931-04-25'],
  ['place:florida', { absent: [BIRTHDAY] }],
  ['place:"Mount Vernon"', { first: 'v 1946-09-16', absent: [BIRTHDAY] }],

  // Dates.
  ['April 1933', { top: ['v 1933-04-21', 'v 1933-04-23'] }],
  ['June 1976', { top: ['v 1976-06-09', CANADA], absent: [FIREWORKS, SUMMIT] }],
  ['6/19/1973', { first: SUMMIT, absent: ['v 1976-06-09'] }],
  ['June 19, 1973', SUMMIT],
  ['19 June 1973', SUMMIT],
  ['1973-06-19', SUMMIT],
  ['1930s', { top: ['v 1931-04-25', 'v 1933-04-21', 'v 1933-04-23'], absent: [SUMMIT] }],
  ['1960s', { first: BIRTHDAY, absent: ['v 1970-04-25'] }],
  ['summer 1947', { top: ['v 1947-06-25', 'v 1947-07-01'], absent: ['v 1947-05-29'] }],
  ['July 4, 1976', FIREWORKS],
  ['4 July 1976', FIREWORKS],
  ['August 1974', LAST_NIXON],
  ['1970', CAMBODIA],
  ['March 1952', 'v 1952-03'],
  ['Kissinger June 1973', SUMMIT],
  ['Forrestal December 1945', 'v 1945-12-23'],
  ['dinner 1950s', { top: ['v 1950-08-03'] }],
  ['after:1974', { absent: [LAST_NIXON, SUMMIT] }],
  ['before:1932', 'v 1931-04-25'],
  ['before:1932 Hoover', { top: ['v 1931-04-25', 'p Herbert Hoover'] }],

  // Prefixes, phrases and exclusions.
  ['president:nixon cruise', { top: [CAMBODIA, SUMMIT], absent: [BIRTHDAY] }],
  ['president:truman nimitz', { absent: [SUMMIT] }],
  ['president:ford menu', { top: [CANADA, FIREWORKS], absent: [BIRTHDAY] }],
  ['person:brezhnev', { top: [SUMMIT, 'p Leonid Brezhnev'], absent: [CAMBODIA] }],
  ['person:kissinger person:brezhnev', { top: [SUMMIT], absent: [CAMBODIA] }],
  ['person:kissinger before:1971', { top: [CAMBODIA], absent: [SUMMIT, CANADA] }],
  ['menu -kennedy', { top: [CANADA, FIREWORKS], absent: [BIRTHDAY] }],
  ['"birthday party"', { first: BIRTHDAY, absent: [FIREWORKS] }],
  ['aground -palm', { first: 'v 1946-02-18', absent: ['v 1946-03'] }],

  // Media and albums.
  ['Abbie Rowe', { top: ['m Birthday guests on the fantail', 'm Cake on the main deck'] }],
  ['IMG_0007', 'm Deck chairs'],
  ['IMG_0007.jpg', 'm Deck chairs'],
  ['Birthday guests', { top: ['m Birthday guests on the fantail'] }],
  ['Deck chairs', 'm Deck chairs'],
  ['tag:catering', { top: ['m Dinner menu for Prime Minister Trudeau'], absent: ['m Deck chairs'] }],
  ['catering', { top: ['m Dinner menu for Prime Minister Trudeau'] }],
  ['dinner menu', { first: 'm Dinner menu for Prime Minister Trudeau' }],
  ['Robert Knudsen', { top: ['m Brezhnev at the rail'] }],
  ['Summit evening', 'a Summit evening'],
  ['Bicentennial night', 'a Bicentennial night'],
  ['engine room', 'm Engine room plan'],
  ['blueprint', 'm Engine room plan'],
  ['cake', { top: ['m Cake on the main deck', BIRTHDAY] }],
  ['May 1963', { top: [BIRTHDAY, 'm Birthday guests on the fantail'] }],
];

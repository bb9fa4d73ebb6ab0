// cspell:ignore FRCS juscelino kubitschek oliveira rutherfurd
import { describe, expect, test } from '@jest/globals';
import { articleName, compareNames, nameParts, readWrittenName } from './names.ts';

const compareText = (left: string, right: string) => {
  const [a, b] = [nameParts(left), nameParts(right)];
  return a && b && compareNames(a, b)?.match;
};

describe('a typed name is split into form of address, name, and what follows it', () => {
  test.each([
    ['Adm. Foskett, James H.', 'Adm.', 'James H. Foskett', null],
    ['Foskett, Adm. James H.', 'Adm.', 'James H. Foskett', null],
    ['Foskett, James H., Jr.', null, 'James H. Foskett Jr.', null],
    ['Kissinger, Henry A.', null, 'Henry A. Kissinger', null],
    ['de Gaulle, Charles', null, 'Charles de Gaulle', null],
    ['Major General Robert Landry', 'Major General', 'Robert Landry', null],
    ['Captain Smith', null, 'Captain Smith', null],
    ['Doe, Robert Jr.', null, 'Robert Doe Jr.', null],
    ['Doe, Robert, III, Ph.D.', null, 'Robert Doe III', 'Ph.D.'],
    ['Van Kirk, Theodore', null, 'Theodore Van Kirk', null],
    ['St. Clair, David', null, 'David St. Clair', null],
    ['John Foster, Jr.', null, 'John Foster Jr.', null],
    ['Ann Ray, M.D.', null, 'Ann Ray', 'M.D.'],
    ['Lee, CBE', null, 'Lee', 'CBE'],
    ['Dean Acheson, Secretary of State', null, 'Dean Acheson, Secretary of State', null],
    ['  Sam   Rayburn ', null, 'Sam Rayburn', null],
    ['27 other guests', null, '27 other guests', null],
    ['No guests. Painted the deck', null, 'No guests. Painted the deck', null],
    ['Gallery, Daniel V., Rear Adm., USN', null, 'Daniel V. Gallery', 'Rear Adm., USN'],
    ['Robert Poe, Jr., FRCS, CVO', null, 'Robert Poe Jr.', 'FRCS, CVO'],
    ['Capt. John Poe (MC), USN (Ret.)', 'Capt.', 'John Poe', 'MC, USN, Ret.'],
    ['Ann Ray MD', null, 'Ann Ray', 'MD'],
    ['Ann Do', null, 'Ann Do', null],
    ['Smith, John V.', null, 'John V. Smith', null],
  ])('%s', (sourceText, honorific, name, role) => {
    expect(readWrittenName(sourceText)).toEqual({ honorific, name, role });
  });
});

describe('two names', () => {
  test.each([
    ['W L M King', 'W.L.M. King', 'same'],
    ['Kissinger, Henry', 'Henry Kissinger', 'same'],
    ['Kissinger, Henry A.', 'Henry Kissinger', 'part'],
    ['Mackenzie King', 'William Lyon Mackenzie King', 'part'],
    ['Mackenzie King', 'W. L. M. King', 'initials'],
    ['W L M King', 'William Lyon Mackenzie King', 'initials'],
    ['RFK', 'Robert F. Kennedy', 'initials'],
    ['Prime Minister King', 'W.L.M. King', 'surname'],
    ['Clement Atlee', 'Clement Attlee', 'similar'],
    ['Zoë Àlvarez', 'Zoe Alvarez', 'same'],
    ['Admiral William Leahy', 'William D. Leahy', 'part'],
    ['Averill Harriman', 'W. Averell Harriman', 'similar'],
    ['William R. Smedberg 3rd', 'William R. Smedberg III', 'same'],
    ['Jonathan Daniels Junior', 'Jonathan Daniels, Jr.', 'same'],
    ['Wm. D. Leahy', 'William D. Leahy', 'same'],
    ['Leahy, Wm.', 'William D. Leahy', 'part'],
    ['Chip Bohlen', 'Charles E. "Chip" Bohlen', 'part'],
    ['Theodore VanKirk', 'Theodore Van Kirk', 'same'],
    ['Douglas Mac Arthur', 'Douglas MacArthur', 'same'],
    ['David Saint Clair', 'David St. Clair', 'same'],
    ['Louis St-Laurent', 'Louis Saint Laurent', 'same'],
    ['Oscar de la Cruz', 'Oscar DeLaCruz', 'same'],
    ['Ann Ray, M.D.', 'Ann Ray', 'same'],
    ['Bob Lee USN (Ret.)', 'Bob Lee', 'same'],
    ['Constructor Smith', 'C. Smith', 'initials'],
    ['Martin Senior', 'M. Senior', 'initials'],
    ['Le Thi Vi', 'Thi Vi', 'part'],
    ['Maria e Silva', 'Maria Silva', 'similar'],
    ['Al Foster', 'Alexander Foster', 'similar'],
    ['Lucy Mercer', 'Lucy Mercer Rutherfurd', 'similar'],
    ['Juscelino Kubitschek', 'Juscelino Kubitschek de Oliveira', 'similar'],
    ['John Poe, PhD', 'John Poe, CBE', 'same'],
  ])('%s and %s match', (left, right, match) => {
    expect([compareText(left, right), compareText(right, left)]).toEqual([match, match]);
  });

  test.each([
    ['David Eisenhower', 'Dwight D. Eisenhower'],
    ['Harry S. Truman', 'Margaret Truman'],
    ['John Foster Jr.', 'John Foster Sr.'],
    ['John Foster 2nd', 'John Foster III'],
    ['Cornelius Van Kirk', 'Theodore Van Kirk'],
    ['Dean Acheson', 'Dean Rusk'],
    ['RFK', 'John F. Kennedy'],
    ['Paul Foster', 'Paulette Foster'],
    ['Al Foster', 'Alice Foster'],
    ['John Henry', 'John Henry Newman'],
  ])('%s and %s differ', (left, right) => {
    expect([compareText(left, right), compareText(right, left)]).toEqual([undefined, undefined]);
  });
});

test.each([
  ['https://en.wikipedia.org/wiki/W._L._Mackenzie_King', 'W. L. Mackenzie King'],
  ['https://fr.wikipedia.org/wiki/Ren%C3%A9_Pleven_(homme_politique)', 'René Pleven'],
  ['https://example.org/wiki/King', null],
  [null, null],
])('the name of the article at %s', (address, name) => {
  expect(articleName(address)).toBe(name);
});

// cspell:disable
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyText } from '../test/arbitraries.ts';
import { filingKey, proposeFilingName } from './filing.ts';
import { personSlug } from './slugs.ts';

describe('a name is filed as a librarian files it', () => {
  test.each([
    // English, and names that begin with a capital particle
    ['Harry S. Truman', 'Truman, Harry S.'],
    ['Theodore Van Kirk', 'Van Kirk, Theodore'],
    ['David St. Clair', 'St. Clair, David'],
    ['Cecil B. De Mille', 'De Mille, Cecil B.'],
    ['Pierre S. du Pont', 'du Pont, Pierre S.'],
    ['Fiorello La Guardia', 'La Guardia, Fiorello'],
    ['Wernher Von Braun', 'Von Braun, Wernher'],
    ['Alfonse D’Amato', 'D’Amato, Alfonse'],
    ['Walter de la Mare', 'de la Mare, Walter'],
    ['Éamon de Valera', 'de Valera, Éamon'],
    ['Olivia de Havilland', 'de Havilland, Olivia'],
    ['David Lloyd George', 'Lloyd George, David'],
    ['Ralph Vaughan Williams', 'Vaughan Williams, Ralph'],
    ['Elizabeth Bowes-Lyon', 'Bowes-Lyon, Elizabeth'],
    ['Seán Ó Ceallaigh', 'Ó Ceallaigh, Seán'],
    ['Douglas Mac Arthur', 'Mac Arthur, Douglas'],
    ["Conor O'Brien", "O'Brien, Conor"],
    ['Van Johnson', 'Johnson, Van'],
    ['De Gaulle', 'De Gaulle'],
    // Suffixes, titles and nicknames
    ['William R. Smedberg III', 'Smedberg, William R., III'],
    ['Robert Porter Patterson, Sr.', 'Patterson, Robert Porter, Sr.'],
    ['Jonathan Daniels, Jr., Ph.D.', 'Daniels, Jonathan, Jr.'],
    ['Charles E. "Chip" Bohlen', 'Bohlen, Charles E.'],
    ['Mrs. Eleanor Roosevelt', 'Roosevelt, Eleanor'],
    ['Mrs. Robert Kennedy', 'Kennedy, Robert, Mrs.'],
    ['Mrs. Roosevelt', 'Roosevelt, Mrs.'],
    ['Captain Smith', 'Smith, Captain'],
    ['Captain Van Kirk', 'Van Kirk, Captain'],
    ['Lt. Cdr. Dewey Beliech', 'Beliech, Dewey'],
    ['Sir Charles Daniel', 'Daniel, Charles, Sir'],
    ['Lord Halifax', 'Halifax, Lord'],
    ['Count Carlo Sforza', 'Sforza, Carlo, Count'],
    ['Duke of Windsor', 'Windsor, Duke of'],
    ['Dean Acheson, Secretary of State', 'Acheson, Dean'],
    ['Foskett, James H., Jr.', 'Foskett, James H., Jr.'],
    // French
    ['Charles de Gaulle', 'de Gaulle, Charles'],
    ['Charles De Gaulle', 'De Gaulle, Charles'],
    ['Simone de Beauvoir', 'Beauvoir, Simone de'],
    ['Jean de La Fontaine', 'La Fontaine, Jean de'],
    ['Valéry Giscard d’Estaing', 'Giscard d’Estaing, Valéry'],
    ['Maurice Couve de Murville', 'Couve de Murville, Maurice'],
    ['Louis St-Laurent', 'St-Laurent, Louis'],
    // Dutch, German and Scandinavian
    ['Vincent van Gogh', 'Gogh, Vincent van'],
    ['Pieter van den Keere', 'Keere, Pieter van den'],
    ['Ludwig van Beethoven', 'Beethoven, Ludwig van'],
    ['Otto von Bismarck', 'Bismarck, Otto von'],
    ['Heinrich vom Ende', 'vom Ende, Heinrich'],
    ['Hilma af Klint', 'Klint, Hilma af'],
    ['Dag Hammarskjöld', 'Hammarskjöld, Dag'],
    // Italian
    ['Alcide De Gasperi', 'De Gasperi, Alcide'],
    ['Lorenzo da Ponte', 'da Ponte, Lorenzo'],
    ['Antonio di Pietro', 'di Pietro, Antonio'],
    // Spanish
    ['José Núñez y Peña', 'Núñez y Peña, José'],
    ['Gabriel García Márquez', 'García Márquez, Gabriel'],
    ['Gustavo Díaz Ordaz', 'Díaz Ordaz, Gustavo'],
    ['Adolfo López Mateos', 'López Mateos, Adolfo'],
    ['Miguel Alemán Valdés', 'Alemán Valdés, Miguel'],
    ['Fulgencio Batista y Zaldívar', 'Batista y Zaldívar, Fulgencio'],
    ['Juan Ponce de León', 'Ponce de León, Juan'],
    ['Hernando de Soto', 'Soto, Hernando de'],
    ['Juana Inés de la Cruz', 'Cruz, Juana Inés de la'],
    ['Carlos P. Garcia', 'Garcia, Carlos P.'],
    // Portuguese
    ['Vasco da Gama', 'Gama, Vasco da'],
    ['Juscelino Kubitschek de Oliveira', 'Oliveira, Juscelino Kubitschek de'],
    ['Artur da Costa e Silva', 'Costa e Silva, Artur da'],
    ['Henrique Coelho Netto', 'Coelho Netto, Henrique'],
    // Arabic, Malay, Hebrew and Welsh
    ['Hafez al-Assad', 'Assad, Hafez al-'],
    ['Faisal bin Abdulaziz', 'Faisal bin Abdulaziz'],
    ['Ibn Saud', 'Ibn Saud'],
    ['Mahathir bin Mohamad', 'Mahathir bin Mohamad'],
    ['David Ben-Gurion', 'Ben-Gurion, David'],
    ['Dafydd ap Gwilym', 'Dafydd ap Gwilym'],
    // Vietnamese, Chinese, Korean, Burmese and Japanese
    ['Đặng Văn Minh', 'Đặng Văn Minh'],
    ['Ngo Dinh Diem', 'Ngo Dinh Diem'],
    ['Hồ Chí Minh', 'Hồ Chí Minh'],
    ['Mao Zedong', 'Mao Zedong'],
    ['Chiang Kai-shek', 'Chiang Kai-shek'],
    ['Madame Chiang Kai-shek', 'Chiang Kai-shek, Madame'],
    ['Lee Kuan Yew', 'Lee Kuan Yew'],
    ['T. V. Soong', 'Soong, T. V.'],
    ['Park Chung Hee', 'Park Chung Hee'],
    ['Syngman Rhee', 'Rhee, Syngman'],
    ['Kim Novak', 'Novak, Kim'],
    ['Lee Remick', 'Remick, Lee'],
    ['U Thant', 'Thant, U'],
    ['Shigeru Yoshida', 'Yoshida, Shigeru'],
    // Hungarian and Icelandic
    ['Bartók Béla', 'Bartók, Béla'],
    ['Imre Nagy', 'Nagy, Imre'],
    ['Nagy Imre', 'Nagy, Imre'],
    ['Vigdís Finnbogadóttir', 'Vigdís Finnbogadóttir'],
    ['Þórdís Ólafsdóttir', 'Þórdís Ólafsdóttir'],
    ['Bảo Đại', 'Bảo Đại'],
    ['Bjarni Benediktsson', 'Bjarni Benediktsson'],
    ['Erik Eriksson', 'Eriksson, Erik'],
    // Royal and single names
    ['Elizabeth II', 'Elizabeth II'],
    ['Queen Elizabeth II', 'Elizabeth II, Queen'],
    ['Prince Philip', 'Philip, Prince'],
    ['Prince Philip, Duke of Edinburgh', 'Philip, Prince, Duke of Edinburgh'],
    ['Crown Prince Olav of Norway', 'Olav, Crown Prince of Norway'],
    ['Princess Grace of Monaco', 'Grace, Princess of Monaco'],
    ['King Saud bin Abdulaziz', 'Saud bin Abdulaziz, King'],
    ['Emperor Haile Selassie', 'Haile Selassie, Emperor'],
    ['Pope Pius XII', 'Pius XII, Pope'],
    ['Prince Stanislaw Radziwill', 'Radziwill, Stanislaw, Prince'],
    ['Squanto', 'Squanto'],
    // Other scripts
    ['Никита Хрущёв', 'Хрущёв, Никита'],
    ['Κωνσταντίνος Καραμανλής', 'Καραμανλής, Κωνσταντίνος'],
    ['毛泽东', '毛泽东'],
    ['김대중', '김대중'],
    // No people, or more than one
    ['U.S. Navy', 'U.S. Navy'],
    ['Norfolk Yacht Club', 'Norfolk Yacht Club'],
    ['Frank Church', 'Church, Frank'],
    ['Department of Commerce', 'Department of Commerce'],
    ['27 other guests', '27 other guests'],
    ['Mr. and Mrs. Levi', 'Mr. and Mrs. Levi'],
    ['Constructor Smith', 'Smith, Constructor'],
    ['“Chip”', '“Chip”'],
  ])('%s', (name, filed) => {
    expect(proposeFilingName(name)).toBe(filed);
  });
});

describe('the sort key', () => {
  const sorted = (names: string[]) => names.toSorted((a, b) => (filingKey(a) < filingKey(b) ? -1 : 1));

  test.each([
    [['Smith, Zoe', 'Smith Jones, Ann', 'Smithson, Al']],
    [['Đặng Văn Minh', 'de Gaulle, Charles', 'De Mille, Cecil', 'Dean, James', 'Eden, Anthony']],
    [['George II', 'George V', 'George VI', 'George IX', 'George X']],
    [['Doe, Robert', 'Doe, Robert, II', 'Doe, Robert, III', 'Doe, Robert, Jr.']],
    [['Núñez, Ana', 'Nunez, Bob', 'Øberg, Carl', "O'Brien, Al", 'Obrien, Bob', 'Ochs, Ann']],
    [['Karamanlis, Al', 'Καραμανλής, Κωνσταντίνος', 'Khan, Al', 'Хрущёв, Никита', 'Kissinger, Henry']],
    [['Mann, Thomas', '毛泽东', 'Marshall, George']],
    [['2 guests', '10 guests', 'Able, Ann']],
  ])('orders %j', (names) => {
    expect(sorted(names.toReversed())).toEqual(names);
  });

  test('is the same for names that differ by case, accents and apostrophes', () => {
    expect(filingKey('DE GAULLE, charles')).toBe(filingKey('de Gaulle, Charles'));
    expect(filingKey("O'Brien, Conor")).toBe(filingKey('OBrien, Conor'));
  });
});

test('any text has a filing name, and the rules never lose it', () => {
  fc.assert(
    fc.property(anyText, (name) => {
      expect(proposeFilingName(name)).toBe(proposeFilingName(name).trim());
      expect(proposeFilingName(name) === '').toBe(name.trim() === '');
      expect(filingKey(proposeFilingName(name))).not.toMatch(/^ | $/);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['Theodore Van Kirk', null, 'van-kirk-theodore'],
  ['José Núñez y Peña', null, 'nunez-y-pena-jose'],
  ['Đặng Văn Minh', null, 'dang-van-minh'],
  ['Никита Хрущёв', null, 'khrushchev-nikita'],
  ['毛泽东', null, 'mao-zedong'],
  ['김대중', null, 'gim-daejung'],
  ['Κωνσταντίνος Καραμανλής', null, 'karamanlis-konstantinos'],
  ['Prince Philip', null, 'philip-prince'],
  ['Hafez al-Assad', null, 'assad-hafez-al'],
  ['W. L. M. King', 'Mackenzie King, W. L.', 'mackenzie-king-w-l'],
])('%s, filed under %s, has the address %s', (name, filedUnder, slug) => {
  expect(personSlug(name, filedUnder)).toBe(slug);
});

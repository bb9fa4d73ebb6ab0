// cspell:ignore Aufnahmedatum Bilder Bildtitel Dateiname Fichier Flagge Fotograf Frühlingsfahrt Größe Jörg März Müller Schlagworte archivo autor cubierta título
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { planImport } from './plan.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plan-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
const plan = (useFileMetadata = false) =>
  planImport(folder, { metadata: undefined, useFileMetadata, show: () => undefined });
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

test('imports all files in the order of their numbers, and says which it skips', async () => {
  for (const path of ['img 10.jpg', 'img 2.jpg', 'box 1/a.tif', '.DS_Store', '.cache/b.jpg', 'Thumbs.db'])
    write(path, 'x');
  symlinkSync(join(folder, 'img 2.jpg'), join(folder, 'link.jpg'));
  const { files, leftOut, problems } = await plan();
  expect(files.map(({ path }) => path)).toEqual(['box 1/a.tif', 'img 2.jpg', 'img 10.jpg']);
  expect(files[1]).toMatchObject({ fields: { title: 'img 2' }, titleIsFileName: true, size: 1 });
  expect(leftOut.toSorted()).toEqual(['.DS_Store', '.cache/b.jpg', 'Thumbs.db', 'link.jpg']);
  expect(problems).toEqual([]);
});

test('sends the values in the table, and shows those that are stored in another form', async () => {
  write('a.jpg', 'x');
  write(
    'media.csv',
    'file,title,date,tags,album_slug,people\na.jpg,"The rail, front",1962-06,"rail, party, rail",summer-1962,"ann-lee, ben-ray"\n',
  );
  const { files, readings, problems, leftOut } = await plan();
  expect(problems).toEqual([]);
  expect(files).toEqual([
    expect.objectContaining({
      fields: {
        title: 'The rail, front',
        date: '1962-06',
        tags: 'rail, party, rail',
        album_slug: 'summer-1962',
        people: 'ann-lee, ben-ray',
      },
      titleIsFileName: false,
    }),
  ]);
  expect(readings).toEqual([{ path: 'a.jpg', column: 'tags', text: 'rail, party, rail', meaning: 'rail, party' }]);
  expect(leftOut).toEqual(['media.csv']);
});

test.each([
  ['1962-06', '1962-06', []],
  ['June 1962', '1962-06', ['June 1962']],
  ['c. 1947', '1947~', ['about 1947']],
  ['July 3d 1946', '1946-07-03', ['July 3, 1946']],
  ['mid-to-late 1950s', '1954~/1959~', ['between about 1954 and about 1959']],
  ['summer of 1946', '1946-22', ['Summer 1946']],
  ['1947~', '1947~', ['about 1947']],
])('sends the date %s as %s, and shows how it is understood', async (text, date, meanings) => {
  write('a.jpg', 'x');
  write('media.csv', `file,date\na.jpg,${text}\n`);
  const { files, readings, problems } = await plan();
  expect(problems).toEqual([]);
  expect(files).toEqual([expect.objectContaining({ fields: { title: 'a', date } })]);
  expect(readings).toEqual(meanings.map((meaning) => ({ path: 'a.jpg', column: 'date', text, meaning })));
});

test.each([
  ['semicolons', 'file;title;tags\nBox/a.jpg;The rail, front;"rail; deck"\n', 'rail; deck'],
  ['tabs', 'file\ttitle\ttags\nBox/a.jpg\tThe rail, front\trail\n', 'rail'],
  ['headings as people write them', 'File,Title,Tags\nBox/a.jpg,"The rail, front",rail\n', 'rail'],
  ['another name of the file', 'Filename,Title,Tags\nBox/a.jpg,"The rail, front",rail\n', 'rail'],
  ['a path of Windows', 'file,title,tags\nBox\\a.jpg,"The rail, front",rail\n', 'rail'],
])('reads a table with %s', async (_, table, tags) => {
  write('Box/a.jpg', 'x');
  write('media.csv', table);
  const { files, problems } = await plan();
  expect(problems).toEqual([]);
  expect(files).toEqual([expect.objectContaining({ path: 'Box/a.jpg', fields: { title: 'The rail, front', tags } })]);
});

test('a table in two encodings is refused instead of read with wrong letters', async () => {
  write('a.jpg', 'x');
  writeFileSync(
    join(folder, 'media.csv'),
    Buffer.concat([Buffer.from('file,title\na.jpg,Zoë '), Buffer.from('Café\n', 'latin1')]),
  );
  await expect(plan()).rejects.toThrow('media.csv: Line 2 has a character that can’t be read.');
});

test('a range of dates is a problem', async () => {
  write('a.jpg', 'x');
  write('media.csv', 'file,date\na.jpg,"June 16–18, 1946"\n');
  expect((await plan()).problems).toEqual(['media.csv, line 2: date: “June 16–18, 1946” is a range. Enter one date.']);
});

test('shows metadata in the files, and uses it on request for fields that the table omits', async () => {
  // A picture whose metadata is read only from its XMP.
  write(
    'a.jpg',
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>At the rail</dc:title><dc:creator>Rowe, Abbie</dc:creator><dc:subject><rdf:Bag><rdf:li>deck</rdf:li><rdf:li>flag</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
  );
  write('media.csv', 'file,creator\na.jpg,Abbie Rowe\n');
  const embedded = { title: 'At the rail', tags: 'deck, flag' };
  const described = { fields: { title: 'a', creator: 'Abbie Rowe' }, titleIsFileName: true, embedded };
  expect((await plan()).files).toEqual([expect.objectContaining(described)]);
  const used = { fields: { ...embedded, creator: 'Abbie Rowe' }, titleIsFileName: false, embedded };
  expect(await plan(true)).toMatchObject({ files: [used], problems: [], readings: [] });
});

test('names every mistake with its line, so that nothing is skipped silently', async () => {
  write('a.jpg', 'x');
  write('empty.jpg', '');
  write(
    'media.csv',
    ['file,titles,date', 'a.jpg,Rail,6/5/12', 'a.jpg,Again,', 'missing.jpg,None,', ',No file,', 'empty.jpg,a,,b'].join(
      '\n',
    ),
  );
  const { problems } = await plan();
  expect(problems.toSorted()).toEqual([
    'empty.jpg is empty.',
    'media.csv has the unknown column “titles”. Did you mean “title”?',
    'media.csv, line 2: date: “6/5/12” can’t be read. Enter one date, such as 1941-06-05, June 1941, 1941, c. 1941 or summer 1941.',
    'media.csv, line 3: a.jpg is also in line 2.',
    'media.csv, line 4: there is no file missing.jpg.',
    'media.csv, line 5: the row names no file.',
    'media.csv, line 6: the row has more cells than the header. Put text with commas in quotation marks.',
  ]);
});

test('reads a German table of a spreadsheet: its encoding, separators, headings and dates', async () => {
  write('Box/a.jpg', 'x');
  write('b.jpg', 'x');
  const table = [
    'Bilder der Sequoia',
    'Dateiname;Bildtitel;Aufnahmedatum;Fotograf;Ort;Schlagworte',
    'Box\\a.jpg;Frühlingsfahrt;05.06.1971;Jörg Müller;Mount Vernon;Deck, Flagge',
    'b.jpg;Größe des Decks;7. März 1946;;;',
    ';;;;;',
  ].join('\r\n');
  writeFileSync(join(folder, 'media.csv'), Buffer.from(table, 'latin1'));
  const { files, problems, notes } = await plan();
  expect(problems).toEqual([]);
  expect(files.map(({ path, fields }) => [path, fields])).toEqual([
    [
      'Box/a.jpg',
      {
        title: 'Frühlingsfahrt',
        date: '1971-06-05',
        creator: 'Jörg Müller',
        place: 'Mount Vernon',
        tags: 'Deck, Flagge',
      },
    ],
    ['b.jpg', { title: 'Größe des Decks', date: '1946-03-07' }],
  ]);
  expect(notes).toEqual([
    'media.csv is read in the encoding windows-1252.',
    'The column “Dateiname” of media.csv is read as “file”.',
    'The column “Bildtitel” of media.csv is read as “title”.',
    'The column “Aufnahmedatum” of media.csv is read as “date”.',
    'The column “Fotograf” of media.csv is read as “creator”.',
    'The column “Ort” of media.csv is read as “place”.',
    'The column “Schlagworte” of media.csv is read as “tags”.',
    'Dates in media.csv have the day first: 5/6/1971 is June 5.',
  ]);
});

test.each([
  ['French', 'Fichier\tTitre\tDate\tAuteur\na.jpg\tLe pont\t7 mars 1946\tAnn\n', '1946-03-07', 'Le pont'],
  ['Spanish', 'archivo;título;fecha;autor\na.jpg;La cubierta;5/6/1971;Ann\n', '1971-06-05', 'La cubierta'],
  [
    'Dublin Core',
    'File,dc:title,dcterms:created,dcterms:creator\na.jpg,On deck,before 1947,Ann\n',
    '[..1946]',
    'On deck',
  ],
  ['UTF-16', '\uFEFFfile\ttitle\tdate\tcreator\na.jpg\tŽ\t6/5/1971\tAnn\n', '1971-06-05', 'Ž'],
])('reads headings and dates of a table in %s', async (name, table, date, title) => {
  write('a.jpg', 'x');
  writeFileSync(join(folder, 'media.csv'), Buffer.from(table, name === 'UTF-16' ? 'utf16le' : 'utf8'));
  const { files, problems } = await plan();
  expect(problems).toEqual([]);
  expect(files.map(({ fields }) => fields)).toEqual([{ title, date, creator: 'Ann' }]);
});

describe('a BagIt bag', () => {
  beforeEach(() => {
    write('bagit.txt', 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n');
    write('data/a.jpg', 'picture');
    write('data/media.csv', 'file,title\na.jpg,At the rail\n');
    const manifest = `${sha256('picture')}  data/a.jpg\n${sha256('file,title\na.jpg,At the rail\n')}  data/media.csv\n`;
    write('manifest-sha256.txt', manifest);
    write('tagmanifest-sha256.txt', `${sha256(manifest)}  manifest-sha256.txt\n`);
  });

  test('has the files of its payload', async () => {
    const { files, problems } = await plan();
    expect(problems).toEqual([]);
    expect(files.map(({ path, fields }) => [path, fields])).toEqual([['a.jpg', { title: 'At the rail' }]]);
  });

  test('is refused when a file has changed, is missing, or is not listed', async () => {
    write('data/a.jpg', 'another');
    write('data/new.jpg', 'x');
    rmSync(join(folder, 'data/media.csv'));
    const { problems } = await plan();
    expect(problems).toEqual([
      'data/new.jpg is not in manifest-sha256.txt.',
      'data/a.jpg has changed: its checksum is not the one of the manifest.',
      'data/media.csv is missing.',
    ]);
  });

  test('is refused when its manifest has changed, or there is none', async () => {
    write('manifest-sha256.txt', `${sha256('picture')}  data/a.jpg\n`);
    expect((await plan()).problems).toContain(
      'manifest-sha256.txt has changed: its checksum is not the one of the manifest.',
    );
    rmSync(join(folder, 'manifest-sha256.txt'));
    expect((await plan()).problems[0]).toMatch(/^The bag has no manifest/);
  });
});

test('finds a file whose name the disk has decomposed', async () => {
  const name = 'Zoë Café.jpg';
  write(name.normalize('NFD'), 'x');
  write('media.csv', `file,title\n${name.normalize('NFC')},Zoë\n`);
  const { files, problems } = await plan();
  expect(problems).toEqual([]);
  expect(files).toEqual([
    expect.objectContaining({ path: name.normalize('NFC'), source: join(folder, name.normalize('NFD')) }),
  ]);
});

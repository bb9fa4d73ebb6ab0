// cspell:ignore Fahrten Jahr März Okafor Monat Дата Место Москва Киев Tagebuch Régate Köln Référence Lieu mars Carton Bemerkungen Ehrlichman Gäste Invitados Invités Jörg Lluvia Lugar Müller Observaciones Pluie Quelle Regen Tagebuch Uhrzeit Ziel beschreibung compétition samedi doyon evenement capacite dîner fête mitternacht
import { describe, expect, test } from '@jest/globals';
import { officeToText } from '../../sandbox/program/office.ts';
import { aWorkbook } from '../../../../test/support/workbook.ts';
import { type DocumentText, readDocument, textOfDocument } from './read-document.ts';

const read = (text: string, format: DocumentText['format'] = 'csv') => readDocument({ format, text });
const first = (text: string) => read(text).voyages[0];

const HEAD = 'id,date,president,guests,location,start,end';

describe('a cell stays in the field of its column', () => {
  test.each(['3/7/1946 0:00', '1946-03-07T00:00:00', '1946-03-07 00:00:00', '1946-03-07T00:00:00.000Z', '16868'])(
    'the date of a spreadsheet: %s',
    (date) => {
      expect(first(`Date,Place\n${date},Regatta Island\n`)).toMatchObject({
        start_date: '1946-03-07',
        end_date: null,
        title: null,
        start_time: null,
        start_location: 'Regatta Island',
      });
    },
  );

  test.each([
    ['"July 3d, 1946"', '1946-07-03'],
    ['mid-to-late 1950s', '1954~/1959~'],
    ['n.d. [1946]', '1946'],
  ])('the date %s of a catalog', (cell, start_date) => {
    expect(first(`Date,Place\n${cell},Regatta Island\n`)).toMatchObject({ start_date, title: null });
  });

  test.each([
    ['6:30 PM', '9:05 PM', '18:30', '21:05'],
    ['1830', '2105', '18:30', '21:05'],
    ['18.30', '21.05', '18:30', '21:05'],
    ['18.30 Uhr', '21 Uhr', '18:30', '21:00'],
    ['noon', '21h', '12:00', '21:00'],
    ['0.770833', '0.878472', '18:30', '21:05'],
    ['18:30:00', '21:05:00', '18:30', '21:05'],
    ['12/30/1899 18:30', '1899-12-30T21:05:00', '18:30', '21:05'],
    ['930', '1100', '09:30', '11:00'],
  ])('times %s and %s below “start” and “end”', (start, end, start_time, end_time) => {
    const { voyages, problems } = read(`${HEAD}\n1,6/5/1971,Nixon,"Kissinger, Rebozo",Mount Vernon,${start},${end}\n`);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(voyages).toHaveLength(1);
    expect(voyages[0]).toMatchObject({
      start_date: '1971-06-05',
      end_date: null,
      title: null,
      start_time,
      end_time,
      start_location: 'Mount Vernon',
      number: null,
    });
    expect(voyages[0]?.voyage_slug).toBeUndefined();
    expect(voyages[0]?.passengers.map(({ name }) => name)).toEqual(['Kissinger', 'Rebozo']);
  });

  test.each(['24:00', '2400', 'midnight', 'Mitternacht'])('%s is midnight at the end of the day', (end) => {
    expect(first(`date,start_time,end_time\n1971-06-30,18:30,${end}\n`)).toMatchObject({
      start_date: '1971-06-30',
      start_time: '18:30',
      end_time: '00:00',
      end_date: '1971-07-01',
    });
  });

  test('a time with another date than its voyage is kept as well', () => {
    const voyage = first(
      'start_date,end_date,start_time,end_time\n1971-06-05,1971-06-08,1971-06-04 18:30,1971-06-07 01:30\n',
    );
    expect(voyage?.additional_information).toBe('Start Time: 1971-06-04 18:30\n\nEnd Time: 1971-06-07 01:30');
    const whole = first('start_date,start_time,end_time\n1971-06-05,1971-06-05 18:30,1971-06-06T01:30:00\n');
    expect(whole).toMatchObject({
      start_time: '18:30',
      end_date: '1971-06-06',
      end_time: '01:30',
      additional_information: null,
    });
  });

  test('text that its field can’t hold is kept with its heading', () => {
    const voyage = first('Date,End date,Start time,Number,Title\n1971-06-05,after supper,dusk,B-12,Regatta\n');
    expect(voyage).toMatchObject({ start_date: '1971-06-05', end_date: null, start_time: null, title: 'Regatta' });
    for (const text of ['after supper', 'dusk', 'B-12']) expect(voyage?.additional_information).toContain(text);
  });

  test.each([
    ['Apr 23 ’33', '1933-04-23', null],
    ["Apr 23 '33", '1933-04-23', null],
    ['7/8-9/33', '1933-07-08', '1933-07-09'],
    ['7/8/33 evening', '1933-07-08', null],
    ['6/1971', '1971-06', null],
    ['March 7, 1946 (Thursday)', '1946-03-07', null],
  ])('the date %s isn’t read as a title', (date, start_date, end_date) => {
    expect(first(`Date,Place\n"${date}",Mount Vernon\n`)).toMatchObject({ start_date, end_date, title: null });
  });
});

const columnsIn = (document: ReturnType<typeof read>) =>
  Object.fromEntries((document.table?.columns ?? []).map(({ name, column }) => [name, column]));

describe('a table is read whatever its headings', () => {
  test('in German', () => {
    const document = read(
      'Datum;Uhrzeit;Ort;Ziel;Gäste;Bemerkungen;Quelle\n05.06.1971;18.30–21.05;Mount Vernon;Quantico;Müller, Jörg;Regen;Tagebuch\n',
    );
    expect(columnsIn(document)).toEqual({
      Datum: 'start_date',
      Uhrzeit: 'start_time',
      Ort: 'start_location',
      Ziel: 'end_location',
      Gäste: 'passengers',
      Bemerkungen: 'notes',
      Quelle: 'sources',
    });
    expect(document.voyages).toMatchObject([
      {
        start_date: '1971-06-05',
        start_time: '18:30',
        end_time: '21:05',
        start_location: 'Mount Vernon',
        end_location: 'Quantico',
        notes: 'Regen',
        sources: [{ url: 'Tagebuch' }],
      },
    ]);
  });

  test('in French and in Spanish', () => {
    const french = read('Jour,Lieu,Invités,Remarques\n5/6/1971,Mount Vernon,Henry Kissinger,Pluie\n');
    expect(Object.values(columnsIn(french))).toEqual(['start_date', 'start_location', 'passengers', 'notes']);
    expect(french.voyages).toMatchObject([{ start_date: '1971-06-05' }]);
    const spanish = read(
      'Fecha,Hora,Lugar,Invitados,Observaciones\n5/6/1971,18:30,Mount Vernon,Henry Kissinger,Lluvia\n',
    );
    expect(Object.values(columnsIn(spanish))).toEqual([
      'start_date',
      'start_time',
      'start_location',
      'passengers',
      'notes',
    ]);
  });

  test('by Dublin Core with qualifiers, and by times as parts of a day', () => {
    const table = read(
      'dc.title,dc.date.issued,dc.coverage.spatial,dc.contributor.other,start,return\nRegatta,1946-03-07,Mount Vernon,Ann Poe,0.770833333,0.895833333\nDinner,1946-03-08,Quantico,Bob Lee,0.5,0.75\n',
    );
    expect(columnsIn(table)).toEqual({
      'dc.title': 'title',
      'dc.date.issued': 'start_date',
      'dc.coverage.spatial': 'start_location',
      'dc.contributor.other': 'passengers',
      start: 'start_time',
      return: 'end_time',
    });
    expect(table.voyages).toMatchObject([
      { start_time: '18:30', end_time: '21:30' },
      { start_time: '12:00', end_time: '18:00' },
    ]);
  });

  test('by Dublin Core, with many values in a cell', () => {
    const document = read(
      'o:id,dcterms:title,dcterms:date,dcterms:spatial,dcterms:contributor,dcterms:source,dcterms:medium\n12,Regatta,1946-03-07,Mount Vernon,"Kissinger, Henry|Rebozo, Charles",Log; vol. 2|Diary,film\n',
    );
    expect(columnsIn(document)).toEqual({
      'o:id': 'leave_out',
      'dcterms:title': 'title',
      'dcterms:date': 'start_date',
      'dcterms:spatial': 'start_location',
      'dcterms:contributor': 'passengers',
      'dcterms:source': 'sources',
      'dcterms:medium': null,
    });
    expect(document.voyages).toMatchObject([
      {
        title: 'Regatta',
        start_date: '1946-03-07',
        start_location: 'Mount Vernon',
        passengers: [{ name: 'Henry Kissinger' }, { name: 'Charles Rebozo' }],
        sources: [{ url: 'Log; vol. 2' }, { url: 'Diary' }],
        additional_information: 'Dcterms:medium: film',
      },
    ]);
  });

  test.each([
    'When,From - To,Who was there,Remarks\n6/5/1971,6:30 PM - 9:05 PM,Henry Kissinger,Rain\n',
    'xyz,abc,pqr,stu\nRain,6/5/1971,"Henry Kissinger, Charles Rebozo",1\nFog,6/6/1971,"Pat Nixon, John Ehrlichman",2\n',
    '6/5/1971,Mount Vernon,Rain\n6/6/1971,Quantico,Fog\n6/7/1971,Anacostia,Calm\n',
    '| Tag | Was |\n|---|---|\n| 5.6.1971 | Regatta |\n| 16.6.1971 | Lunch |\n',
    'start_date\n1971-06-05\n',
  ])('and finds the dates by their cells: %j', (text) => {
    const format = text.startsWith('|') ? 'markdown' : 'csv';
    const { voyages, fatal } = read(text, format);
    expect(fatal).toBeNull();
    expect(voyages.some(({ start_date }) => start_date === '1971-06-05')).toBe(true);
    expect(voyages.every(({ title }) => title === null || ['Regatta', 'Lunch'].includes(title))).toBe(true);
  });

  const CALENDAR =
    'Subject,Start Date,Start Time,End Date,End Time,All Day Event,Description,Location,Private\n"Dinner, late",06/05/1971,06:30 PM,06/05/1971,09:05 PM,False,With music,Mount Vernon,True\n';
  const VOYAGE = { start_date: '1971-06-05', start_location: 'Mount Vernon' };

  test.each([
    [
      'an export of a calendar',
      CALENDAR,
      {
        ...VOYAGE,
        title: 'Dinner, late',
        start_time: '18:30',
        end_date: '1971-06-05',
        end_time: '21:05',
        summary_markdown: 'With music',
        additional_information: 'All Day Event: False\n\nPrivate: True',
      },
    ],
    [
      'a German list of appointments',
      'datum;uhrzeit;ort;beschreibung\n1971-06-05;13:00;Mount Vernon;\n1971-06-06;;Quantico;Tag 1 von 3\n',
      { ...VOYAGE, start_time: '13:00', summary_markdown: null },
    ],
    [
      'a list of meetings with the number of people',
      'Event Name,Date,Time,Location,Attendees,Completed\nDinner,1971-06-05,09:00 AM,Mount Vernon,45,Yes\n',
      {
        ...VOYAGE,
        title: 'Dinner',
        start_time: '09:00',
        passengers: [],
        additional_information: 'Attendees: 45\n\nCompleted: Yes',
      },
    ],
    [
      'French results with a weekday in the date',
      'Date;Lieu;Type de compétition;Rang;Nom\nSamedi 6/5/1971;Mount Vernon;Slalom;1;Doyon\n',
      { ...VOYAGE, additional_information: 'Type de compétition: Slalom\n\nRang: 1\n\nNom: Doyon' },
    ],
    [
      'a French export of a database',
      'id_evenement;titre;type;date;lieu;capacite\n7;Dîner;fête;05/06/1971 18:30;Mount Vernon;40\n8;Bal;fête;16/06/1971 20:00;Quantico;60\n',
      { ...VOYAGE, title: 'Dîner', start_time: '18:30', voyage_type: null, number: null },
    ],
    [
      'an export of a planner',
      'User ID,User Name,Task Name,Start Date,Start Time,End Date,End Time,Estimated Time (minutes),Notes,Location\n1,Ann Smith,Status,1971-06-05,10:30:00,1971-06-05,11:00:00,30,Agenda: one,Mount Vernon\n',
      { ...VOYAGE, start_time: '10:30', end_time: '11:00', notes: 'Agenda: one', passengers: [], title: null },
    ],
  ])('%s, made for another purpose', (_, table, expected) => {
    const { voyages, problems } = read(table);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(voyages[0]).toMatchObject(expected);
  });

  test('with a French reference as the number of the record, and numbers of records below “Reference”', () => {
    const columnsOf = (text: string) =>
      readDocument({ format: 'csv', text }).table?.columns.map(({ name, column }) => [name, column]);
    expect(columnsOf('Référence,Date,Lieu\nCarton 12 bis,7 mars 1946,Annapolis\n')).toEqual([
      ['Référence', null],
      ['Date', 'start_date'],
      ['Lieu', 'start_location'],
    ]);
    expect(columnsOf('Reference,Date\nFR-AN-1946/12,7 mars 1946\nFR-AN-1946/13,8 mars 1946\n')?.[0]?.[1]).toBeNull();
    expect(columnsOf('Reference,Date\n"Logbook, p. 12",1946-03-07\n')?.[0]?.[1]).toBe('sources');
  });

  test('with the dates of the voyage, not those of the record', () => {
    const columnsOf = (text: string) =>
      readDocument({ format: 'csv', text }).table?.columns.map(({ column }) => column);
    expect(
      columnsOf('Accession date,Event,Sailing date,Donor\n3/4/1998,Cruise,6/5/1941,"Ann Lee, Tom Okafor"\n'),
    ).toEqual([null, 'title', 'start_date', null]);
    expect(columnsOf('Embarked;Disembarked;Party\n14.06.1974;15.06.1974;"Smith, Ann; Okafor, Tom"\n')).toEqual([
      'start_date',
      'end_date',
      'passengers',
    ]);
    expect(columnsOf('Date,Embarked,Disembarked\n6/5/1941,18:30,21:05\n')).toEqual([
      'start_date',
      'start_time',
      'end_time',
    ]);
    expect(columnsOf('Date,Embarked\n6/5/1941,"Ann Lee, Tom Okafor"\n')).toEqual(['start_date', 'passengers']);
    expect(columnsOf('begin,end,title\n1951,1954,Trips\n')).toEqual(['start_date', 'end_date', 'title']);
    expect(columnsOf('date,begin,end\n6/5/1941,18:30,21:05\n')).toEqual(['start_date', 'start_time', 'end_time']);
  });

  test('with columns for year, month and day', () => {
    const read = (text: string) => {
      const { table, voyages } = readDocument({ format: 'csv', text });
      return [table?.columns.map(({ name, column }) => [name, column]), voyages.map(({ start_date }) => start_date)];
    };
    expect(read('Place,Year,Month,Day\nPier,1971,6,5\nDock,1971,June,\nBay,1972,0,0\n')).toEqual([
      [
        ['Place', 'start_location'],
        ['Year, Month, Day', 'start_date'],
      ],
      ['1971-06-05', '1971-06', '1972'],
    ]);
    expect(read('Tag;Monat;Jahr;Ort\n7;März;1946;Köln\n')[1]).toEqual(['1946-03-07']);
  });

  test('without the lines above and below it', () => {
    const text = [
      ',,\nLog of the yacht,,\n,,\nDate,"Guests\non board",Box',
      '6/5/1971,Ann Lee,"=""007"""\nTotal,,7\n,,\nPrinted on 3/4/1998,,\n',
    ].join('\n');
    const { voyages, problems } = readDocument({ format: 'csv', text });
    expect(voyages).toMatchObject([{ start_date: '1971-06-05', additional_information: 'Box: 007' }]);
    expect(voyages[0]?.passengers.map(({ name }) => name)).toEqual(['Ann Lee']);
    expect(problems.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'The text “Log of the yacht” above the table is skipped.',
        'The date “Total” isn’t a date such as 1976-06-16, 1976-06 or 1976.',
        'The row has no date, so it’s skipped: “Printed on 3/4/1998”.',
      ]),
    );
  });

  test('in Cyrillic letters of Windows', async () => {
    const text = 'Дата;Место\n07.03.1946;Москва\n16.03.1946;Киев\n';
    // In Windows-1251, the letters from А on follow 0xC0.
    const bytes = Array.from(text, (letter) => letter.charCodeAt(0) - (letter >= 'А' ? 0x0410 - 0xc0 : 0));
    const read = await textOfDocument(Buffer.from(bytes), officeToText, { filename: 'a.csv' });
    expect(read).toMatchObject({ encoding: 'windows-1251', text });
    expect(readDocument(read).voyages[0]).toMatchObject({
      start_date: '1946-03-07',
      additional_information: 'Место: Москва',
    });
  });

  test.each(['<html><body><table><tr><td>Date</td></tr></table>', '<?xml version="1.0"?>\n<Workbook xmlns="x">'])(
    'but not from %s',
    async (text) => {
      await expect(textOfDocument(Buffer.from(text), officeToText, { filename: 'a.xls' })).rejects.toThrow(
        'a table in a web page or in XML',
      );
    },
  );

  test('says what to choose if no column has dates, and shows all columns', () => {
    const { fatal, table } = read('a,b\nx,y\n');
    expect(fatal).toBe('No column of this table is read as the start date. Choose one in a preview.');
    expect(table?.columns).toEqual([
      { name: 'a', column: null, samples: ['x'] },
      { name: 'b', column: null, samples: ['y'] },
    ]);
  });

  test('with the separator and the order of dates that a curator chose', () => {
    const text: DocumentText = { format: 'csv', text: 'Date,Guests\n5/6/1971,Henry Kissinger/Charles Rebozo\n' };
    const chosen = { encoding: null, separator: '/', date_order: 'day_first', sheet: null } as const;
    expect(readDocument(text, { columns: null, reading: chosen }).voyages).toMatchObject([
      { start_date: '1971-06-05', passengers: [{ name: 'Henry Kissinger' }, { name: 'Charles Rebozo' }] },
    ]);
  });
});

describe('JSON of another system is a table', () => {
  const literal = (value: string) => [{ type: 'literal', property_id: 1, is_public: true, '@value': value }];
  const item = {
    '@context': 'https://example.org/api-context',
    '@id': 'https://example.org/api/items/12',
    '@type': 'o:Item',
    'o:id': 12,
    'dcterms:title': literal('Regatta'),
    'dcterms:date': literal('1946-03-07'),
    'dcterms:contributor': [...literal('Henry Kissinger'), ...literal('Charles Rebozo')],
    'dcterms:spatial': [{ type: 'uri', '@id': 'https://example.org/vernon', 'o:label': 'Mount Vernon' }],
  };
  const VOYAGE = {
    title: 'Regatta',
    start_date: '1946-03-07',
    voyage_type: null,
    start_location: 'Mount Vernon',
    passengers: [{ name: 'Henry Kissinger' }, { name: 'Charles Rebozo' }],
    additional_information: null,
  };

  const event = {
    '@type': 'schema:Event',
    'schema:name': 'Regatta',
    'schema:startDate': '1946-03-07T18:30',
    'schema:endDate': '1946-03-07T21:05',
    'schema:location': { '@type': 'schema:Place', 'schema:name': 'Mount Vernon' },
    'schema:attendee': [{ 'schema:name': 'Henry Kissinger' }, { 'schema:name': 'Charles Rebozo' }],
  };

  test('events of schema.org', () => {
    const { voyages } = read(JSON.stringify({ '@context': {}, '@graph': [event] }), 'json');
    const times = { end_date: '1946-03-07', start_time: '18:30', end_time: '21:05' };
    const { additional_information: _, ...voyage } = VOYAGE;
    expect(voyages).toMatchObject([{ ...voyage, ...times }]);
  });

  test('a list in an object of its answer has the keys of the format', () => {
    const items = [{ date: '1946-03-07', where: 'Quantico', guests: [{ name: 'Harry Vaughan', role: 'Aide' }] }];
    const { voyages } = read(JSON.stringify({ status: 'ok', data: { total: 1, items } }), 'json');
    const passengers = [{ name: 'Harry Vaughan', role: 'Aide' }];
    expect(voyages).toMatchObject([{ start_date: '1946-03-07', start_location: 'Quantico', passengers }]);
  });

  test('with the year, month and day apart, or below an object around all', () => {
    const parts = read(JSON.stringify({ items: [{ Title: 'Log', Year: '1936', Month: 6, Day: '12' }] }), 'json');
    expect(parts.voyages).toMatchObject([{ start_date: '1936-06-12', title: 'Log', additional_information: null }]);
    const metadata = { title: 'Supper', date: { start: '1962-07-04', end: '1962-07-05' } };
    const { voyages } = read(JSON.stringify([{ id: 'item-1', metadata }]), 'json');
    expect(voyages).toMatchObject([{ start_date: '1962-07-04', end_date: '1962-07-05', title: 'Supper' }]);
    // The identifier of another system isn’t the address of a voyage.
    expect(voyages[0]?.voyage_slug).toBeUndefined();
  });

  test('with addresses beside the labels of things, which are no titles', () => {
    const thing = { type: 'uri', value: 'https://www.example.org/entity/Q1' };
    const binding = {
      event: thing,
      eventLabel: { type: 'literal', value: 'Regatta' },
      date: { type: 'literal', value: '1946-03-07T00:00:00Z' },
    };
    const { voyages } = read(JSON.stringify({ head: {}, results: { bindings: [binding] } }), 'json');
    expect(voyages).toMatchObject([{ start_date: '1946-03-07', title: 'Regatta', sources: [{ url: thing.value }] }]);
  });

  test('results of a SPARQL query', () => {
    const binding = {
      event: { type: 'literal', value: 'Regatta' },
      date: { type: 'literal', datatype: 'http://www.w3.org/2001/XMLSchema#dateTime', value: '1946-03-07T00:00:00Z' },
      place: { type: 'literal', 'xml:lang': 'en', value: 'Mount Vernon' },
    };
    const bindings = [binding, { ...binding, event: { type: 'literal', value: 'Gala' } }];
    const { voyages } = read(JSON.stringify({ head: { vars: ['event'] }, results: { bindings } }), 'json');
    const voyage = { start_date: '1946-03-07', start_location: 'Mount Vernon', additional_information: null };
    expect(voyages).toMatchObject([
      { ...voyage, title: 'Regatta' },
      { ...voyage, title: 'Gala' },
    ]);
  });

  test.each([
    ['a list', [item]],
    ['one item', item],
    ['a graph', { '@context': {}, '@graph': [item, item] }],
    ['results of a query', { total: 1, results: [item] }],
  ])('%s of Omeka S or JSON-LD', (_, value) => {
    const { voyages, table } = read(JSON.stringify(value, null, 2), 'json');
    expect(voyages[0]).toMatchObject(VOYAGE);
    expect(table?.columns.filter(({ column }) => column === 'leave_out').map(({ name }) => name)).toEqual(
      expect.arrayContaining(['@context', '@id', '@type', 'o:id']),
    );
  });

  test('with objects in objects has a column for each path', () => {
    const { voyages, table } = read(
      JSON.stringify([{ event: { when: '1946-03-07' }, place: { city: 'Quantico' } }]),
      'json',
    );
    expect(table?.columns.map(({ name }) => name)).toEqual(['event.when', 'place.city']);
    expect(voyages).toMatchObject([{ start_date: '1946-03-07', additional_information: 'Place.city: Quantico' }]);
  });
});

describe('an Excel workbook is a table', () => {
  const row = (date: number, place: string) => [
    { value: date, format: 'date' as const },
    place,
    'Henry Kissinger, Charles Rebozo',
    { value: 0.770833, format: 'time' as const },
    { value: date + 0.878472, format: 'dateTime' as const },
    12,
  ];
  const SHEET = [
    ['When', 'Where', 'Guests', 'Out', 'Back', 'Box'],
    row(26_089, 'Mount Vernon'),
    row(16_868, 'Quantico'),
  ];

  test('with the dates and times of its cells', async () => {
    const text = await textOfDocument(aWorkbook({ Voyages: SHEET, Notes: [['Check the log']] }), officeToText);
    expect(text.format).toBe('xlsx');
    const { voyages, problems } = readDocument(text);
    expect(problems.map(({ message }) => message)).toContain(
      'The sheet “Voyages” is read. The workbook also has “Notes”.',
    );
    expect(voyages).toMatchObject([
      {
        start_date: '1971-06-05',
        start_location: 'Mount Vernon',
        passengers: [{ name: 'Henry Kissinger' }, { name: 'Charles Rebozo' }],
        start_time: '18:30',
        end_time: '21:05',
        end_date: '1971-06-05',
        additional_information: 'Box: 12',
      },
      { start_date: '1946-03-07', start_location: 'Quantico' },
    ]);
  });

  test('from the first sheet with a table, or the chosen one', async () => {
    const remarks = Array.from({ length: 9 }, (_, index) => ['Remark', `No. ${index}`]);
    const workbook = aWorkbook({ 'Read me': remarks, Voyages: SHEET, Empty: [], 'Fahrten 1946': SHEET.slice(0, 2) });
    const first = await textOfDocument(workbook, officeToText);
    expect(first).toMatchObject({
      sheet: 'Voyages',
      sheets: [
        { name: 'Read me', rows: 9 },
        { name: 'Voyages', rows: 3 },
        { name: 'Fahrten 1946', rows: 2 },
      ],
    });
    expect(readDocument(first).voyages).toHaveLength(2);
    const chosen = await textOfDocument(workbook, (bytes) => officeToText(bytes, 'Fahrten 1946'));
    expect(readDocument(chosen).voyages).toHaveLength(1);
    // A sheet that is gone from a corrected workbook.
    expect(await officeToText(workbook, 'Gone')).toMatchObject({ sheet: 'Voyages' });
  });

  test('or is rejected if it is damaged', async () => {
    const workbook = aWorkbook({ Voyages: SHEET });
    await expect(textOfDocument(workbook.subarray(0, workbook.length - 40), officeToText)).rejects.toThrow(
      'is damaged',
    );
  });
});

// cspell:disable
import { aWorkbook } from './workbook.ts';

/** A table as another system exports it, what its columns mean, and what its rows become. */
export interface ExportedTable {
  name: string;
  file: string | Buffer;
  /** The proposed field of each column by its heading. Columns that it leaves out go into Additional Information. */
  fields: Record<string, string>;
  /** The voyages that are stored, in the order of their dates. Fields that it leaves out are empty. */
  voyages: Record<string, unknown>[];
}

/** Cells between bars. */
const row = (text: string) => text.split(' | ');

const table = (rows: readonly (readonly string[])[], delimiter = ',') =>
  rows
    .map((row) =>
      row.map((cell) => (/[",;\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter),
    )
    .join('\r\n');

/** Omeka Classic: the headings of its CSV export, values of one element between carets. */
const OMEKA: ExportedTable = {
  name: 'omeka-classic.csv',
  file: table([
    row(
      'Item Id | Item URI | Dublin Core:Title | Dublin Core:Subject | Dublin Core:Description | Dublin Core:Creator | Dublin Core:Source | Dublin Core:Publisher | Dublin Core:Date | Dublin Core:Contributor | Dublin Core:Rights | Dublin Core:Format | Dublin Core:Type | Dublin Core:Identifier | Dublin Core:Coverage | tags | file | itemType | collection | public | featured',
    ),
    row(
      '2417 | https://omeka.example.org/items/show/2417 | Regatta at Annapolis | Regattas | The yacht follows the race. | Rowe, Abbie | Harry S. Truman Library, box 12 | Example Society | 1946-05-11 | Testerman, Ann; Okafor, Ben | Public domain | image/jpeg | Still Image | 72-812 | Annapolis | yachts,regattas | https://omeka.example.org/files/original/a1.jpg | Still Image | Yacht | 1 | 0',
    ),
    row(
      '2418 | https://omeka.example.org/items/show/2418 | Dinner for the crew | Dinners |  |  | Harry S. Truman Library, box 13 | Example Society | circa 1947 |  | Public domain | image/jpeg | Still Image | 72-813 |  | yachts | https://omeka.example.org/files/original/a2.jpg | Still Image | Yacht | 1 | 0',
    ),
  ]),
  fields: {
    'Dublin Core:Title': 'title',
    'Dublin Core:Description': 'summary_markdown',
    'Dublin Core:Source': 'sources',
    'Dublin Core:Date': 'start_date',
    'Dublin Core:Contributor': 'passengers',
    'Dublin Core:Coverage': 'start_location',
  },
  voyages: [
    {
      title: 'Regatta at Annapolis',
      start_date: '1946-05-11',
      start_location: 'Annapolis',
      summary_markdown: 'The yacht follows the race.',
      passengers: ['Ann Testerman', 'Ben Okafor'],
    },
    { title: 'Dinner for the crew', start_date: '1947~', start_date_written: 'circa 1947', passengers: [] },
  ],
};

/** AtoM: the headings of its ISAD(G) template. */
const ATOM: ExportedTable = {
  name: 'atom-isad.csv',
  file: table([
    row(
      'legacyId | parentId | identifier | accessionNumber | title | levelOfDescription | extentAndMedium | repository | scopeAndContent | accessConditions | language | generalNote | subjectAccessPoints | nameAccessPoints | archivistNote | publicationStatus | eventDates | eventTypes | eventStartDates | eventEndDates | eventActors | culture',
    ),
    row(
      '101 | 100 | F1-S2-14 | 1998/037 | Cruise to Quantico | Item | 1 log sheet | Example Archives | Log of a weekend cruise. | Open | en | Ink is faded. | Yachts|Cruises | Testerman, Ann | Described in 2011. | Published | 16 - 18 June 1946 | Creation | 1946-06-16 | 1946-06-18 | Okafor, Ben | en',
    ),
    row(
      '102 | 100 | F1-S2-15 | 1998/037 | Fishing on the Potomac | Item | 1 log sheet | Example Archives |  | Open | en |  | Yachts |  |  | Draft | before 1950 | Creation |  |  |  | en',
    ),
  ]),
  fields: {
    title: 'title',
    scopeAndContent: 'summary_markdown',
    generalNote: 'notes',
    eventDates: 'start_date',
    eventEndDates: 'end_date',
  },
  voyages: [
    { title: 'Fishing on the Potomac', start_date: '[..1949]', passengers: [] },
    {
      title: 'Cruise to Quantico',
      start_date: '1946-06-16',
      end_date: '1946-06-18',
      summary_markdown: 'Log of a weekend cruise.',
      notes: 'Ink is faded.',
      passengers: [],
    },
  ],
};

/** PastPerfect: the names of its fields, as a workbook beside a sheet with something else. */
const PASTPERFECT: ExportedTable = {
  name: 'pastperfect.xlsx',
  file: aWorkbook({
    'Export log': [
      ['Exported 412 records'],
      ['By the registrar'],
      ['From the photo catalog'],
      ['Filter: yacht'],
      ['Done'],
    ],
    Photos: [
      row(
        'OBJECTID | OBJNAME | TITLE | DATE | EARLYDATE | LATEDATE | DESCRIP | EVENT | PLACE | PEOPLE | PHOTOGRAPHER | SUBJECTS | CREDIT | CATDATE | CATBY',
      ),
      row(
        '1962.54.3 | Print, Photographic | On the fantail | 06/05/1941 | 1941 | 1941 | Guests on the fantail. | Luncheon | Indian Head | Testerman, Ann; Okafor, Ben | Rowe, Abbie | Yachts | Gift of the Rowe family | 03/14/2009 | JM',
      ),
      row(
        '1962.54.4 | Negative, Film | At the rail | c. 1938 | 1936 | 1940 |  |  | Navy Yard | Okafor, Ben |  | Yachts |  | 03/15/2009 | JM',
      ),
    ],
  }),
  fields: {
    TITLE: 'title',
    DATE: 'start_date',
    DESCRIP: 'summary_markdown',
    PLACE: 'start_location',
    PEOPLE: 'passengers',
  },
  voyages: [
    {
      title: 'At the rail',
      start_date: '1938~',
      start_date_written: 'c. 1938',
      start_location: 'Navy Yard',
      passengers: ['Ben Okafor'],
    },
    {
      title: 'On the fantail',
      start_date: '1941-06-05',
      start_location: 'Indian Head',
      summary_markdown: 'Guests on the fantail.',
      passengers: ['Ann Testerman', 'Ben Okafor'],
    },
  ],
};

/** CollectiveAccess: a tab-delimited export of search results. */
const COLLECTIVE_ACCESS: ExportedTable = {
  name: 'collectiveaccess.tsv',
  file: table(
    [
      row(
        'Occurrence identifier | Preferred labels | Date | Description | Related entities | Related places | Access | Status',
      ),
      row(
        'OCC.2011.7 | Evening cruise with the Cabinet | August 2 1935 | The Cabinet meets aboard. | Testerman, Ann (participant); Okafor, Ben (creator) | Potomac River | accessible to public | completed',
      ),
      row('OCC.2011.8 | Summer trips | 1937 - 1939 |  |  |  | not accessible to public | editing in progress'),
    ],
    '\t',
  ),
  fields: { 'Preferred labels': 'title', Date: 'start_date', Description: 'summary_markdown' },
  voyages: [
    {
      title: 'Evening cruise with the Cabinet',
      start_date: '1935-08-02',
      summary_markdown: 'The Cabinet meets aboard.',
      passengers: [],
    },
    { title: 'Summer trips', start_date: '1937', end_date: '1939', passengers: [] },
  ],
};

/** Airtable: a view as CSV, with linked records, attachments and a checkbox. */
const AIRTABLE: ExportedTable = {
  name: 'airtable.csv',
  file: table([
    row(
      'Name | Start date | End date | Departed | From | Destination | Guests | Confirmed | Photos | Notes | Last modified',
    ),
    row(
      'Birthday cruise | 5/8/1948 | 5/9/1948 | 6:30pm | Navy Yard | Mount Vernon | Ann Testerman,Ben Okafor | checked | IMG_1.jpg (https://v5.airtableusercontent.com/v3/u/1/IMG_1.jpg) | Cake on deck. | 11/3/2024 4:12pm',
    ),
    row('Rainy trip | 5/22/1948 |  |  |  |  | Ben Okafor |  |  |  | 11/4/2024 9:01am'),
  ]),
  fields: {
    Name: 'title',
    'Start date': 'start_date',
    'End date': 'end_date',
    Departed: 'start_time',
    From: 'start_location',
    Destination: 'end_location',
    Guests: 'passengers',
    Notes: 'notes',
    'Last modified': 'leave_out',
  },
  voyages: [
    {
      title: 'Birthday cruise',
      start_date: '1948-05-08',
      end_date: '1948-05-09',
      start_time: '18:30',
      start_location: 'Navy Yard',
      end_location: 'Mount Vernon',
      notes: 'Cake on deck.',
      passengers: ['Ann Testerman', 'Ben Okafor'],
    },
    { title: 'Rainy trip', start_date: '1948-05-22', passengers: ['Ben Okafor'] },
  ],
};

/** Answers of a German form, saved by Excel as CSV: Windows-1252 with semicolons. */
const FORM: ExportedTable = {
  name: 'formular.csv',
  file: Buffer.from(
    table(
      [
        row(
          'Zeitstempel | Anlass | Datum der Fahrt | Abfahrt | Rückkehr | Von | Nach | Wer war an Bord? | Bemerkungen',
        ),
        row(
          '03.02.2024 10:22:31 | Frühlingsfahrt | 7. März 1946 | 18.30 | 21.05 | Marinewerft | Mount Vernon | Jörg Müller, Ann Testerman | Kühler Abend.',
        ),
        row(
          '04.02.2024 08:10:02 | Sommerfest | Anfang Juni 1947 |  |  | Marinewerft |  | Jörg Müller | Größe des Schiffs gelobt.',
        ),
      ],
      ';',
    ),
    'latin1',
  ),
  fields: {
    Zeitstempel: 'leave_out',
    Anlass: 'title',
    'Datum der Fahrt': 'start_date',
    Abfahrt: 'start_time',
    Rückkehr: 'end_time',
    Von: 'start_location',
    Nach: 'end_location',
    'Wer war an Bord?': 'passengers',
    Bemerkungen: 'notes',
  },
  voyages: [
    {
      title: 'Frühlingsfahrt',
      start_date: '1946-03-07',
      start_time: '18:30',
      end_time: '21:05',
      start_location: 'Marinewerft',
      end_location: 'Mount Vernon',
      notes: 'Kühler Abend.',
      passengers: ['Jörg Müller', 'Ann Testerman'],
    },
    {
      title: 'Sommerfest',
      start_date: '1947-06-01~/1947-06-10~',
      start_date_written: 'Anfang Juni 1947',
      start_location: 'Marinewerft',
      notes: 'Größe des Schiffs gelobt.',
      passengers: ['Jörg Müller'],
    },
  ],
};

/** ArchivesSpace: the codes of its template for archival objects. */
const ARCHIVESSPACE: ExportedTable = {
  name: 'archivesspace.csv',
  file: table([
    row(
      'ref_id | title | unit_id | hierarchy | level | publish | dates_label | begin | end | date_type | expression | date_certainty | type_1 | indicator_1 | n_general | n_scopecontent',
    ),
    row(
      'aspace_4f1 | Easter cruise | MS 12.3 | 3 | file | 1 | Creation | 1951-03-25 |  | single | 1951 March 25 |  | Box | 4 | Water damage. | Programs and a menu.',
    ),
    row(
      'aspace_4f2 | Trips of the staff | MS 12.4 | 3 | file | 1 | Creation | 1952 | 1954 | inclusive | circa 1952-1954 | approximate | Box | 4 |  | ',
    ),
  ]),
  fields: {
    title: 'title',
    begin: 'start_date',
    end: 'end_date',
    expression: 'start_date_written',
    n_general: 'notes',
    n_scopecontent: 'summary_markdown',
  },
  voyages: [
    {
      title: 'Easter cruise',
      start_date: '1951-03-25',
      start_date_written: '1951 March 25',
      notes: 'Water damage.',
      summary_markdown: 'Programs and a menu.',
      passengers: [],
    },
    {
      title: 'Trips of the staff',
      start_date: '1952',
      end_date: '1954',
      start_date_written: 'circa 1952-1954',
      passengers: [],
    },
  ],
};

/** ArchivesSpace: the headings of its spreadsheet for bulk imports, which numbers repeated dates and agents. */
const ARCHIVESSPACE_TEMPLATE: ExportedTable = {
  name: 'archivesspace-template.csv',
  file: table([
    row(
      'EAD ID | Resource URI | Ref ID | Level of Description | Title | Component Unique Identifier | Date (1) Label | Date (1) Begin | Date (1) End | Date (1) Type | Date (1) Expression | Date (1) Certainty | Date (2) Label | Date (2) Begin | Extent number (1) | Top Container indicator (1) | Agent (1) header string | Note: Scope and Contents',
    ),
    row(
      'HST.1 | /repositories/2/resources/7 | a1 | file | Cruise to Norfolk | HST.1.1 | creation | 1946-06-05 | 1946-06-07 | inclusive | 1946 June 5-7 | approximate | digitized | 2011-02-03 | 1 | 3 | Testerman, Ann | Seating plan.',
    ),
    row(
      'HST.1 | /repositories/2/resources/7 | a2 | file | Fireworks | HST.1.2 | creation | 1946-07-04 |  | single | evening of July 4, 1946 |  |  |  | 1 | 3 |  | ',
    ),
  ]),
  fields: {
    Title: 'title',
    'Date (1) Begin': 'start_date',
    'Date (1) End': 'end_date',
    'Date (1) Expression': 'start_date_written',
  },
  voyages: [
    {
      title: 'Cruise to Norfolk',
      start_date: '1946-06-05',
      end_date: '1946-06-07',
      start_date_written: '1946 June 5-7',
      passengers: [],
    },
    { title: 'Fireworks', start_date: '1946-07-04', start_date_written: 'evening of July 4, 1946', passengers: [] },
  ],
};

/** Islandora Workbench: the machine names of Drupal's fields, and people as typed relations. */
const ISLANDORA: ExportedTable = {
  name: 'islandora.csv',
  file: table([
    row(
      'id | file | title | field_model | field_member_of | field_edtf_date_created | field_edtf_date_issued | field_linked_agent | field_description | field_geographic_subject | field_local_identifier | field_weight',
    ),
    row(
      '01 | IMG_1410.tif | Guests on deck | Image | 23 | 1933-07-08/1933-07-09 |  | relators:pht:person:Okafor, Ben | Guests line the rail. | Annapolis | SEQ-1410 | 1',
    ),
    row(
      '02 | IMG_1411.tif | Fishing | Image | 23 | 1933-08~ | 1940-01-02 | relators:dpc:person:Testerman, Ann |  | Chesapeake Bay | SEQ-1411 | 2',
    ),
  ]),
  fields: { title: 'title', field_edtf_date_created: 'start_date', field_description: 'summary_markdown' },
  voyages: [
    {
      title: 'Guests on deck',
      start_date: '1933-07-08/1933-07-09',
      summary_markdown: 'Guests line the rail.',
      passengers: [],
    },
    { title: 'Fishing', start_date: '1933-08~', passengers: [] },
  ],
};

/** The voyages of the Dutch East India Company, as published: numbers with a suffix, and tonnages that look like years. */
const SHIPPING: ExportedTable = {
  name: 'shipping.csv',
  file: table([
    row(
      'voyage_id | outward_return | ship_name | ship_tonnage | departure_date | departure_place | arrival_date | arrival_place | master | cruise',
    ),
    row(
      '1123.1 | 1 | Potomac | 1376 | 1936-08-01 | Washington Navy Yard | 1936-08-03 | Annapolis | Okafor, Ben | Fog on the bay',
    ),
    row(
      '1125.1 | 1 | Potomac | 1376 | 1936-09-1O | Washington Navy Yard | 1936-09-12 | Quantico | Okafor, Ben | Target practice',
    ),
  ]),
  fields: {
    departure_date: 'start_date',
    departure_place: 'start_location',
    arrival_date: 'end_date',
    arrival_place: 'end_location',
    cruise: 'title',
  },
  voyages: [
    {
      title: 'Fog on the bay',
      start_date: '1936-08-01',
      end_date: '1936-08-03',
      start_location: 'Washington Navy Yard',
      end_location: 'Annapolis',
      passengers: [],
    },
    {
      title: 'Target practice',
      start_date: '1936-09-10',
      start_date_written: '1936-09-1O',
      end_date: '1936-09-12',
      start_location: 'Washington Navy Yard',
      end_location: 'Quantico',
      passengers: [],
    },
  ],
};

/** TMS: the years of a date beside its text. */
const TMS: ExportedTable = {
  name: 'tms.csv',
  file: table([
    row('ObjectNumber | Title | Dated | DateBegin | DateEnd | Constituents | CreditLine | Remarks | EnteredDate'),
    row(
      '1992.4.11 | Dinner aboard | June 12, 1947 | 1947 | 1947 | Abbie Rowe (American, 1905-1967) | Gift | Verso inscribed | 2003-01-01 00:00:00',
    ),
    row('1992.4.12 | Regatta | ca. 1948 | 1946 | 1950 | Unknown | Gift |  | 2003-01-02 00:00:00'),
  ]),
  fields: { Title: 'title', Dated: 'start_date', Remarks: 'notes' },
  voyages: [
    { title: 'Dinner aboard', start_date: '1947-06-12', notes: 'Verso inscribed', passengers: [] },
    { title: 'Regatta', start_date: '1948~', start_date_written: 'ca. 1948', passengers: [] },
  ],
};

/** Wikidata: the results of a query, with an address beside each label. */
const WIKIDATA: ExportedTable = {
  name: 'wikidata.csv',
  file: table([
    row('item | itemLabel | start | end | participant | participantLabel | location | locationLabel | coord | image'),
    row(
      'http://www.wikidata.org/entity/Q1 | Cruise off New London | 1941-08-03T00:00:00Z | 1941-08-16T00:00:00Z | http://www.wikidata.org/entity/Q3 | Ann Okafor | http://www.wikidata.org/entity/Q4 | New London | Point(-72 41) | http://commons.wikimedia.org/a.jpg',
    ),
  ]),
  fields: {
    item: 'sources',
    itemLabel: 'title',
    start: 'start_date',
    end: 'end_date',
    participantLabel: 'passengers',
    locationLabel: 'start_location',
  },
  voyages: [
    {
      title: 'Cruise off New London',
      start_date: '1941-08-03',
      end_date: '1941-08-16',
      start_location: 'New London',
      passengers: ['Ann Okafor'],
    },
  ],
};

/** Omeka S: its CSV export, with addresses of things in the picture. */
const OMEKA_S: ExportedTable = {
  name: 'omeka-s.csv',
  file: table([
    row(
      'o:id | dcterms:title | dcterms:date | dcterms:contributor | dcterms:bibliographicCitation | o:created | foaf:depicts',
    ),
    row(
      '88 | Fishing trip | 1935-09-12 | Ann Okafor|Ben Testerman | Log, p. 3 | 2021-02-03T11:00:00 | https://example.org/p/1',
    ),
  ]),
  fields: {
    'o:id': 'leave_out',
    'dcterms:title': 'title',
    'dcterms:date': 'start_date',
    'dcterms:contributor': 'passengers',
    'dcterms:bibliographicCitation': 'sources',
    'o:created': 'leave_out',
  },
  voyages: [{ title: 'Fishing trip', start_date: '1935-09-12', passengers: ['Ann Okafor', 'Ben Testerman'] }],
};

/** Darwin Core, as Specify exports it. */
const DARWIN_CORE: ExportedTable = {
  name: 'darwin-core.tsv',
  file: table(
    [
      row(
        'catalogNumber | eventDate | verbatimEventDate | eventTime | recordedBy | locality | stateProvince | eventRemarks | modified',
      ),
      row(
        'USNM 1234 | 1934-07-03 | July 3rd | 14:30 | W. L. Schmitt; A. Roe | Solomons Island | Maryland | Dredged aft | 2011-01-01',
      ),
    ],
    '\t',
  ),
  fields: {
    eventDate: 'start_date',
    verbatimEventDate: 'start_date_written',
    eventTime: 'start_time',
    locality: 'start_location',
    eventRemarks: 'notes',
    modified: 'leave_out',
  },
  voyages: [
    {
      start_date: '1934-07-03',
      start_date_written: 'July 3rd',
      start_time: '14:30',
      start_location: 'Solomons Island',
      notes: 'Dredged aft',
      passengers: [],
    },
  ],
};

/** LibreOffice in German: days and times as numbers, and bars between people. */
const LIBRE_OFFICE: ExportedTable = {
  name: 'fahrten.csv',
  file: table(
    [
      row(
        'Nr. | Abfahrt Tag | Abfahrt Zeit | Ankunft Tag | Ankunft Zeit | Gäste | Abfahrt Ort | Ankunft Ort | Bemerkungen',
      ),
      '1;12222;0,416667;12223;0,770833;Okafor, Ben | Testerman, Ann;Washington;Annapolis;Regen'.split(';'),
      row('2 | 12236 | 0,385417 | 12236 | 0,833333 | Nyberg, Carl | Annapolis | Washington | '),
    ],
    ';',
  ),
  fields: {
    'Nr.': 'number',
    'Abfahrt Tag': 'start_date',
    'Abfahrt Zeit': 'start_time',
    'Ankunft Tag': 'end_date',
    'Ankunft Zeit': 'end_time',
    Gäste: 'passengers',
    'Abfahrt Ort': 'start_location',
    'Ankunft Ort': 'end_location',
    Bemerkungen: 'notes',
  },
  voyages: [
    {
      start_date: '1933-06-17',
      end_date: '1933-06-18',
      start_time: '10:00',
      end_time: '18:30',
      start_location: 'Washington',
      end_location: 'Annapolis',
      notes: 'Regen',
      passengers: ['Ben Okafor', 'Ann Testerman'],
    },
    {
      start_date: '1933-07-01',
      end_date: '1933-07-01',
      start_time: '09:15',
      end_time: '20:00',
      start_location: 'Annapolis',
      end_location: 'Washington',
      passengers: ['Carl Nyberg'],
    },
  ],
};

const GROUPED_FIELDS = {
  'Departure Time': 'start_time',
  'Departure Place': 'start_location',
  'Return Time': 'end_time',
  'Return Place': 'end_location',
  Guests: 'passengers',
};
const GROUPED_VOYAGE = {
  start_date: '1933-06-17',
  start_time: '10:00',
  end_time: '18:30',
  start_location: 'Washington',
  end_location: 'Annapolis',
  passengers: ['Ben Okafor'],
};

/** A workbook with headings of groups above the headings. */
const GROUPS_ABOVE: ExportedTable = {
  name: 'groups-above.xlsx',
  file: aWorkbook({
    Trips: [
      ['Cruises of the season'],
      ['', 'Departure', '', '', 'Return', '', '', ''],
      ['Trip', 'Date', 'Time', 'Place', 'Date', 'Time', 'Place', 'Guests'],
      ['7', '06/17/1933', '10:00', 'Washington', '06/18/1933', '6:30 PM', 'Annapolis', 'Ben Okafor'],
    ],
  }),
  fields: { 'Departure Date': 'start_date', 'Return Date': 'end_date', ...GROUPED_FIELDS },
  voyages: [{ ...GROUPED_VOYAGE, end_date: '1933-06-18' }],
};

/** A workbook whose date and guests have headings in the row of the groups. */
const GROUPS_BESIDE: ExportedTable = {
  name: 'groups-beside.xlsx',
  file: aWorkbook({
    Trips: [
      ['Date', 'Departure', '', 'Return', '', 'Guests'],
      ['', 'Time', 'Place', 'Time', 'Place', ''],
      ['06/17/1933', '10:00', 'Washington', '6:30 PM', 'Annapolis', 'Ben Okafor'],
    ],
  }),
  fields: { Date: 'start_date', ...GROUPED_FIELDS },
  voyages: [GROUPED_VOYAGE],
};

export const TABLES = [
  TMS,
  WIKIDATA,
  OMEKA_S,
  DARWIN_CORE,
  LIBRE_OFFICE,
  GROUPS_ABOVE,
  GROUPS_BESIDE,
  OMEKA,
  ATOM,
  PASTPERFECT,
  COLLECTIVE_ACCESS,
  AIRTABLE,
  FORM,
  ARCHIVESSPACE,
  ARCHIVESSPACE_TEMPLATE,
  ISLANDORA,
  SHIPPING,
];

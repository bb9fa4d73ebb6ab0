import { z } from 'zod';
import { archiveSetupOperations } from '../archive-setup.ts';
import { editionOperations } from '../edition.ts';
import { exportOperations } from '../exports.ts';
import { emptyValues, fieldsWith, readShape } from '../records/field.ts';
import { placeFields } from '../records/place.fields.ts';
import { voyageFields } from '../records/voyage.fields.ts';
import { exampleOf } from './example.ts';
import { MEDIA, PERSON, PERSON_IN_LIST, PRESIDENT, VOYAGE } from './records.ts';

const {
  s3_url: _file,
  public_derivative_url: _large,
  thumbnail_url: _small,
  preview_state: _state,
  preview_error: _error,
  preview_failure: _failure,
  suggested: _suggested,
  ...record
} = MEDIA;
const {
  voyages: _voyages,
  is_president: _office,
  portrait_url: _portrait,
  portrait_alt: _alt,
  created_at: _created,
  updated_at: _updated,
  filing_proposal: _proposal,
  ...person
} = PERSON;
const { title, capacity_role } = PERSON_IN_LIST;

const exported = z.object(readShape(fieldsWith(voyageFields, 'exported')));

const EDITION = {
  number: 3,
  state: 'completed',
  step: 'Done',
  progress: 100,
  counts: { files: 412, written: 37, bytes: 18_400_000 },
  error: null,
  started_by: 'curator',
  created_at: '2026-11-20T10:00:00Z',
  finished_at: '2026-11-20T10:00:06Z',
} as const;
const EDITIONS = {
  current: 3,
  editions: [EDITION],
  rights: [{ value: 'https://creativecommons.org/publicdomain/mark/1.0/', media_count: 12, published: true }],
};

const PACKAGE_IMPORT = {
  import_id: '0eb34083-b055-4579-a024-63b1f58e69c8',
  state: 'completed',
  step: 'Done',
  progress: 100,
  preview: null,
  imported: { voyages: 33, people: 119, media: 12, albums: 3, places: 21, stories: 3, files: 14, changed: 0 },
  error: null,
  source: { filename: 'sequoia-archive.zip', archive: 'The Sequoia Archive', exported_on: '2026-11-19' },
  started_by: 'curator',
  created_at: '2026-11-20T10:00:00Z',
  finished_at: '2026-11-20T10:00:09Z',
} as const;

export const exportExamples = [
  exampleOf(exportOperations.voyages, {
    query: { format: 'json', q: 'Trudeau', significant: '1' },
    response: [
      {
        voyage_slug: VOYAGE.voyage_slug,
        owner: { kind: 'president', name: 'Gerald Ford', term_start: '1974-08-09', term_end: '1977-01-20' },
        number: 2,
        ...exported.parse(VOYAGE),
        start_location_markdown: null,
        end_location_markdown: null,
        passengers: VOYAGE.passengers.map((passenger) => ({
          name: passenger.full_name,
          wikipedia_url: passenger.wikipedia_url,
          title: passenger.title,
          role: passenger.capacity_role,
          is_crew: passenger.is_crew,
        })),
        sources: VOYAGE.source_urls,
        additional_sources: VOYAGE.additional_sources,
        spins: VOYAGE.spin,
        claims_photo: VOYAGE.has_photo,
        claims_video: VOYAGE.has_video,
      },
    ],
  }),
  exampleOf(exportOperations.places, {
    query: { format: 'json', kind: 'port' },
    response: [
      {
        place_slug: 'washington-navy-yard',
        ...emptyValues(placeFields),
        name: 'Washington Navy Yard',
        variants: ['Navy Yard'],
        kind: 'port',
        voyage_count: 3,
      },
    ],
  }),
  exampleOf(exportOperations.people, {
    query: { format: 'json', q: 'trudeau' },
    response: [{ ...person, title, capacity_role }],
  }),
  exampleOf(exportOperations.media, { query: { format: 'json', folder: 'gerald-ford' }, response: [record] }),
  exampleOf(exportOperations.presidents, { query: { format: 'json' }, response: [PRESIDENT] }),
  exampleOf(exportOperations.archive, {}),
  exampleOf(exportOperations.package, { query: { files: '1' } }),
  exampleOf(archiveSetupOperations.get, {
    response: { is_empty: true, has_sample: true, earlier_work: { changes: 66, imports: 1, trashed_media: 2 } },
  }),
  exampleOf(archiveSetupOperations.sample, {
    response: { document: '# President Hoover (March 4, 1929 to March 4, 1933)\n', filename: 'sequoia-voyages.md' },
  }),
  exampleOf(archiveSetupOperations.addStories, { response: { added: 3 } }),
  exampleOf(exportOperations.importPackage, {
    query: { replace_earlier_work: '1' },
    body: {},
    multipart: {},
    response: { ...PACKAGE_IMPORT, state: 'waiting', step: 'Waiting', progress: 0, imported: null, finished_at: null },
  }),
  exampleOf(exportOperations.packageImport, { response: { package_import: PACKAGE_IMPORT } }),
  exampleOf(exportOperations.packageRecords, {
    query: { action: 'conflict' },
    response: [
      {
        kind: 'people',
        slug: PERSON.person_slug,
        title: PERSON.full_name,
        action: 'conflict',
        archive_slug: PERSON.person_slug,
        archive_version: 3,
        doubt: null,
        changes: [{ field: 'birth_year', label: 'Birth year', from: '', to: '1919' }],
      },
    ],
  }),
  exampleOf(exportOperations.applyPackage, {
    body: {
      import_id: PACKAGE_IMPORT.import_id,
      choices: [{ kind: 'people', slug: PERSON.person_slug, take: ['birth_year'] }],
      others: 'keep',
    },
    response: { ...PACKAGE_IMPORT, state: 'waiting', step: 'Waiting', progress: 0, imported: null, finished_at: null },
  }),
  exampleOf(exportOperations.cancelPackageImport, { response: { package_import: PACKAGE_IMPORT } }),
  exampleOf(editionOperations.status, { response: EDITIONS }),
  exampleOf(editionOperations.preview, {
    response: {
      totals: { voyage: 33, person: 119, media: 12, album: 2, place: 9 },
      changes: [
        {
          action: 'changed',
          kind: 'voyage',
          count: 1,
          records: [{ kind: 'voyage', slug: VOYAGE.voyage_slug, title: VOYAGE.title }],
        },
      ],
      warnings: [],
      withheld: [],
    },
  }),
  exampleOf(editionOperations.publish, {
    response: { ...EDITION, state: 'waiting', step: 'Waiting', progress: 0, counts: null, finished_at: null },
  }),
  exampleOf(editionOperations.cancel, { response: EDITIONS }),
  exampleOf(editionOperations.choose, { body: { number: 3 }, response: EDITIONS }),
  exampleOf(editionOperations.chooseRights, {
    body: { rights: EDITIONS.rights.map(({ value }) => value) },
    response: EDITIONS,
  }),
  exampleOf(editionOperations.withhold, {
    body: { kind: 'voyage', slug: VOYAGE.voyage_slug, withheld: true },
    response: { withheld: true },
  }),
];

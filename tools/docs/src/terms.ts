/** Where a concept lives in the repository. */
export type CodeLocation =
  /** A table of the database. */
  | { table: string }
  /** A name declared in a file. */
  | { name: string; in: string }
  /** A file or folder. */
  | { path: string };

export interface Term {
  term: string;
  meaning: string;
  where: CodeLocation[];
}

export interface Chapter {
  title: string;
  terms: Term[];
}

const MODULES = 'apps/backend/src/modules';
const COMMON = 'apps/backend/src/common';

/** One term for each concept. `docs/glossary.md` is generated from this list. */
export const CHAPTERS: Chapter[] = [
  {
    title: 'Records',
    terms: [
      {
        term: 'Voyage',
        meaning: 'One trip of the yacht: dates, places, people, sources and media',
        where: [{ table: 'voyage' }, { path: `${MODULES}/voyages` }],
      },
      {
        term: 'Passenger',
        meaning: 'A person aboard one voyage, as guest or crew, with the role and a position in the list',
        where: [{ table: 'passenger' }],
      },
      {
        term: 'Person',
        meaning: 'Someone who sailed or served aboard, with every voyage',
        where: [{ table: 'person' }, { path: `${MODULES}/people` }],
      },
      {
        term: 'President/Owner',
        meaning: 'Who the yacht served or belonged to at the time; also a person with the same slug',
        where: [{ table: 'president' }, { path: `${MODULES}/presidents` }],
      },
      {
        term: 'Administration',
        meaning: 'The voyages of one president or owner, a section of the list',
        where: [{ name: 'administrationSchema', in: 'libs/contracts/src/voyages.ts' }],
      },
      {
        term: 'Media item',
        meaning: 'A record that describes one photograph, film, paper or other file',
        where: [{ table: 'media' }, { path: `${MODULES}/media` }],
      },
      {
        term: 'Mark',
        meaning: 'A person in a picture, with an optional region in fractions of its size',
        where: [{ table: 'media_person' }, { path: `${MODULES}/media/people` }],
      },
      {
        term: 'Captions',
        meaning: 'Spoken text of a video or recording with times, in one language: a WebVTT file',
        where: [{ table: 'media_caption' }, { path: `${MODULES}/media/captions` }],
      },
      {
        term: 'Album',
        meaning: 'An ordered group of media of one voyage',
        where: [{ table: 'album' }, { path: `${MODULES}/albums` }],
      },
      {
        term: 'Collection',
        meaning: 'An album without a voyage: media of any voyage, with an introduction',
        where: [{ path: 'apps/media-mfe/src/features/collections' }],
      },
      {
        term: 'Spin',
        meaning: 'A quote about the yacht, with its source',
        where: [{ path: 'apps/voyages-mfe/src/features/voyage-form/components/spin-fields.tsx' }],
      },
      {
        term: 'Source',
        meaning: 'A web address or citation that supports a record',
        where: [{ path: 'libs/contracts/src/voyage-fields.ts' }],
      },
      {
        term: 'Slug',
        meaning: 'The identifier of a record in addresses, such as `nimitz-chester-w`',
        where: [{ name: 'slugSchema', in: 'libs/contracts/src/common.ts' }],
      },
      {
        term: 'Partial date',
        meaning: 'A date known to the day, the month or the year',
        where: [{ name: 'isPartialDate', in: 'libs/contracts/src/dates/edtf.ts' }],
      },
      {
        term: 'Approximate date',
        meaning:
          'A date that is not known for certain, as EDTF: `1947~`, `1946-22`, `194X`, `1946-06/1946-08`, `[..1946]`',
        where: [{ name: 'isApproximate', in: 'libs/contracts/src/dates/edtf.ts' }],
      },
      {
        term: 'Alias',
        meaning: 'Another name by which imports recognize a person',
        where: [{ table: 'person_alias' }],
      },
      {
        term: 'Filing name',
        meaning: 'What a person is filed under: “Van Kirk, Theodore”. Proposed by rules until a curator changes it',
        where: [{ name: 'proposeFilingName', in: 'libs/voyage-document/src/filing.ts' }],
      },
    ],
  },
  {
    title: 'Editing',
    terms: [
      {
        term: 'Edit Mode',
        meaning: 'The switch that shows the tools for curators',
        where: [{ name: 'useEditMode', in: 'libs/shell-api/src' }],
      },
      {
        term: 'Draft',
        meaning: 'Unsaved changes of a form, kept in the browser',
        where: [{ path: 'apps/voyages-mfe/src/features/voyage-form/draft-store.ts' }],
      },
      {
        term: 'History',
        meaning: 'The revisions of a record, each with its state before the change',
        where: [{ table: 'history' }, { path: `${MODULES}/history` }],
      },
      {
        term: 'Restore',
        meaning: 'To bring back the state of a record before a revision',
        where: [{ path: `${MODULES}/records/restore` }],
      },
      {
        term: 'Possible duplicates',
        meaning: 'Two records that may describe the same person',
        where: [{ path: `${MODULES}/person-merge` }],
      },
      {
        term: 'Merge',
        meaning: 'To combine two records of one person; it can be undone',
        where: [{ table: 'person_merge' }, { path: `${MODULES}/person-merge` }],
      },
      {
        term: 'Bulk operation',
        meaning: 'One change to a selection of records',
        where: [{ path: 'libs/contracts/src/media-bulk.ts' }],
      },
    ],
  },
  {
    title: 'Import and export',
    terms: [
      {
        term: 'Import',
        meaning: 'Reading a document of voyages into the archive; `ingest` in addresses, queues and tables',
        where: [{ table: 'ingest_operation' }, { path: `${MODULES}/ingest` }],
      },
      {
        term: 'Document',
        meaning: 'A file with voyages in Markdown, Word, JSON or CSV',
        where: [{ path: 'libs/voyage-document' }],
      },
      {
        term: 'Preview',
        meaning: 'An import that plans and saves nothing (`dry_run` in the API)',
        where: [{ name: 'dry_run', in: 'libs/contracts/src/ingest.ts' }],
      },
      {
        term: 'Plan',
        meaning: 'What an import does with each voyage: create, update, conflict or unchanged',
        where: [{ table: 'ingest_item' }, { path: `${MODULES}/ingest/plan` }],
      },
      {
        term: 'Conflict',
        meaning: 'A field that a curator edited and the document states differently',
        where: [{ name: 'ingestConflictSchema', in: 'libs/contracts/src/ingest.ts' }],
      },
      {
        term: 'Problem',
        meaning: 'A line that could not be read as written, as an error or a warning',
        where: [{ table: 'ingest_problem' }],
      },
      {
        term: 'Undo an import',
        meaning: 'To restore all records as they were before an import',
        where: [{ path: `${MODULES}/ingest/undo` }],
      },
      {
        term: 'Media download',
        meaning: 'A linked file that an import fetches into the library',
        where: [{ table: 'media_fetch' }, { path: `${MODULES}/ingest/media-fetch` }],
      },
      {
        term: 'Export',
        meaning: 'A list or the whole archive as a file',
        where: [{ path: `${MODULES}/exports` }],
      },
    ],
  },
  {
    title: 'Files',
    terms: [
      {
        term: 'Storage',
        meaning: 'Where files are: a folder on disk or a bucket of an S3 server',
        where: [{ path: `${MODULES}/storage` }],
      },
      {
        term: 'File lease',
        meaning: 'A claim on a storage key for a limited time; the file is deleted unless a record confirms it',
        where: [{ table: 'storage_cleanup' }, { path: `${MODULES}/storage/file-leases.ts` }],
      },
      {
        term: 'Thumbnail',
        meaning: 'A small picture made from a media file; `derivative` in queues and tables',
        where: [{ table: 'derivative' }, { path: `${MODULES}/media/derivatives` }],
      },
      {
        term: 'Tiles',
        meaning: 'Squares of a large picture in different sizes; the viewer loads only those that it shows',
        where: [{ path: `${MODULES}/media/viewer` }],
      },
      {
        term: 'IIIF manifest',
        meaning:
          'A document that viewers of other institutions open: pictures in their order, and what is known of them',
        where: [{ path: `${MODULES}/iiif` }],
      },
      {
        term: 'Resumable upload',
        meaning: 'An upload in parts that continues after an interruption',
        where: [{ table: 'media_upload' }, { path: `${MODULES}/media/resumable` }],
      },
      {
        term: 'Trash',
        meaning: 'Deleted media whose files are kept for a while, so that they can be restored',
        where: [{ table: 'media_trash' }, { path: `${MODULES}/media/trash` }],
      },
      {
        term: 'Storage check',
        meaning: 'The nightly comparison of files and records (fixity check)',
        where: [{ table: 'storage_check' }, { path: `${MODULES}/media/fixity` }],
      },
      {
        term: 'Storage discrepancy',
        meaning: 'A file without a record, or a record whose file is missing or changed',
        where: [{ table: 'storage_discrepancy' }],
      },
    ],
  },
  {
    title: 'Server',
    terms: [
      {
        term: 'Operation',
        meaning: 'One method and path of the HTTP API, defined once as a contract',
        where: [{ name: 'defineOperation', in: 'libs/contracts/src/operation.ts' }],
      },
      {
        term: 'Contract',
        meaning: 'The schemas and properties of the operations; also the version of what a micro-frontend exposes',
        where: [{ path: 'libs/contracts' }, { name: 'Contract', in: `${COMMON}/contract.decorator.ts` }],
      },
      {
        term: 'Problem details',
        meaning: 'The format of every error response (RFC 9457)',
        where: [{ name: 'Problem', in: `${COMMON}/problem.ts` }],
      },
      {
        term: 'Response cache',
        meaning: 'Responses kept in memory until a record changes',
        where: [{ table: 'record_change' }, { path: `${COMMON}/response-cache.ts` }],
      },
      {
        term: 'Batch loader',
        meaning: 'Combines simultaneous lookups into one statement',
        where: [{ path: `${COMMON}/batch-loader.ts` }],
      },
      {
        term: 'Fast-path pool',
        meaning: 'Connections for fast statements that are sent one after another without waiting',
        where: [{ path: 'apps/backend/src/database/fast-path-pool.ts' }],
      },
      {
        term: 'Worker',
        meaning: 'The process that runs queued jobs',
        where: [{ path: 'apps/backend/src/worker.ts' }],
      },
      {
        term: 'Queue board',
        meaning: 'The page that shows and repairs queued jobs, at `/ops/queues`',
        where: [{ path: `${MODULES}/operations/queue-board.ts` }],
      },
      {
        term: 'Session',
        meaning: 'A signed-in browser, as a row and a cookie',
        where: [{ table: 'session' }, { path: `${MODULES}/auth` }],
      },
      {
        term: 'Idempotency key',
        meaning: 'A key chosen by the client that makes a repeated request return the first response',
        where: [{ table: 'idempotency_key' }, { path: `${MODULES}/idempotency` }],
      },
    ],
  },
  {
    title: 'Micro-frontends',
    terms: [
      {
        term: 'Micro-frontend',
        meaning:
          'A part of the app in the browser that one team builds and releases independently; also called a remote',
        where: [{ path: 'apps/people-mfe' }],
      },
      {
        term: 'Shell',
        meaning: 'The frame that signs people in and loads the micro-frontends',
        where: [{ path: 'apps/shell' }],
      },
      {
        term: 'Registry',
        meaning: 'Which version of each micro-frontend is live',
        where: [{ table: 'frontend_revision' }, { path: `${MODULES}/frontends/registry.ts` }],
      },
      {
        term: 'Candidate',
        meaning: 'A published version that is not live',
        where: [{ table: 'frontend_version' }],
      },
      {
        term: 'Canary',
        meaning: 'A version that is live for a share of the sessions',
        where: [{ path: `${MODULES}/frontends/registry.ts` }],
      },
      {
        term: 'API token',
        meaning: 'The credential of a program: for uploads, for publishing named micro-frontends, or for verifying',
        where: [{ table: 'api_token' }],
      },
      {
        term: 'Slot, fill',
        meaning: 'A named place on a page, and what a micro-frontend shows there',
        where: [{ name: 'Slots', in: 'libs/shell-api/src' }],
      },
    ],
  },
  {
    title: 'Repository',
    terms: [
      {
        term: 'Module boundaries',
        meaning: 'Which code may import which, enforced by the linter',
        where: [{ path: 'tools/lint/boundaries.ts' }],
      },
      {
        term: 'End-to-end test',
        meaning: 'A test in a real browser against a real archive',
        where: [{ path: 'e2e/specs' }],
      },
      {
        term: 'Gallery',
        meaning: 'Screenshots of every screen and state',
        where: [{ path: 'e2e/gallery' }],
      },
      {
        term: 'Baseline server',
        meaning: 'The server that the benchmark compares the product with',
        where: [{ path: 'tools/bench/src/baseline-server.ts' }],
      },
    ],
  },
];

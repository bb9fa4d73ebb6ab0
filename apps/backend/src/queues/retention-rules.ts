/** A rule for data that the archive deletes automatically. */
interface RetentionRule {
  what: string;
  /** Retention period, in words. */
  duration: string;
  why: string;
  /** Tables whose rows the rule deletes. */
  tables: readonly string[];
  /** Hours between two runs. */
  everyHours: number;
}

export const RETENTION = {
  sessions: {
    what: 'Sign-in sessions',
    duration: 'Until they expire',
    why: 'They no longer work, and they contain an IP address and the name of a browser.',
    tables: ['session'],
    everyHours: 1,
  },
  'login-attempts': {
    what: 'Failed sign-in counts',
    duration: 'At most ten minutes, while they limit further attempts',
    why: 'They have no effect after that.',
    tables: ['login_attempt'],
    everyHours: 1,
  },
  editors: {
    what: 'Reports of open forms',
    duration: '20 seconds',
    why: 'They say who is editing a record now.',
    tables: ['record_editor'],
    everyHours: 1,
  },
  confirmations: {
    what: 'Requests to confirm with the password',
    duration: 'One hour',
    why: 'They can be confirmed for ten minutes.',
    tables: ['confirmation'],
    everyHours: 1,
  },
  'idempotency-keys': {
    what: 'Responses kept for repeated requests',
    duration: 'One day',
    why: 'Browsers repeat a request within minutes.',
    tables: ['idempotency_key'],
    everyHours: 1,
  },
  'security-events': {
    what: 'Security events',
    duration: '90 days',
    why: 'Enough time to investigate. The server log has them too.',
    tables: ['security_event'],
    everyHours: 1,
  },
  'frontend-reports': {
    what: 'Browser reports about micro-frontends',
    duration: '30 days',
    why: 'Only recent reports are used to judge a release.',
    tables: ['frontend_report', 'frontend_page_report'],
    everyHours: 6,
  },
  'frontend-builds': {
    what: 'Files of old micro-frontend builds',
    duration: '90 days after a version was last published or live, longer if it is a rollback target',
    why: 'Nothing loads them. The history keeps the version, which can be published again.',
    tables: [],
    everyHours: 24,
  },
  uploads: {
    what: 'Unfinished uploads and their parts',
    duration: 'One day',
    why: 'An upload can be resumed for a day.',
    tables: ['media_upload'],
    everyHours: 1,
  },
  trash: {
    what: 'Deleted media in the trash, with their files',
    duration: '30 days',
    why: 'Enough time to notice a mistake. After that the file is deleted, and the record can’t be restored.',
    tables: ['media_trash'],
    everyHours: 1,
  },
  'incoming-files': {
    what: 'Files of interrupted uploads and imports',
    duration: 'One day',
    why: 'Left behind by a process that was killed. No record uses them.',
    tables: [],
    everyHours: 1,
  },
  'scratch-files': {
    what: 'Temporary files of thumbnails, imports and packages',
    duration: 'One day',
    why: 'Left behind by a process that was killed.',
    tables: [],
    everyHours: 1,
  },
  'preview-details': {
    what: 'Changes and problems listed by previews of imports',
    duration: '90 days',
    why: 'An old preview no longer matches the archive. The preview itself and its document are kept.',
    tables: ['ingest_item', 'ingest_problem', 'ingest_name'],
    everyHours: 24,
  },
  'import-details': {
    what: 'Changes and problems listed by imports',
    duration: 'One year, and longer while a conflict is open',
    why: 'The history has the same changes. The import and its document are kept, but after a year it can’t be undone.',
    tables: ['ingest_item', 'ingest_problem', 'ingest_name'],
    everyHours: 24,
  },
  'finished-jobs': {
    what: 'Finished queue jobs',
    duration: 'Seven days',
    why: 'Enough time to see why a job failed.',
    tables: [],
    everyHours: 1,
  },
  workers: {
    what: 'Workers without a heartbeat',
    duration: 'One day',
    why: 'Enough time to notice that a worker crashed.',
    tables: ['worker'],
    everyHours: 1,
  },
  'search-words': {
    what: 'Words for spelling suggestions',
    duration: 'While a record contains them',
    why: 'Outdated words would suggest searches without results.',
    tables: ['search_word'],
    everyHours: 24,
  },
} as const satisfies Record<string, RetentionRule>;
export type RetentionName = keyof typeof RETENTION;
export const RETENTION_NAMES = Object.keys(RETENTION) as RetentionName[];

/** Tables from which nothing is deleted because of its age, with the reason. */
export const PERMANENT_TABLES: Readonly<Record<string, string>> = {
  account: 'History names the people of accounts, so these are deactivated instead of deleted.',
  account_name: 'Nobody else may take a name that history has.',
  proposal: 'What was proposed, and why it was accepted or rejected.',
  person: 'Records.',
  person_alias: 'Records.',
  person_redirect: 'Old addresses keep working.',
  person_merge: 'Merges can be undone.',
  person_not_duplicate: 'Decisions of curators.',
  president: 'Records.',
  voyage: 'Records.',
  passenger: 'Records.',
  media: 'Records.',
  voyage_media: 'Records.',
  album: 'Records.',
  album_media: 'Records.',
  media_person: 'Records.',
  place: 'Records.',
  place_name: 'One row per name of a place.',
  place_redirect: 'Old addresses keep working.',
  not_a_place: 'Decisions of curators.',
  media_caption: 'Records.',
  history: 'Every version of a record can be restored.',
  derivative: 'One row per preview of a media file.',
  derivative_task: 'Deleted when done.',
  portrait_image: 'One row per person with a portrait.',
  file_text: 'One row per file with text or pictures.',
  file_page: 'One row per page with text.',
  voyage_search: 'One row per voyage.',
  record_change: 'One row per concurrent writer.',
  ingest_operation: 'Says which document a change came from.',
  ingest_record: 'One row per imported voyage.',
  name_decision: 'Decisions of curators.',
  column_mapping: 'Decisions of curators.',
  media_fetch: 'A file that a curator has detached is not downloaded again.',
  storage_check: 'The last 50, and those with open discrepancies.',
  package_import: 'One row for each package; its ZIP file and preview are deleted when it is done.',
  storage_cleanup: 'Deleted when done.',
  storage_discrepancy: 'Deleted when resolved.',
  sandbox_crash: 'Files that are not decoded again.',
  frontend_version: 'The history of builds; the files of old ones are deleted.',
  frontend_revision: 'The history of releases.',
  frontend_registration: 'The history of micro-frontends.',
  frontend_verdict: 'The history of checks.',
  frontend_preview: 'Versions that sessions preview; they end with the session.',
  passkey: 'One row per passkey; removed by people, or by a reset.',
  second_factor: 'One row per account with codes; removed by people, or by a reset.',
  api_token: 'Revoked by people, or by a rollback.',
  device_key: 'One row.',
  schema_contract: 'One row.',
  retention_run: 'One row per rule.',
};

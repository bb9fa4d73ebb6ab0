/** Folder that writes each table, below `apps/backend/src`. Other folders call its repositories. */
export const TABLE_OWNERS: Readonly<Record<string, string>> = {
  voyage: 'modules/records',
  passenger: 'modules/records',
  voyage_media: 'modules/records',
  person: 'modules/records',
  person_alias: 'modules/records',
  person_redirect: 'modules/records',
  president: 'modules/records',
  album: 'modules/records',
  album_media: 'modules/records',
  history: 'modules/records',
  media: 'modules/records',
  media_person: 'modules/records',
  media_caption: 'modules/records',
  place: 'modules/records',
  place_redirect: 'modules/records',
  not_a_place: 'modules/places',
  story: 'modules/records',
  media_trash: 'modules/records',
  derivative: 'modules/records',
  derivative_task: 'modules/records',
  ingest_record: 'modules/records',
  media_upload: 'modules/media',
  file_text: 'modules/media',
  file_page: 'modules/media',
  storage_check: 'modules/media',
  storage_cleanup: 'modules/storage',
  storage_discrepancy: 'modules/storage',
  sandbox_crash: 'modules/sandbox',
  ingest_operation: 'modules/ingest',
  ingest_item: 'modules/ingest',
  ingest_problem: 'modules/ingest',
  ingest_name: 'modules/ingest',
  name_decision: 'modules/ingest',
  column_mapping: 'modules/ingest',
  media_fetch: 'modules/ingest',
  package_import: 'modules/exports',
  edition: 'modules/edition',
  edition_file: 'modules/edition',
  edition_address: 'modules/edition',
  edition_withheld: 'modules/edition',
  edition_setting: 'modules/edition',
  person_merge: 'modules/person-merge',
  portrait_image: 'modules/portraits',
  person_not_duplicate: 'modules/person-merge',
  account: 'modules/auth',
  account_name: 'modules/auth',
  passkey: 'modules/auth',
  second_factor: 'modules/auth',
  session: 'modules/auth',
  login_attempt: 'modules/auth',
  device_key: 'modules/auth',
  confirmation: 'modules/auth',
  security_event: 'modules/security-log',
  proposal: 'modules/proposals',
  record_editor: 'modules/editors',
  idempotency_key: 'modules/idempotency',
  frontend_version: 'modules/frontends',
  frontend_registration: 'modules/frontends',
  frontend_revision: 'modules/frontends',
  frontend_report: 'modules/frontends',
  frontend_preview: 'modules/frontends',
  frontend_page_report: 'modules/frontends',
  frontend_verdict: 'modules/frontends',
  api_token: 'modules/auth',
  worker: 'queues',
  retention_run: 'queues',
  schema_contract: 'database',
  // Written by triggers.
  record_change: 'database',
  voyage_search: 'database',
  search_word: 'database',
  place_name: 'database',
};

const TABLES = Object.keys(TABLE_OWNERS).join('|');
const SQL_WRITE = new RegExp(
  String.raw`\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?|merge\s+into)\s+(?:only\s+)?"?(${TABLES})"?(?=[\s(;\x60'"]|$)`,
  'gi',
);

/** Row locks and conflict clauses mention `update` without writing. */
const NOT_A_WRITE = /(?:for\s+(?:no\s+key\s+)?|do\s+|on\s+)$/i;

export interface ForeignWrite {
  line: number;
  table: string;
}

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length;

/**
 * Writes of a source file to tables that another folder owns.
 * @param file path below `apps/backend/src`
 */
export function foreignWrites(file: string, text: string): ForeignWrite[] {
  return [...text.matchAll(SQL_WRITE)]
    .filter(({ index }) => !NOT_A_WRITE.test(text.slice(Math.max(0, index - 12), index)))
    .map(({ index, 1: table = '' }) => ({ line: lineOf(text, index), table: table.toLowerCase() }))
    .filter(({ table }) => !file.startsWith(`${TABLE_OWNERS[table]}/`));
}

import { isDeepStrictEqual } from 'node:util';
import {
  mediaFields,
  type mediaRecordOperations,
  type OperationResponse,
  type PreservationEvent,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/index.ts';
import { col, Database, type RowOf, statement } from '../../database/index.ts';
import { snapshotsOf } from '../records/index.ts';

type Preservation = OperationResponse<(typeof mediaRecordOperations)['preservation']>;

/** Maximum number of changes in the log, newest first. */
const MAX_CHANGES = 500;

const MEDIA = statement(
  'media-preservation',
  `select m.id, encode(m.sha256, 'hex') sha256, instant_text(m.created_at) created_at
   from media m where m.slug = $1`,
  { id: col.int, sha256: col.text.nullable(), created_at: col.text },
);

const CHANGE = {
  revision: col.int,
  action: col.text.as<'create' | 'update' | 'delete' | 'restore'>(),
  changed_by: col.text,
  changed_at: col.text,
  imported: col.bool,
  before: col.json<Snapshot>().nullable(),
};
type Change = RowOf<typeof CHANGE>;
const CHANGES = statement(
  'media-preservation-changes',
  `select revision, action, changed_by, instant_text(changed_at) changed_at, operation_id is not null imported, before
   from history where kind = 'media' and slug = $1 order by revision desc limit ${MAX_CHANGES}`,
  CHANGE,
);

/** Derivatives that were generated or failed. */
const DERIVATIVES = statement(
  'media-preservation-derivatives',
  `select instant_text(max(created_at)) made_at, state = 'ready' ready, max(error) error, array_agg(kind order by kind) kinds
   from derivative where media_id = $1 group by state`,
  {
    made_at: col.text,
    ready: col.bool,
    error: col.text.nullable(),
    kinds: col.array(col.text),
  },
);

/** The latest check, the only one whose results are stored. It may not include a file that was added while it ran. */
const CHECK = statement(
  'media-preservation-check',
  `select instant_text(c.finished_at) finished_at, c.requested_by, (
     select d.kind from storage_discrepancy d where d.media_id = m.id and d.check_id = c.id limit 1) problem
   from media m cross join lateral (
     select * from storage_check where state = 'completed' order by id desc limit 1) c
   where m.id = $1 and m.storage_key is not null and m.created_at < c.started_at`,
  {
    finished_at: col.text,
    requested_by: col.text.nullable(),
    problem: col.text.as<'missing_file' | 'changed_file'>().nullable(),
  },
);

/** A version of the record as stored in the history. */
interface Snapshot extends Record<string, unknown> {
  keys?: { file?: { sha256?: string | null; storage_key?: string | null } };
}

const DERIVATIVE_NAMES: Readonly<Record<string, string>> = { large: 'large preview', playback: 'copy for browsers' };

const DISCREPANCY_TEXTS = {
  missing_file: 'The file is missing from storage.',
  changed_file: 'The contents of the file have changed.',
};

/** Reads the checksum and the preservation events of a media file from data that the archive stores for other purposes. */
@Injectable()
export class MediaPreservation {
  constructor(private readonly database: Database) {}

  async preservationOf(slug: string): Promise<Preservation> {
    const media = await this.database.row(MEDIA, [slug]);
    if (!media) throw notFound('Media not found in database.');
    const [changes, derivatives, check, current] = await Promise.all([
      this.database.rows(CHANGES, [slug]),
      this.database.rows(DERIVATIVES, [media.id]),
      this.database.row(CHECK, [media.id]),
      snapshotsOf(this.database, 'media', [media.id]),
    ]);
    const events = changes.flatMap((change, index) =>
      eventsOf(change, changes[index - 1]?.before ?? (current.get(media.id) as Snapshot | undefined) ?? null),
    );
    // Media that were added before the history existed have no “create” change.
    if (changes.length < MAX_CHANGES && !events.some(({ type }) => type === 'ingestion'))
      events.push(event('ingestion', media.created_at, null, 'The file was added to the archive.'));
    for (const { made_at, ready, kinds, error } of derivatives) {
      const names = kinds.map((kind) => DERIVATIVE_NAMES[kind] ?? kind).join(', ');
      const detail = ready ? `Generated: ${names}.` : (error ?? `Not generated: ${names}.`);
      events.push(event('derivation', made_at, null, detail, ready));
    }
    if (check)
      events.push(
        event(
          'fixity_check',
          check.finished_at,
          check.requested_by,
          check.problem === null ? 'The checksum matches.' : DISCREPANCY_TEXTS[check.problem],
          check.problem === null,
        ),
      );
    return {
      sha256: media.sha256,
      events: events.toSorted((a, b) => Date.parse(b.occurred_at) - Date.parse(a.occurred_at)),
    };
  }
}

const event = (
  type: PreservationEvent['type'],
  occurred_at: string,
  agent: string | null,
  detail: string,
  succeeded = true,
): PreservationEvent => ({ type, occurred_at, agent, outcome: succeeded ? 'success' : 'failure', detail });

/** Converts a change of the record to events. One change can both replace the file and update the metadata. */
function eventsOf(
  { action, changed_at, changed_by, imported, before }: Change,
  after: Snapshot | null,
): PreservationEvent[] {
  const newEvent = (type: PreservationEvent['type'], detail: string) => event(type, changed_at, changed_by, detail);
  if (action === 'create')
    return [
      newEvent('ingestion', imported ? 'The file was added by an import.' : 'The file was added to the archive.'),
    ];
  if (action === 'delete') return [newEvent('deletion', 'The record was deleted.')];
  if (action === 'restore' && (before === null || after === null))
    return [newEvent('restoration', 'The deleted record was restored.')];
  if (before === null || after === null) return [];
  const labels = Object.entries(mediaFields)
    .filter(([name]) => name in before && name in after && !isDeepStrictEqual(before[name], after[name]))
    .map(([, { label }]) => label);
  if ('captions' in before && 'captions' in after && !isDeepStrictEqual(before['captions'], after['captions']))
    labels.push('Captions');
  const checksum = before.keys?.file?.sha256;
  const isReplaced = !isDeepStrictEqual(checksum, after.keys?.file?.sha256);
  // The history stores bytes in PostgreSQL's hex notation.
  const previous = checksum ? ` The checksum was ${checksum.replace(/^\\x/, '')}.` : '';
  return [
    ...(isReplaced ? [newEvent('replacement', `The file was replaced.${previous}`)] : []),
    ...(labels.length > 0 ? [newEvent('metadata_modification', `Changed: ${labels.join(', ')}.`)] : []),
  ];
}

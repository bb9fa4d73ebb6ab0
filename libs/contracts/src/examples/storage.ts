import { storageOperations, type StorageDiscrepancy, type StorageStatus } from '../storage-check.ts';
import { exampleOf } from './example.ts';
import { MEDIA, MEDIA_SLUG, CHANGED_AT } from './records.ts';

const STATUS: StorageStatus = {
  check: {
    id: 12,
    state: 'running',
    phase: 'records',
    files_seen: 1204,
    records_checked: 310,
    records_total: 1198,
    bytes_read: 812_004_311,
    bytes_total: 4_210_339_120,
    requested_by: 'curator',
    error: null,
    started_at: CHANGED_AT,
    finished_at: null,
  },
  last_completed_at: CHANGED_AT,
  unknown_file: 1,
  missing_file: 1,
  changed_file: 0,
  resolved_by: { add_to_library: 1, remove_file: 1, relink: 1, remove_record: 0, keep_changed_file: 0 },
};

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const MOVED = { path: 'gerald-ford/moved/rail.jpg', url: '/media-files/gerald-ford/moved/rail.jpg' };

const MISSING: StorageDiscrepancy = {
  id: 7,
  kind: 'missing_file',
  path: 'gerald-ford/image/rail.jpg',
  url: '/media-files/gerald-ford/image/rail.jpg',
  size: null,
  last_modified: null,
  content_type: null,
  rejection: null,
  sha256: null,
  found_at: CHANGED_AT,
  record: { media_slug: MEDIA_SLUG, title: 'At the rail', size: 1_482_113, sha256: HASH },
  elsewhere: [MOVED],
  same_as: null,
};

export const storageExamples = [
  exampleOf(storageOperations.status, { response: STATUS }),
  exampleOf(storageOperations.start, { response: STATUS }),
  exampleOf(storageOperations.cancel, { response: STATUS }),
  exampleOf(storageOperations.discrepancies, {
    query: { kind: 'missing_file', resolved_by: 'relink', limit: 50 },
    response: [MISSING],
  }),
  exampleOf(storageOperations.addToLibrary, {
    params: { discrepancy_id: 8 },
    body: { title: 'At the rail' },
    response: MEDIA,
  }),
  exampleOf(storageOperations.relink, { params: { discrepancy_id: 7 }, body: { path: MOVED.path }, response: MEDIA }),
  exampleOf(storageOperations.keepChangedFile, { params: { discrepancy_id: 9 }, response: MEDIA }),
  exampleOf(storageOperations.undo, { params: { discrepancy_id: 9 }, response: MEDIA }),
  exampleOf(storageOperations.bulkResolve, {
    body: { by: 'add_to_library', check_id: 12, discrepancy_ids: [8, 10] },
    response: {
      resolved: [8],
      failures: [{ discrepancy_id: 10, reason: 'The library already has this file as “At the rail”.' }],
    },
  }),
  exampleOf(storageOperations.bulkUndo, {
    body: { discrepancy_ids: [8] },
    response: { resolved: [8], failures: [] },
  }),
];

import { Foundations } from './20261120000001-foundations.ts';
import { People } from './20261120000002-people.ts';
import { Voyages } from './20261120000003-voyages.ts';
import { Media } from './20261120000004-media.ts';
import { Operations } from './20261120000005-operations.ts';
import { VoyageSearch } from './20261120000006-voyage-search.ts';
import { KnownPresidents } from './20261120000007-known-presidents.ts';
import { Reading } from './20261120000008-reading.ts';
import { IngestRuns } from './20261120000009-ingest-runs.ts';
import { Writing } from './20261120000010-writing.ts';
import { StoredFiles } from './20261120000011-stored-files.ts';
import { MergedPeople } from './20261120000012-merged-people.ts';
import { IngestPlans } from './20261120000013-ingest-plans.ts';
import { MediaFetch } from './20261120000015-media-fetch.ts';
import { StorageChecks } from './20261120000017-storage-checks.ts';
import { ResumableUploads } from './20261120000018-resumable-uploads.ts';
import { FrontendReleases } from './20261120000019-frontend-releases.ts';
import { FrontendReports } from './20261120000020-frontend-reports.ts';
import { PeopleApart } from './20261120000021-people-apart.ts';
import { ToldFields } from './20261120000023-told-fields.ts';
import { RecordChanges } from './20261120000024-record-changes.ts';
import { VoyageTotal } from './20261120000025-voyage-total.ts';

/** Every migration in its order; a name never changes once it has landed. */
export const migrations = [
  { name: '20261120000001-foundations', class: Foundations },
  { name: '20261120000002-people', class: People },
  { name: '20261120000003-voyages', class: Voyages },
  { name: '20261120000004-media', class: Media },
  { name: '20261120000005-operations', class: Operations },
  { name: '20261120000006-voyage-search', class: VoyageSearch },
  { name: '20261120000007-known-presidents', class: KnownPresidents },
  { name: '20261120000008-reading', class: Reading },
  { name: '20261120000009-ingest-runs', class: IngestRuns },
  { name: '20261120000010-writing', class: Writing },
  { name: '20261120000011-stored-files', class: StoredFiles },
  { name: '20261120000012-merged-people', class: MergedPeople },
  { name: '20261120000013-ingest-plans', class: IngestPlans },
  { name: '20261120000015-media-fetch', class: MediaFetch },
  { name: '20261120000017-storage-checks', class: StorageChecks },
  { name: '20261120000018-resumable-uploads', class: ResumableUploads },
  { name: '20261120000019-frontend-releases', class: FrontendReleases },
  { name: '20261120000020-frontend-reports', class: FrontendReports },
  { name: '20261120000021-people-apart', class: PeopleApart },
  { name: '20261120000023-told-fields', class: ToldFields },
  { name: '20261120000024-record-changes', class: RecordChanges },
  { name: '20261120000025-voyage-total', class: VoyageTotal },
];

import {
  type MediaFields,
  attachMedia,
  fetchMedia,
  isConflict,
  linkMedia,
  mediaPeopleQuery,
  restoreFromTrashMutation,
  setMediaPeopleMutation,
  updateMediaMutation,
} from '@archive/api-client';
import { dateValue } from '@archive/editing';
import type { QueryClient } from '@archive/query';
import { reportFailure } from '@archive/shell-api';
import { mediaTypeOf, titleOf } from '../../stored-file.ts';
import { type FileValues, type Person, enteredFields, peopleOf } from '../upload-draft.ts';
import type { Batch, UploadItem } from './upload-item.ts';

const categoryOf = ({ shared }: Batch) =>
  shared.media_category === 'additional_source' ? 'additional_source' : 'source';

/** Links a stored file to its voyage or album. A failure is only logged (SPEC section 8). */
export async function linkOrReport(media_slug: string, batch: Batch): Promise<void> {
  if (!batch.voyage) return;
  const { voyage_slug } = batch.voyage;
  await linkMedia({ media_slug, voyage_slug, media_category: categoryOf(batch), sort_order: null, notes: '' }).catch(
    (error: unknown) => reportFailure('media', __VERSION__, error),
  );
}

/** Attaches the record of an identical file to the voyage, the album and the people of the upload. */
export async function attachExisting(media_slug: string, { batch, place, values }: UploadItem): Promise<void> {
  const { voyage, album, shared } = batch;
  const people = peopleOf(values, shared);
  if (!voyage && !album && people.length === 0) return;
  await attachMedia(media_slug, {
    ...(voyage ? { voyage_slug: voyage.voyage_slug, media_category: categoryOf(batch) } : {}),
    ...(album ? { album_slug: album.album_slug } : {}),
    people,
    ...place,
  });
}

const updateRecord = (client: QueryClient, slug: string, body: MediaFields) =>
  client.getMutationCache().build(client, updateMediaMutation(client)).execute({ slug, body });

/** Saves edits of a stored file. */
export async function saveEditsOf(
  client: QueryClient,
  slug: string,
  { people, ...fields }: Partial<FileValues>,
  saved: FileValues | undefined,
): Promise<void> {
  const edits = fields.date === undefined ? fields : { ...fields, date: dateValue(fields.date) };
  if (Object.keys(edits).length > 0) await updateRecord(client, slug, edits as MediaFields);
  if (people) await savePeople(client, slug, saved?.people ?? [], people);
}

/** Writes the entered fields to the record that has the same file. Blank and preset fields stay unchanged. */
export async function replaceFields(client: QueryClient, slug: string, item: UploadItem): Promise<void> {
  const { title, media_type: type, ...fields } = enteredFields(item.values, item.batch.shared);
  const entered = {
    ...fields,
    ...(title === titleOf(item.name) ? {} : { title }),
    ...(type === mediaTypeOf(item) ? {} : { media_type: type }),
  };
  if (Object.keys(entered).length > 0) await updateRecord(client, slug, entered as MediaFields);
}

/** Restores the media item of a file from the trash. */
export async function restoreRecord(client: QueryClient, slug: string) {
  const { failures } = await client
    .getMutationCache()
    .build(client, restoreFromTrashMutation(client))
    .execute({ slugs: [slug], onProgress: () => undefined });
  if (failures[0]) throw new Error(failures[0].reason);
  return fetchMedia(slug);
}

const ATTEMPTS = 3;

/** Saves a change of the people in a stored file. Keeps marks that other users have made since, with their regions. */
async function savePeople(
  client: QueryClient,
  slug: string,
  before: readonly Person[],
  after: readonly Person[],
): Promise<void> {
  const isIn = (people: readonly { person_slug: string }[], { person_slug }: { person_slug: string }) =>
    people.some((person) => person.person_slug === person_slug);
  const removed = before.filter((person) => !isIn(after, person));
  const added = after.filter((person) => !isIn(before, person));
  for (let attempt = 1; ; attempt += 1) {
    const { value, etag } = await client.fetchQuery({ ...mediaPeopleQuery(slug), staleTime: 0 });
    const unchanged = value.people.filter((mark) => !isIn(removed, mark));
    const missing = added.filter((person) => !isIn(unchanged, person));
    const people = [
      ...unchanged.map(({ person_slug, region }) => ({ person_slug, region })),
      ...missing.map(({ person_slug }) => ({ person_slug, region: null })),
    ];
    try {
      await client
        .getMutationCache()
        .build(client, setMediaPeopleMutation(client, slug))
        .execute({ people, ifMatch: etag });
      return;
    } catch (error) {
      // Someone else has changed the marks since.
      if (!isConflict(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

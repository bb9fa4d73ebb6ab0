import {
  fetchMedia,
  findDuplicates,
  invalidateRecords,
  linkMedia,
  mediaUsageQuery,
  restoreFromTrashMutation,
  SameFileError,
  sendFile,
  TrashedFileError,
  type UploadedMedia,
} from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { newKey } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { toast } from '@archive/ui';
import { reportFailure, type UploadVoyage } from '@archive/shell-api';
import { useEffect, useRef, useState } from 'react';
import { reasonOf } from '../reason.ts';
import { previewFailure } from './preview-failure.ts';
import { fieldsOf, fromFile, type SharedFields, type UploadFile } from './upload-draft.ts';

/** Possible duplicates, and the callback with the curator's decision. */
export interface DuplicateWarningState {
  matches: MediaItem[];
  /** The library has exactly this file. */
  identical: boolean;
  respond: (anyway: boolean) => void;
}

/** A file that is in the trash, and the callback with the curator's decision. */
export interface TrashWarningState {
  /** What happened, as a sentence. */
  message: string;
  fileName: string;
  respond: (decision: TrashDecision) => void;
}
export type TrashDecision = 'restore' | 'upload' | 'cancel';

interface UploadOptions {
  shared: SharedFields;
  voyage: UploadVoyage | undefined;
  /** Folder for the duplicate check: a president's name, or "unattached". */
  folder: string;
}

const revokePreview = ({ preview }: UploadFile) => preview !== null && URL.revokeObjectURL(preview);

/** Not reported as a failure. */
export const CANCELLED = 'Cancelled';
const TRASHED = 'This file is in the trash.';
const SKIPPED = 'This file is already in the media library.';

/** Uploads files one after the other; each succeeds or fails on its own. */
export function useUploadQueue(onUploaded: ((media: MediaItem) => void) | undefined) {
  const client = useQueryClient();
  const [items, setItems] = useState<UploadFile[]>([]);
  const [busy, setBusy] = useState(false);
  const [warning, setWarning] = useState<DuplicateWarningState>();
  const [trashWarning, setTrashWarning] = useState<TrashWarningState>();
  const { mutateAsync: restoreFromTrash } = useMutation(restoreFromTrashMutation(client));
  const running = useRef(new Map<number, AbortController>());
  const idempotencyKeys = useRef(new Map<string, string>());

  const mounted = useRef(false);
  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  });
  useEffect(() => {
    const controllers = running.current;
    mounted.current = true;
    return () => {
      mounted.current = false;
      for (const controller of controllers.values()) controller.abort();
      for (const item of latest.current) revokePreview(item);
    };
  }, []);

  const change = (id: number, changes: Partial<UploadFile>) =>
    setItems((now) => now.map((item) => (item.id === id ? { ...item, ...changes } : item)));

  const confirmDuplicates = (matches: MediaItem[], identical: boolean) =>
    new Promise<boolean>((resolve) => {
      const respond = (anyway: boolean) => {
        setWarning(undefined);
        resolve(anyway);
      };
      setWarning({ matches, identical, respond });
    });

  const askAboutTrash = (message: string, fileName: string) =>
    new Promise<TrashDecision>((resolve) => {
      const respond = (decision: TrashDecision) => {
        setTrashWarning(undefined);
        resolve(decision);
      };
      setTrashWarning({ message, fileName, respond });
    });

  /** Restores the media item of a file instead of uploading the file again. */
  async function restoreInstead(slug: string): Promise<UploadedMedia> {
    const { failures } = await restoreFromTrash({ slugs: [slug], onProgress: () => undefined });
    if (failures[0]) throw new Error(failures[0].reason);
    const media = await fetchMedia(slug);
    toast.success(`“${media.title}” restored from the trash`);
    return { ...media, linked_to_voyage: false };
  }

  /** Links what isn’t on the voyage already, as a restored item may be. */
  async function linkRestored(media: UploadedMedia, options: UploadOptions) {
    const usage = options.voyage && (await client.fetchQuery({ ...mediaUsageQuery(media.media_slug), staleTime: 0 }));
    const isLinked = usage?.voyages.some(({ voyage_slug }) => voyage_slug === options.voyage?.voyage_slug) ?? false;
    return { ...media, linked_to_voyage: isLinked };
  }

  /** A failed check counts as no duplicates (SPEC section 5). */
  async function duplicatesOf(pending: UploadFile[], { shared, folder }: UploadOptions): Promise<MediaItem[]> {
    const credit = shared.credit.trim();
    const dates = [...new Set(pending.map(({ date }) => date).filter(Boolean))];
    if (credit === '' || dates.length === 0) return [];
    const duplicates = await Promise.all(
      dates.map((date) =>
        findDuplicates({ credit, date, folder }).then(
          ({ items: matches }) => matches,
          () => [],
        ),
      ),
    );
    return duplicates.flat();
  }

  async function send(item: UploadFile, options: UploadOptions, again: boolean): Promise<UploadedMedia> {
    const fields = {
      ...fieldsOf(item, options.shared, options.voyage?.voyage_slug),
      ...(again ? { allow_duplicate: '1' } : {}),
    };
    const request = JSON.stringify([item.id, fields]);
    const idempotencyKey = idempotencyKeys.current.get(request) ?? newKey();
    idempotencyKeys.current.set(request, idempotencyKey);
    const controller = new AbortController();
    running.current.set(item.id, controller);
    change(item.id, { state: 'sending', progress: 0, failure: undefined });
    try {
      const onProgress = (fraction: number) => change(item.id, { progress: fraction });
      const onNote = (note: string | undefined) => change(item.id, { note });
      const { signal } = controller;
      return await sendFile({ file: item.file, fields, idempotencyKey, onProgress, onNote, signal });
    } catch (error) {
      if (error instanceof TrashedFileError && !again) {
        const decision = await askAboutTrash(error.message, item.file.name);
        if (decision === 'upload') return await send(item, options, true);
        if (decision === 'cancel') throw new Error(TRASHED, { cause: error });
        return await linkRestored(await restoreInstead(error.trashed_slug), options);
      }
      if (!(error instanceof SameFileError) || again) throw error;
      const media = await fetchMedia(error.media_slug);
      if (!(await confirmDuplicates([media], true))) throw new Error(SKIPPED, { cause: error });
      return await send(item, options, true);
    } finally {
      running.current.delete(item.id);
    }
  }

  /** A failed link is only logged; the file stays stored (SPEC section 8). */
  async function link({ media_slug, linked_to_voyage }: UploadedMedia, { voyage, shared }: UploadOptions) {
    if (!voyage || linked_to_voyage) return;
    const media_category = shared.media_category === 'additional_source' ? 'additional_source' : 'source';
    await linkMedia({ media_slug, voyage_slug: voyage.voyage_slug, media_category, sort_order: null, notes: '' }).catch(
      (error: unknown) => reportFailure('media', __VERSION__, error),
    );
  }

  /** Warns about a file without a preview, even after the dialog has closed: it may be damaged. */
  async function reportPreview(id: number, media: MediaItem) {
    const problem = await previewFailure(media).catch(() => undefined);
    if (problem === undefined) return;
    change(id, { warning: problem });
    toast.error(`“${media.title}” was uploaded, but has no preview. ${problem}`);
  }

  async function uploadFile(item: UploadFile, options: UploadOptions): Promise<string | undefined> {
    try {
      const media = await send(item, options, false);
      await link(media, options);
      change(item.id, { state: 'done', progress: 1 });
      onUploaded?.(media);
      void reportPreview(item.id, media);
      return undefined;
    } catch (error) {
      const failure =
        error instanceof DOMException && error.name === 'AbortError' ? CANCELLED : reasonOf(error, 'Upload failed');
      change(item.id, { state: 'failed', failure, note: undefined });
      return failure;
    }
  }

  /** Uploads the remaining files. Resolves to the failures, or undefined if the curator cancelled at the duplicate warning. */
  async function run(options: UploadOptions, onlyId?: number): Promise<string[] | undefined> {
    const pending = items.filter(({ id, state }) => state !== 'done' && (onlyId === undefined || id === onlyId));
    setBusy(true);
    try {
      const matches = await duplicatesOf(pending, options);
      if (matches.length > 0 && !(await confirmDuplicates(matches, false))) return undefined;
      for (const { id } of pending) change(id, { state: 'waiting', failure: undefined });
      const failures: string[] = [];
      for (const item of pending) {
        if (!mounted.current) break;
        const failure = await uploadFile(item, options);
        if (failure !== undefined) failures.push(failure);
      }
      return failures;
    } finally {
      setBusy(false);
      void invalidateRecords(client);
    }
  }

  return {
    items,
    busy,
    warning,
    trashWarning,
    change,
    run,
    add: async (files: File[]) => {
      const newFiles = await Promise.all(files.map(fromFile));
      setItems((now) => [...now, ...newFiles]);
    },
    remove: (item: UploadFile) => {
      revokePreview(item);
      setItems((now) => now.filter(({ id }) => id !== item.id));
    },
    cancel: (id: number) => running.current.get(id)?.abort(new DOMException(CANCELLED, 'AbortError')),
  };
}

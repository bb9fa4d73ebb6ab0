import {
  fetchMedia,
  findDuplicates,
  invalidateRecords,
  linkMedia,
  SameFileError,
  sendFile,
  type UploadedMedia,
} from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { newKey } from '@archive/editing';
import { useQueryClient } from '@archive/query';
import { reportFailure, type UploadVoyage } from '@archive/shell-api';
import { useEffect, useRef, useState } from 'react';
import { reasonOf } from '../reason.ts';
import { fieldsOf, fromFile, type Shared, type UploadFile } from './upload-draft.ts';

/** Media that may be the same, and what is done when the curator has looked at them. */
export interface Warning {
  matches: MediaItem[];
  /** The library has the very same file. */
  same: boolean;
  answer: (anyway: boolean) => void;
}

interface Terms {
  shared: Shared;
  voyage: UploadVoyage | undefined;
  /** In which doubles are looked for: a president's name, or "unattached". */
  folder: string;
}

const forget = ({ preview }: UploadFile) => preview !== null && URL.revokeObjectURL(preview);

/** What a curator wanted is no failure to be told of. */
export const CANCELLED = 'Cancelled';
const LEFT_OUT = 'The library has this file already.';

/** Files waiting to be uploaded, one after the other, each with its own fate. */
export function useUploadQueue(onUploaded: ((media: MediaItem) => void) | undefined) {
  const client = useQueryClient();
  const [items, setItems] = useState<UploadFile[]>([]);
  const [busy, setBusy] = useState(false);
  const [warning, setWarning] = useState<Warning>();
  const running = useRef(new Map<number, AbortController>());
  const repeatKeys = useRef(new Map<string, string>());

  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  });
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const one of all.values()) one.abort();
      for (const item of latest.current) forget(item);
    };
  }, []);

  const change = (id: number, changes: Partial<UploadFile>) =>
    setItems((now) => now.map((item) => (item.id === id ? { ...item, ...changes } : item)));

  const ask = (matches: MediaItem[], same: boolean) =>
    new Promise<boolean>((resolve) => {
      const answer = (anyway: boolean) => {
        setWarning(undefined);
        resolve(anyway);
      };
      setWarning({ matches, same, answer });
    });

  /** A check that fails finds nothing (SPEC section 5). */
  async function duplicatesOf(pending: UploadFile[], { shared, folder }: Terms): Promise<MediaItem[]> {
    const credit = shared.credit.trim();
    const dates = [...new Set(pending.map(({ date }) => date).filter(Boolean))];
    if (credit === '' || dates.length === 0) return [];
    const found = await Promise.all(
      dates.map((date) =>
        findDuplicates({ credit, date, folder }).then(
          ({ items: same }) => same,
          () => [],
        ),
      ),
    );
    return found.flat();
  }

  async function send(item: UploadFile, terms: Terms, again: boolean): Promise<UploadedMedia> {
    const fields = {
      ...fieldsOf(item, terms.shared, terms.voyage?.voyage_slug),
      ...(again ? { allow_duplicate: '1' } : {}),
    };
    const request = JSON.stringify([item.id, fields]);
    const repeatKey = repeatKeys.current.get(request) ?? newKey();
    repeatKeys.current.set(request, repeatKey);
    const controller = new AbortController();
    running.current.set(item.id, controller);
    change(item.id, { state: 'sending', sent: 0, failure: undefined });
    try {
      const onProgress = (sent: number) => change(item.id, { sent });
      const onNote = (note: string | undefined) => change(item.id, { note });
      const { signal } = controller;
      return await sendFile({ file: item.file, fields, repeatKey, onProgress, onNote, signal });
    } catch (error) {
      if (!(error instanceof SameFileError) || again) throw error;
      const media = await fetchMedia(error.media_slug);
      if (!(await ask([media], true))) throw new Error(LEFT_OUT, { cause: error });
      return await send(item, terms, true);
    } finally {
      running.current.delete(item.id);
    }
  }

  /** The link is the voyage's matter: without it the file is stored all the same (SPEC section 8, logged only). */
  async function link({ media_slug, linked_to_voyage }: UploadedMedia, { voyage, shared }: Terms) {
    if (!voyage || linked_to_voyage) return;
    const media_category = shared.media_category === 'additional_source' ? 'additional_source' : 'source';
    await linkMedia({ media_slug, voyage_slug: voyage.voyage_slug, media_category, sort_order: null, notes: '' }).catch(
      (error: unknown) => reportFailure('media', __VERSION__, error),
    );
  }

  async function keep(item: UploadFile, terms: Terms): Promise<string | undefined> {
    try {
      const media = await send(item, terms, false);
      await link(media, terms);
      change(item.id, { state: 'done', sent: 1 });
      onUploaded?.(media);
      return undefined;
    } catch (error) {
      const failure =
        error instanceof DOMException && error.name === 'AbortError' ? CANCELLED : reasonOf(error, 'Upload failed');
      change(item.id, { state: 'failed', failure, note: undefined });
      return failure;
    }
  }

  /** Uploads what has not been uploaded. Answers the failures, or undefined when the curator would rather not. */
  async function run(terms: Terms, only?: number): Promise<string[] | undefined> {
    const pending = items.filter(({ id, state }) => state !== 'done' && (only === undefined || id === only));
    setBusy(true);
    try {
      const matches = await duplicatesOf(pending, terms);
      if (matches.length > 0 && !(await ask(matches, false))) return undefined;
      for (const { id } of pending) change(id, { state: 'waiting', failure: undefined });
      const failures: string[] = [];
      for (const item of pending) {
        const failure = await keep(item, terms);
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
    change,
    run,
    add: async (files: File[]) => {
      const added = await Promise.all(files.map(fromFile));
      setItems((now) => [...now, ...added]);
    },
    remove: (item: UploadFile) => {
      forget(item);
      setItems((now) => now.filter(({ id }) => id !== item.id));
    },
    cancel: (id: number) => running.current.get(id)?.abort(new DOMException(CANCELLED, 'AbortError')),
  };
}

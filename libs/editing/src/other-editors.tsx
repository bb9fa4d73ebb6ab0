import { type HistoryKind, otherEditorsQuery, stopEditing } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { formatList } from '@archive/ui';
import { useEffect } from 'react';

export interface EditedRecord {
  kind: HistoryKind;
  slug: string;
  /** The word for the record on screen, such as "collection"; `kind` by default. */
  noun?: string;
}

/** Says who else has a form for this record open, and reports that this one is. No lock: everyone can save. */
export function OtherEditors({ kind, slug, noun = kind }: EditedRecord) {
  const { data, isError } = useQuery(otherEditorsQuery(kind, slug));
  useEffect(() => () => void stopEditing(kind, slug), [kind, slug]);
  const names = isError ? [] : (data?.names ?? []);
  return (
    <output className="block text-13 wrap-anywhere text-faded">
      {names.length > 0 && `${formatList(names)} ${names.length > 1 ? 'are' : 'is'} editing this ${noun}`}
    </output>
  );
}

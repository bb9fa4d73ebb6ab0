import { mediaToEditQuery } from '@archive/api-client';
import { RecordHistory } from '@archive/editing';
import { useQuery } from '@archive/query';
import { FIELD_LABELS, readOf } from '../metadata/media-draft.ts';

interface MediaHistoryProps {
  slug: string;
  title: string;
  /** A curator who edits may bring a version back. */
  editing: boolean;
  onClose: () => void;
}

/** Who changed a media record, when and what; and the way back. */
export function MediaHistory(props: MediaHistoryProps) {
  const { data, error, refetch } = useQuery({ ...mediaToEditQuery(props.slug), staleTime: 0 });
  return (
    <RecordHistory
      kind="media"
      record={{ data: data?.value, error, refetch }}
      draftOf={readOf}
      labelOf={(name) => FIELD_LABELS[name]}
      created="Uploaded"
      {...props}
    />
  );
}

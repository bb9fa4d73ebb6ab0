import { mediaToEditQuery } from '@archive/api-client';
import { RecordHistory } from '@archive/editing';
import { useQuery } from '@archive/query';
import { FIELD_LABELS, displayOf } from '../metadata/media-draft.ts';

interface MediaHistoryProps {
  slug: string;
  title: string;
  /** Offers Restore. */
  editing: boolean;
  onClose: () => void;
}

/** The revision history of a media record. */
export function MediaHistory(props: MediaHistoryProps) {
  const { data, error, refetch } = useQuery({ ...mediaToEditQuery(props.slug), staleTime: 0 });
  return (
    <RecordHistory
      kind="media"
      record={{ data: data?.value, error, refetch }}
      draftOf={displayOf}
      labelOf={(name) => FIELD_LABELS[name]}
      created="Uploaded"
      {...props}
    />
  );
}

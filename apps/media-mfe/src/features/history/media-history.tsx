import { RecordHistory } from '@archive/editing';

interface MediaHistoryProps {
  slug: string;
  title: string;
  /** Whether to offer Restore. */
  editing: boolean;
  onClose: () => void;
}

/** The revision history of a media record. */
export function MediaHistory(props: MediaHistoryProps) {
  return <RecordHistory kind="media" {...props} />;
}

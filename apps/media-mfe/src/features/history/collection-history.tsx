import { RecordHistory, type RecordHistoryProps } from '@archive/editing';

/** The revision history of a collection. */
export function CollectionHistory(props: Omit<RecordHistoryProps, 'kind'>) {
  return <RecordHistory kind="album" {...props} />;
}

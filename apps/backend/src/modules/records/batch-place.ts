/** The place of a file among those that were uploaded together; none for a file that was uploaded alone. */
export interface BatchPlace {
  batch_id?: string | null | undefined;
  batch_position?: number | null | undefined;
}

/** The columns of a link. */
export const batchColumns = ({ batch_id, batch_position }: BatchPlace): [string | null, number | null] =>
  typeof batch_id === 'string' ? [batch_id, batch_position ?? 0] : [null, null];

/**
 * SQL for the position of a new link in a list: after those of its batch that precede it, or else before the others of its batch. Last without a
 * batch, or if the list has no other link of it.
 */
export const positionInList = (batchId: string, batchPosition: string) => `
  coalesce(
    max(sort_order) filter (where batch_id = ${batchId} and batch_position <= ${batchPosition}) + 1,
    min(sort_order) filter (where batch_id = ${batchId}),
    count(*) + 1)::int`;

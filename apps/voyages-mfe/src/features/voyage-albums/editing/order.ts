/**
 * Moves some items of a list together, keeping their own order.
 *
 * @param before index in the original list that the items move in front of; its length for the end
 */
export function moveTo<T>(list: readonly T[], isMoved: (item: T) => boolean, before: number): T[] {
  const isNotMoved = (item: T) => !isMoved(item);
  return [
    ...list.slice(0, before).filter(isNotMoved),
    ...list.filter(isMoved),
    ...list.slice(before).filter(isNotMoved),
  ];
}

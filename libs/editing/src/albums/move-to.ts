/**
 * Moves some items of a list together, keeping their own order.
 *
 * @param position index in the original list that the items move in front of; its length for the end
 */
export function moveTo<T>(list: readonly T[], isMoved: (item: T) => boolean, position: number): T[] {
  const isNotMoved = (item: T) => !isMoved(item);
  return [
    ...list.slice(0, position).filter(isNotMoved),
    ...list.filter(isMoved),
    ...list.slice(position).filter(isNotMoved),
  ];
}

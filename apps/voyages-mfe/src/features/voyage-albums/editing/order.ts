/**
 * Moves some items of a list together, keeping their own order.
 *
 * @param before index in the original list that the items move in front of; its length for the end
 */
export function moveTo<T>(list: readonly T[], moves: (item: T) => boolean, before: number): T[] {
  const stays = (item: T) => !moves(item);
  return [...list.slice(0, before).filter(stays), ...list.filter(moves), ...list.slice(before).filter(stays)];
}

/**
 * Moves some items of a list together, keeping their own order.
 *
 * @param place position in the list as it was that the items are put before; its length for the end
 */
export function moveTo<T>(list: readonly T[], moves: (item: T) => boolean, place: number): T[] {
  const stays = (item: T) => !moves(item);
  return [...list.slice(0, place).filter(stays), ...list.filter(moves), ...list.slice(place).filter(stays)];
}

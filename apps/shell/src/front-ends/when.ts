import { formatDate } from '@archive/ui';

const two = (number: number) => String(number).padStart(2, '0');

/** "June 16, 1976, 19:03", where the person is. */
export function when(instant: string): string {
  const at = new Date(instant);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${formatDate(day)}, ${two(at.getHours())}:${two(at.getMinutes())}`;
}

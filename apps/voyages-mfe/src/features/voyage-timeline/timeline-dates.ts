import type { TimelineDate } from '@archive/contracts';
import { formatDate } from '@archive/contracts/dates';
import { formatList } from '@archive/ui';

/** Number of records in a year, a month or on a day. */
export interface RecordCounts {
  voyages: number;
  media: number;
}

export interface YearBar extends RecordCounts {
  year: number;
}

export type RecordKind = keyof RecordCounts;

/** Index of the first sorted date at or after `date`, or with `after` strictly after it. */
function indexFrom(dates: readonly string[], date: string, after: boolean): number {
  let from = 0;
  let to = dates.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const candidate = dates[middle] ?? '';
    if (candidate < date || (after && candidate === date)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Whether a period is after the one in which something starts, and at most the one in which it ends, in the unit that both have in common. */
export function goesOn(period: string, start: string, end: string): boolean {
  const unit = Math.min(start.length, end.length);
  return period.length === unit && start.slice(0, unit) < period && period <= end.slice(0, unit);
}

/** The next day, month or year. */
function nextPeriod(period: string): string {
  const [year = 0, month, day] = period.split('-').map(Number);
  const next = Date.UTC(
    month === undefined ? year + 1 : year,
    day === undefined ? (month ?? 0) : (month ?? 0) - 1,
    (day ?? 0) + 1,
  );
  return new Date(next).toISOString().slice(0, period.length);
}

/** Dates with records, indexed by year, month and day. */
export class TimelineDates {
  readonly #dates: readonly string[];
  readonly #counts = new Map<string, RecordCounts>();
  /** By kind, dates in words, for dates that have only approximately dated records of the kind. */
  readonly #approximate: Record<RecordKind, Map<string, string>> = { voyages: new Map(), media: new Map() };
  /** Sorted dates on which records start, by kind. */
  readonly #byKind: Record<RecordKind, string[]> = { voyages: [], media: [] };

  /** Sorted as text: a year comes before its months, a month before its days. */
  constructor(dates: TimelineDate[]) {
    const shown = new Set<string>();
    for (const { date, voyages, media, ...entry } of dates.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
      const { approximate, approximate_media: approximateMedia, voyages_until = [], media_until = [] } = entry;
      if (approximate) this.#approximate.voyages.set(date, formatList(approximate.map(formatDate)));
      if (approximateMedia) this.#approximate.media.set(date, formatList(approximateMedia.map(formatDate)));
      if (voyages > 0) this.#byKind.voyages.push(date);
      if (media > 0) this.#byKind.media.push(date);
      shown.add(date);
      for (let length = 4; length <= date.length; length += 3) this.#add(date.slice(0, length), { voyages, media });
      const later = [
        ...voyages_until.map((end) => ({ end, counts: { voyages: 1, media: 0 } })),
        ...media_until.map((end) => ({ end, counts: { voyages: 0, media: 1 } })),
      ];
      for (const { end, counts } of later) for (const period of this.#addUntil(date, end, counts)) shown.add(period);
    }
    this.#dates = [...shown].toSorted();
  }

  /** Counts a record in each later year, month and day until its end. Returns those in the unit that start and end have in common. */
  #addUntil(date: string, end: string, counts: RecordCounts): string[] {
    const unit = Math.min(date.length, end.length);
    let periods: string[] = [];
    for (let length = 4; length <= unit; length += 3) {
      periods = [];
      for (let period = date.slice(0, length); period < end.slice(0, length);) {
        period = nextPeriod(period);
        periods.push(period);
        this.#add(period, counts);
      }
    }
    return periods;
  }

  #add(period: string, { voyages, media }: RecordCounts): void {
    const counts = this.countsIn(period);
    this.#counts.set(period, { voyages: counts.voyages + voyages, media: counts.media + media });
  }

  get isEmpty(): boolean {
    return this.#dates.length === 0;
  }

  /**
   * Number of records in a year (`1946`), a month (`1946-03`) or on a day, including partial dates within it. A record of more than one
   * counts in each.
   */
  countsIn(date: string): RecordCounts {
    return this.#counts.get(date) ?? { voyages: 0, media: 0 };
  }

  /** Every year from the first to the last with records. */
  years(): YearBar[] {
    const firstYear = Number(this.#dates.at(0)?.slice(0, 4));
    const last = Number(this.#dates.at(-1)?.slice(0, 4));
    if (this.isEmpty) return [];
    return Array.from({ length: last - firstYear + 1 }, (_, index) => {
      const year = firstYear + index;
      return { year, ...this.countsIn(String(year)) };
    });
  }

  /** The first date with a voyage, otherwise the first with any record. */
  firstDate(): string | undefined {
    return this.#byKind.voyages[0] ?? this.#dates[0];
  }

  /** The nearest later date with a record of a kind. */
  next(from: string, kind: RecordKind): string | undefined {
    const dates = this.#byKind[kind];
    return dates[indexFrom(dates, from, true)];
  }

  previous(from: string, kind: RecordKind): string | undefined {
    const dates = this.#byKind[kind];
    return dates[indexFrom(dates, from, false) - 1];
  }

  /** The date of the records of a kind, in words: "about 1947" if none of them has an exact date. */
  textOf(date: string, kind: RecordKind): string {
    return this.#approximate[kind].get(date) ?? formatDate(date);
  }

  /** The first day with records in a period, otherwise its first partial date, otherwise the period itself. */
  firstDateIn(period: string): string {
    let first: string | undefined;
    for (const date of this.#dates) {
      if (!date.startsWith(period)) continue;
      if (date.length === 10) return date;
      first ??= date;
    }
    return first ?? period;
  }
}

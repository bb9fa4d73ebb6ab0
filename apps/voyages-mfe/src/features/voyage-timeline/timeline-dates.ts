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

/** Dates with records, indexed by year, month and day. */
export class TimelineDates {
  readonly #dates: readonly TimelineDate[];
  readonly #counts = new Map<string, RecordCounts>();
  /** By kind, dates in words, for dates that have only approximately dated records of the kind. */
  readonly #approximate: Record<RecordKind, Map<string, string>> = { voyages: new Map(), media: new Map() };
  /** Sorted dates with records, by kind. */
  readonly #byKind: Record<RecordKind, string[]> = { voyages: [], media: [] };

  /** Sorted as text: a year comes before its months, a month before its days. */
  constructor(dates: TimelineDate[]) {
    this.#dates = dates.toSorted((a, b) => (a.date < b.date ? -1 : 1));
    for (const { date, voyages, media, approximate, approximate_media: approximateMedia } of this.#dates) {
      if (approximate) this.#approximate.voyages.set(date, formatList(approximate.map(formatDate)));
      if (approximateMedia) this.#approximate.media.set(date, formatList(approximateMedia.map(formatDate)));
      if (voyages > 0) this.#byKind.voyages.push(date);
      if (media > 0) this.#byKind.media.push(date);
      for (let length = 4; length <= date.length; length += 3) {
        const period = date.slice(0, length);
        const counts = this.#counts.get(period);
        if (!counts) this.#counts.set(period, { voyages, media });
        else {
          counts.voyages += voyages;
          counts.media += media;
        }
      }
    }
  }

  get isEmpty(): boolean {
    return this.#dates.length === 0;
  }

  /** Number of records in a year (`1946`), a month (`1946-03`) or on a day, including partial dates within it. */
  countsIn(date: string): RecordCounts {
    return this.#counts.get(date) ?? { voyages: 0, media: 0 };
  }

  /** Every year from the first to the last with records. */
  years(): YearBar[] {
    const firstYear = Number(this.#dates.at(0)?.date.slice(0, 4));
    const last = Number(this.#dates.at(-1)?.date.slice(0, 4));
    if (this.isEmpty) return [];
    return Array.from({ length: last - firstYear + 1 }, (_, index) => {
      const year = firstYear + index;
      return { year, ...this.countsIn(String(year)) };
    });
  }

  /** The first date with a voyage, otherwise the first with any record. */
  firstDate(): string | undefined {
    return this.#byKind.voyages[0] ?? this.#dates[0]?.date;
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
    for (const { date } of this.#dates) {
      if (!date.startsWith(period)) continue;
      if (date.length === 10) return date;
      first ??= date;
    }
    return first ?? period;
  }
}

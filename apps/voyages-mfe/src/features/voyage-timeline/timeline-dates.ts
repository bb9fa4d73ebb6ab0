import type { TimelineDate } from '@archive/contracts';

/** What there is in a year, a month or on a day. */
export interface Found {
  voyages: number;
  media: number;
}

export interface YearBar extends Found {
  year: number;
}

export type Kind = keyof Found;

/** Index of the first of sorted dates that is not before, or is behind, a date. */
function firstFrom(dates: readonly string[], date: string, behind: boolean): number {
  let from = 0;
  let to = dates.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const here = dates[middle] ?? '';
    if (here < date || (behind && here === date)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The dates that have records, to be asked by year, month and day. */
export class TimelineDates {
  readonly #dates: readonly TimelineDate[];
  readonly #within = new Map<string, Found>();
  /** The dates that have records of one kind. */
  readonly #walks: Record<Kind, string[]> = { voyages: [], media: [] };

  /** As written, dates sort by their earliest day: a year stands before its months, a month before its days. */
  constructor(dates: TimelineDate[]) {
    this.#dates = dates.toSorted((a, b) => (a.date < b.date ? -1 : 1));
    for (const { date, voyages, media } of this.#dates) {
      if (voyages > 0) this.#walks.voyages.push(date);
      if (media > 0) this.#walks.media.push(date);
      for (let length = 4; length <= date.length; length += 3) {
        const period = date.slice(0, length);
        const found = this.#within.get(period);
        if (!found) this.#within.set(period, { voyages, media });
        else {
          found.voyages += voyages;
          found.media += media;
        }
      }
    }
  }

  get isEmpty(): boolean {
    return this.#dates.length === 0;
  }

  /** What there is in a year (`1946`), a month (`1946-03`) or on a day, partial dates within it included. */
  within(date: string): Found {
    return this.#within.get(date) ?? { voyages: 0, media: 0 };
  }

  /** Every year from the first with records to the last. */
  years(): YearBar[] {
    const first = Number(this.#dates.at(0)?.date.slice(0, 4));
    const last = Number(this.#dates.at(-1)?.date.slice(0, 4));
    if (this.isEmpty) return [];
    return Array.from({ length: last - first + 1 }, (_, index) => {
      const year = first + index;
      return { year, ...this.within(String(year)) };
    });
  }

  /** Where the timeline begins: the first date with a voyage, else with anything. */
  start(): string | undefined {
    return this.#walks.voyages[0] ?? this.#dates[0]?.date;
  }

  /** The nearest date with a voyage, or with media, across all empty time. */
  next(from: string, kind: Kind): string | undefined {
    const dates = this.#walks[kind];
    return dates[firstFrom(dates, from, true)];
  }

  previous(from: string, kind: Kind): string | undefined {
    const dates = this.#walks[kind];
    return dates[firstFrom(dates, from, false) - 1];
  }

  /** Where a year or month opens: at its first day with records, else at its first date, else at itself. */
  opening(period: string): string {
    let opening: string | undefined;
    for (const { date } of this.#dates) {
      if (!date.startsWith(period)) continue;
      if (date.length === 10) return date;
      opening ??= date;
    }
    return opening ?? period;
  }
}

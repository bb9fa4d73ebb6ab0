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

/** Sorts a written date by its earliest day; a year stands before its months, a month before its days. */
const placeOf = (date: string): string => `${date}-00-00`.slice(0, 10);
const before = (a: string, b: string): number => (placeOf(a) < placeOf(b) ? -1 : Number(placeOf(a) > placeOf(b)));

/** The dates that have records, to be asked by year, month and day. */
export class TimelineDates {
  readonly #dates: TimelineDate[];
  readonly #within = new Map<string, Found>();

  constructor(dates: TimelineDate[]) {
    this.#dates = [...dates].sort((a, b) => before(a.date, b.date));
    for (const { date, voyages, media } of dates) {
      for (const length of [4, 7, 10]) {
        if (date.length < length) continue;
        const found = this.#within.get(date.slice(0, length)) ?? { voyages: 0, media: 0 };
        this.#within.set(date.slice(0, length), { voyages: found.voyages + voyages, media: found.media + media });
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
    return (this.#dates.find(({ voyages }) => voyages > 0) ?? this.#dates[0])?.date;
  }

  /** The nearest date with a voyage, or with media, across all empty time. */
  next(from: string, kind: Kind): string | undefined {
    return this.#dates.find((one) => one[kind] > 0 && before(one.date, from) > 0)?.date;
  }

  previous(from: string, kind: Kind): string | undefined {
    return this.#dates.findLast((one) => one[kind] > 0 && before(one.date, from) < 0)?.date;
  }

  /** Where a year or month opens: at its first day with records, else at its first date, else at itself. */
  opening(period: string): string {
    const inside = this.#dates.filter(({ date }) => date.startsWith(period));
    return (inside.find(({ date }) => date.length === 10) ?? inside[0])?.date ?? period;
  }
}

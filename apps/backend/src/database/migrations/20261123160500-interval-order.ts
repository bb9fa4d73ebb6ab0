import { Migration } from '@mikro-orm/migrations';

/**
 * Compares the ends of an interval by their last days, as the contracts do: in `1893/1893-12`, both are December 31. When they were
 * compared as text, this interval was rejected.
 */
export class IntervalOrder extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function is_edtf_date(written text) returns boolean language plpgsql immutable parallel safe as $$
      declare
        starts text;
        ends text;
      begin
        if written is null then return null; end if;
        if public.is_partial_date(written) then return true; end if;
        starts := public.start_of_date(written);
        ends := public.end_of_date(written);
        if not coalesce(public.is_partial_date(starts) and public.is_partial_date(ends), false) then return false; end if;
        return left(starts || '-01-01', 10) collate "C" <= left(ends || '-01-01', 10)
          and public.last_day_of_partial_date(starts) <= public.last_day_of_partial_date(ends)
          and (strpos(written, '/') = 0 or starts <> ends);
      end $$`);
  }

  /** Keeps the function, because rows may have dates that the previous one rejects. */
  override down(): void {}
}

import { Migration } from '@mikro-orm/migrations';

/**
 * The ends of an interval are compared by their last days, as in the contracts: in `1893/1893-12` both are December 31. As text, the year
 * came after its own months, and the interval was rejected.
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

  /** Rows may have dates that the function before rejects. */
  override down(): void {}
}

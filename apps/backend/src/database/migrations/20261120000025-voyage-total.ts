import { Migration } from '@mikro-orm/migrations';

/** The number of voyages, which avoids counting them: each transaction adds its difference to a row that no other one has locked. */
export class VoyageTotal extends Migration {
  override up(): void {
    this.addSql(`alter table record_change add column voyages bigint not null default 0`);
    this.addSql(`
      update record_change set voyages = (select count(*) from voyage) where slot = (select min(slot) from record_change)`);
    this.addSql(`
      create function count_voyages() returns trigger language plpgsql as $$
      declare
        made bigint := 0;
      begin
        if tg_op = 'INSERT' then
          select count(*) into made from changed;
        elsif tg_op = 'DELETE' then
          select -count(*) into made from changed;
        else
          update record_change set voyages = 0;
        end if;
        if made <> 0 then
          update record_change set voyages = voyages + made
            where slot = (select slot from record_change limit 1 for update skip locked);
          if not found then
            insert into record_change (changes, voyages) values (0, made);
          end if;
        end if;
        return null;
      end $$`);
    for (const [event, rows] of [
      ['insert', 'new'],
      ['delete', 'old'],
    ])
      this.addSql(`
        create trigger voyage_counted_${event} after ${event} on voyage referencing ${rows} table as changed
        for each statement execute function count_voyages()`);
    this.addSql(`
      create trigger voyage_counted_truncate after truncate on voyage for each statement execute function count_voyages()`);
  }

  override down(): void {
    this.addSql(`drop function count_voyages cascade`);
    this.addSql(`alter table record_change drop column voyages`);
  }
}

import { Migration } from '@mikro-orm/migrations';

/** Why a preview failed, so that damaged files are told apart from those that can't be drawn here. One of a damaged file may exist. */
export class PreviewFailures extends Migration {
  override up(): void {
    this.addSql(`
      alter table derivative add column failure text
        check (failure is null or failure = 'damaged' or state = 'failed' and failure in ('missing', 'unsupported'))`);
    // Until now, only the message had the reason.
    this.addSql(`
      update derivative set failure = case
        when error = 'The file is missing from storage.' then 'missing'
        when error ~ ' is damaged, so it has no preview\\.$' then 'damaged'
        else 'unsupported' end
      where state = 'failed'`);
  }

  override down(): void {
    this.addSql('alter table derivative drop column failure');
  }
}

import { Migration } from '@mikro-orm/migrations';

/** Why a preview failed: this distinguishes damaged files from those that can't be rendered. A damaged file may still have a preview. */
export class PreviewFailures extends Migration {
  override up(): void {
    this.addSql(`
      alter table derivative add column failure text
        check (failure is null or failure = 'damaged' or state = 'failed' and failure in ('missing', 'unsupported'))`);
    // Before this migration, only the message gave the reason.
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

import { Migration } from '@mikro-orm/migrations';

/**
 * Before numbered lists existed, positions of albums and their media started at 0. History still has these positions, and restoring one
 * would put an album or a media item before the one that it followed.
 */
export class AlbumPositionsInHistory extends Migration {
  override up(): void {
    this.#shift('+ 1');
  }

  override down(): void {
    this.#shift('- 1');
  }

  #shift(by: '+ 1' | '- 1'): void {
    const isOlder = `changed_at < (select executed_at from migration where name = '20261123074800-numbered-lists')`;
    const shifted = (json: string) =>
      `jsonb_set(${json}, '{sort_order}', to_jsonb((${json} ->> 'sort_order')::int ${by}))`;
    this.addSql(
      `update history set before = ${shifted('before')} where kind = 'album' and before ? 'sort_order' and ${isOlder}`,
    );
    this.addSql(`
      update history set before = jsonb_set(before, '{albums}', (
        select jsonb_agg(${shifted('album')} order by place) from jsonb_array_elements(before -> 'albums') with ordinality listed(album, place)))
      where kind = 'media' and before #> '{albums,0,sort_order}' is not null and ${isOlder}`);
  }
}

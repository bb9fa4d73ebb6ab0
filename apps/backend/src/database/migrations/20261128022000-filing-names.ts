import { Migration } from '@mikro-orm/migrations';
import { filePeople } from './file-people.ts';

const NAMES = 'name_document(array[full_name, article_name(wikipedia_key)] || aliases)';
const joinedSurnames = (particles: string) => String.raw`
  create or replace function joined_surnames(name text) returns text[] language sql immutable parallel safe strict
  return string_to_array(regexp_replace(regexp_replace(array_to_string(name_words(name), ' '), '\mste?\M', 'saint', 'g'),
    '\m(${particles}) (?=\w)', '\1', 'g'), ' ')`;

/** People are sorted by what they are filed under, which is proposed by rules until a curator changes it. Former spellings are kept as written. */
export class FilingNames extends Migration {
  override async up(): Promise<void> {
    await this.execute(`
      alter table person add filed_under text, add filing_proposal text, add filing_key text collate "C",
        add filing_name text not null generated always as (coalesce(filed_under, filing_proposal, full_name)) stored`);
    await filePeople(this);
    this.addSql(`create index person_filing on person (filing_key, slug)`);
    this.addSql(`alter table person_alias add name text`);
    this.addSql(
      joinedSurnames(
        'de|del|della|dello|dalla|der|den|des|di|da|das|dos|du|van|vander|von|vom|zur|zum|zu|ter|ten|la|las|le|los|bin|binti|bint|ibn|al|el|saint|mac|mc',
      ),
    );
    this.addSql(`alter table person alter column names set expression as (${NAMES})`);
  }

  override down(): void {
    this.addSql(
      joinedSurnames(
        'de|del|della|der|den|di|da|das|dos|du|van|von|vom|zur|zu|ter|ten|la|las|le|los|bin|ibn|al|el|saint|mac|mc',
      ),
    );
    this.addSql(`alter table person alter column names set expression as (${NAMES})`);
    this.addSql(`alter table person_alias drop name`);
    this.addSql(`drop index person_filing`);
    this.addSql(`alter table person drop filing_name, drop filing_key, drop filing_proposal, drop filed_under`);
  }
}

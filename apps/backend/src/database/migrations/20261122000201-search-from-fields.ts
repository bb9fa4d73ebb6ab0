import { Migration } from '@mikro-orm/migrations';
import { rebuildVoyageSearch } from '../voyage-search.ts';

/** Builds the search document of voyages from the declared fields. */
export class SearchFromFields extends Migration {
  override async up(): Promise<void> {
    await rebuildVoyageSearch(this);
  }

  /** The previous function has the same effect. */
  override down(): void {}
}

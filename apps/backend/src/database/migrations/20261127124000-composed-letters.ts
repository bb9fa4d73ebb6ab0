import { Migration } from '@mikro-orm/migrations';

/**
 * Changes nothing by itself. After the upgrade of an older schema, the letters of stored texts are composed (Unicode NFC), with a revision
 * of each record (`composeLetters`). That takes the current schema, because history does.
 */
export class ComposedLetters extends Migration {
  override up(): void {}

  /** The letters stay composed. */
  override down(): void {}
}

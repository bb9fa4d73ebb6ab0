import { Migration } from '@mikro-orm/migrations';

const renameKinds = (from: string, to: string) =>
  `update security_event set kind = replace(kind, '-${from}', '-${to}') where kind like '%-${from}'`;

/** Renames the kinds of security events to the term that the rest of the code uses. */
export class RejectedEvents extends Migration {
  override up(): void {
    this.addSql(renameKinds('refused', 'rejected'));
  }

  override down(): void {
    this.addSql(renameKinds('rejected', 'refused'));
  }
}

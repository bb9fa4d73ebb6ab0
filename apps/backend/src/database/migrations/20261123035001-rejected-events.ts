import { Migration } from '@mikro-orm/migrations';

const renameKinds = (from: string, to: string) =>
  `update security_event set kind = replace(kind, '-${from}', '-${to}') where kind like '%-${from}'`;

/** Names the kinds of security events by the term of the rest of the code. */
export class RejectedEvents extends Migration {
  override up(): void {
    this.addSql(renameKinds('refused', 'rejected'));
  }

  override down(): void {
    this.addSql(renameKinds('rejected', 'refused'));
  }
}

import { col, statement, type StatementExecutor } from '../../database/index.ts';

/** The addresses of merged records, which lead to the record that has them now. */
class Redirects {
  readonly #statements;

  constructor(kind: 'person' | 'place') {
    const table = `${kind}_redirect`;
    this.#statements = {
      add: statement(
        `${kind}-redirect-slug`,
        `insert into ${table} (slug, ${kind}_id) values ($1, $2) on conflict (slug) do update set ${kind}_id = excluded.${kind}_id`,
      ),
      move: statement(
        `${kind}-move-redirects`,
        `update ${table} set ${kind}_id = $1 where ${kind}_id = $2 returning slug`,
        { slug: col.text },
      ),
      return: statement(`${kind}-return-redirects`, `update ${table} set ${kind}_id = $1 where slug = any($2::text[])`),
      remove: statement(`${kind}-remove-redirect`, `delete from ${table} where slug = $1`),
    };
  }

  /** Makes the addresses of a merged record lead to another one. Returns those that the record had from earlier merges. */
  async move(executor: StatementExecutor, merged: { id: number; slug: string }, into: number): Promise<string[]> {
    const rows = await executor.rows(this.#statements.move, [into, merged.id]);
    await executor.execute(this.#statements.add, [merged.slug, into]);
    return rows.map(({ slug }) => slug);
  }

  /** Undoes `move` for a restored record. */
  async return(
    executor: StatementExecutor,
    { id, slug }: { id: number; slug: string },
    moved: readonly string[],
  ): Promise<void> {
    await executor.execute(this.#statements.remove, [slug]);
    await executor.execute(this.#statements.return, [id, moved]);
  }
}

export const PERSON_REDIRECTS = new Redirects('person');
export const PLACE_REDIRECTS = new Redirects('place');

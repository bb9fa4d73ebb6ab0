import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';

interface ApplicationRole {
  name: string;
  /** Password of the role; undefined if the server authenticates the role in another way. */
  password: string | undefined;
}

/** Tables on which the application doesn't get all privileges. */
const RESTRICTED: readonly { tables: readonly string[]; denied: string }[] = [
  { tables: ['migration', 'schema_contract'], denied: 'insert, update, delete, truncate' },
  { tables: ['frontend_revision', 'frontend_verdict', 'security_event'], denied: 'update, delete, truncate' },
];

const INSUFFICIENT_PRIVILEGE = '42501';

/** The role of `DATABASE_URL` can't be used for the application. The message says what to do. */
export class ApplicationRoleError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ApplicationRoleError';
  }
}

/** The role that a database URL names. */
export function roleOf(url: string): ApplicationRole {
  const { username, password } = new URL(url);
  return { name: decodeURIComponent(username), password: password === '' ? undefined : decodeURIComponent(password) };
}

/**
 * Creates the application's role if it is missing, and allows it to read and write the rows of all tables, but not to change the schema.
 * Safe to repeat. Run it after each migration, because new tables need it.
 * @param owner a connection of the tables' owner
 * @param schemas the schemas with tables of the application
 * @throws {ApplicationRoleError} if the role could change the schema, or doesn't exist and can't be created
 */
export async function grantApplicationRole(
  owner: ClientBase,
  role: ApplicationRole,
  schemas: readonly string[],
): Promise<void> {
  await owner.query('begin');
  try {
    await ensureRole(owner, role);
    await grant(owner, role.name, schemas);
    await requireRestricted(owner, role.name, schemas);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

async function ensureRole(owner: ClientBase, { name, password }: ApplicationRole): Promise<void> {
  const identifier = owner.escapeIdentifier(name);
  const secret = password === undefined ? '' : ` password ${owner.escapeLiteral(verifierOf(password))}`;
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [name]);
  const roleExists = rowCount === 1;
  if (roleExists && password === undefined) return;
  await owner.query('savepoint role');
  try {
    await owner.query(roleExists ? `alter role ${identifier}${secret}` : `create role ${identifier} login${secret}`);
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    await owner.query('rollback to savepoint role');
    // An administrator manages the passwords of existing roles.
    if (roleExists) return;
    throw new ApplicationRoleError(
      `The role "${name}" of DATABASE_URL does not exist, and the role of DATABASE_OWNER_URL may not create it. ` +
        'Create it with a password and without other privileges.',
    );
  }
}

async function grant(owner: ClientBase, name: string, schemas: readonly string[]): Promise<void> {
  const role = owner.escapeIdentifier(name);
  const { rows } = await owner.query<{ name: string }>('select current_database() as name');
  // A large import needs `maintain` to collect statistics.
  const privileges = 'select, insert, update, delete, truncate, maintain';
  const database = owner.escapeIdentifier(rows[0]?.name ?? '');
  await owner.query(`revoke temporary on database ${database} from public`);
  await owner.query(`grant connect on database ${database} to ${role}`);
  for (const schema of schemas.map((schema) => owner.escapeIdentifier(schema))) {
    await owner.query(`revoke create on schema ${schema} from public`);
    await owner.query(`grant usage on schema ${schema} to ${role}`);
    await owner.query(`grant ${privileges} on all tables in schema ${schema} to ${role}`);
    await owner.query(`grant usage, select, update on all sequences in schema ${schema} to ${role}`);
  }
  for (const { tables, denied } of RESTRICTED)
    await owner.query(`revoke ${denied} on ${tables.join(', ')} from ${role}`);
}

/** Rejects a role that may change the schema, because an existing role may have more privileges than those granted here. */
async function requireRestricted(owner: ClientBase, name: string, schemas: readonly string[]): Promise<void> {
  const { rows } = await owner.query<{ privileged: boolean; creates: boolean; owns: boolean }>(
    `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls
         or pg_has_role(oid, (select oid from pg_roles where rolname = current_user), 'member') as privileged,
       has_database_privilege(oid, current_database(), 'create')
         or exists (select from unnest($2::text[]) as schema where has_schema_privilege(oid, schema, 'create')) as creates,
       exists (select from pg_class where relowner = pg_roles.oid and relnamespace::regnamespace::text = any($2)) as owns
     from pg_roles where rolname = $1`,
    [name, schemas],
  );
  const [row] = rows;
  if (!row?.privileged && !row?.creates && !row?.owns) return;
  const reason = row.owns
    ? 'owns tables of the archive'
    : row.privileged
      ? 'has the privileges of an administrator or of the owner'
      : 'may create tables';
  throw new ApplicationRoleError(
    `The role "${name}" of DATABASE_URL ${reason}. Name a role for the application only, ` +
      'and the owner of the tables in DATABASE_OWNER_URL.',
  );
}

const ITERATIONS = 4096;

/** The SCRAM-SHA-256 verifier that PostgreSQL stores for a password. Servers may log the statement, so it must not contain the password. */
function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, ITERATIONS, 32, 'sha256');
  const key = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(key('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`;
}

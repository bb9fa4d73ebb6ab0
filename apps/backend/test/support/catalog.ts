// cspell:disable (the catalogs of PostgreSQL)
import pg from 'pg';

const PUBLIC = `'public'::regnamespace`;
/** Everything that makes up the schema, whatever the order of columns. */
const QUERIES = {
  column: `
    select c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
      pg_get_expr(d.adbin, d.adrelid), (select collname from pg_collation where oid = a.attcollation), a.attstorage, a.attcompression
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = ${PUBLIC} and c.relkind in ('r', 'v', 'm') and a.attnum > 0 and not a.attisdropped`,
  relation: `
    select relname, relkind, relpersistence, reloptions, array(select item::text from unnest(relacl) item order by 1), relrowsecurity
    from pg_class where relnamespace = ${PUBLIC} and relkind <> 'i'`,
  index: `
    select pg_get_indexdef(indexrelid), indisvalid from pg_index join pg_class c on c.oid = indexrelid where c.relnamespace = ${PUBLIC}`,
  constraint: `
    select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated, condeferrable, condeferred
    from pg_constraint where connamespace = ${PUBLIC}`,
  routine: `
    select pg_get_functiondef(p.oid), proacl::text from pg_proc p
    where pronamespace = ${PUBLIC} and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
  trigger: `select pg_get_triggerdef(oid), tgenabled from pg_trigger where not tgisinternal`,
  collation: `select collname, collprovider, colllocale, collisdeterministic from pg_collation where collnamespace = ${PUBLIC}`,
  'text search': `
    select cfgname, maptokentype, mapseqno, mapdict::regdictionary::text
    from pg_ts_config c join pg_ts_config_map on mapcfg = c.oid where cfgnamespace = ${PUBLIC}`,
  comment: `select classoid::regclass::text, description from pg_description d join pg_class c on c.oid = objoid where relnamespace = ${PUBLIC}`,
  extension: `select extname, extnamespace::regnamespace::text from pg_extension`,
  sequence: `select sequencename, data_type::text, start_value, increment_by, cycle from pg_sequences where schemaname = 'public'`,
};

/** The objects of a database's schema, with their definitions and privileges, as sorted texts. */
export async function catalogOf(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  const objects: string[] = [];
  for (const [kind, text] of Object.entries(QUERIES)) {
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
    objects.push(...rows.map((row) => `${kind} ${JSON.stringify(row)}`));
  }
  await client.end();
  return objects.toSorted();
}

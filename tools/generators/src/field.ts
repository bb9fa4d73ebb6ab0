import {
  after,
  afterLast,
  before,
  Changes,
  nameCases,
  migrationTime,
  type Workspace,
  migrationTimes,
  nextSteps,
} from './workspace.ts';

interface Options {
  name: string;
  label?: string;
  line?: boolean;
}

/** The longest text of one line. */
const LINE_LENGTH = 500;

/**
 * A public text field of voyages: declaration, migration, form, page and curators' document. API, history, restore, search, export and
 * import follow from the declaration.
 */
export default async function generateField(workspace: Workspace, { name, label, line = false }: Options) {
  const { kebab, snake, Pascal, words } = nameCases(name);
  const labelText = label ?? words[0]?.toUpperCase() + words.slice(1);
  if (/['\\\n]/.test(labelText)) throw new Error('A label must not contain apostrophes.');
  const changes = new Changes(workspace);
  const text = `'${labelText}'`;
  const declaration = line
    ? `text(${text}, ${LINE_LENGTH}, { search: 'B', form: true, exported: true, documentLabel: ${text} })`
    : `markdown(${text}, ${text})`;
  changes.edit(
    'libs/contracts/src/records/voyage.fields.ts',
    after(/^ {2}notes: markdown\(.*\n/m, `  ${snake}: ${declaration},\n`),
  );
  changes.edit(
    'libs/voyage-document/src/text-fields.ts',
    after(/^ {2}notes: \{.*\n/m, `  ${snake}: { label: ${text}, aliases: [] },\n`),
  );
  const feature = 'apps/voyages-mfe/src/features';
  changes.edit(
    `${feature}/voyage-form/values.ts`,
    after(/FIELD_LABELS = \{[^}]*\n {2}notes: .*\n/, `  ${snake}: ${text},\n`),
  );
  changes.edit(
    `${feature}/voyage-form/components/form-fields.tsx`,
    after(/^ {2}notes: \{.*\n/m, `  ${snake}: { section: 'description', rows: ${line ? 1 : 3} },\n`),
  );
  changes.edit(
    `${feature}/voyage-record/components/voyage-text.tsx`,
    after(/SECTIONS = \{[^}]*\n {2}notes: .*\n/, `  ${snake}: ${text},\n`),
  );
  changes.edit(`${feature}/import/column-labels.ts`, after(/TEXTS: [^}]*\n {2}notes: .*\n/, `  ${snake}: ${text},\n`));

  const migration = `${migrationTime(migrationTimes(workspace))}-voyage-${kebab}`;
  changes.add(
    `apps/backend/src/database/migrations/${migration}.ts`,
    `import { Migration } from '@mikro-orm/migrations';
import { addVoyageField, dropVoyageField } from '../voyage-search.ts';

export class Voyage${Pascal} extends Migration {
  override async up(): Promise<void> {
    await addVoyageField(this, '${snake}');
  }

  override async down(): Promise<void> {
    await dropVoyageField(this, '${snake}');
  }
}
`,
  );
  changes.edit(
    'apps/backend/src/database/migrations/index.ts',
    afterLast(/^import .*\n/, `import { Voyage${Pascal} } from './${migration}.ts';\n`),
    before(/^\];$/m, `  { name: '${migration}', class: Voyage${Pascal} },\n`),
  );
  await changes.write();
  return nextSteps(`Voyages have the field ${snake}.`, ['npx nx run backend:openapi    writes docs/openapi.json']);
}

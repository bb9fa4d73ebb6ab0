import { before, Changes, type Workspace, nextSteps } from './workspace.ts';

interface Options {
  name: string;
  path?: string;
}

/** A micro-frontend with one page, its manifest (`remote.json`), its build and its contract test, and its place in the lint rules. */
export default async function generateRemote(workspace: Workspace, { name, path = `/${name}` }: Options) {
  if (!/^[a-z]{2,30}$/.test(name)) throw new Error(`"${name}" must be one word in lowercase letters, like logbook.`);
  if (!/^\/[a-z][a-z-]*$/.test(path)) throw new Error(`--path must be like /${name}, not "${path}".`);
  const changes = new Changes(workspace);
  const folder = `apps/${name}-mfe`;
  const Title = name[0]?.toUpperCase() + name.slice(1);
  const template = JSON.parse(workspace.read('apps/people-mfe/package.json', 'utf-8') ?? '{}') as PackageJson;
  const { version, dependencies, devDependencies } = template;
  const usedDependencies = Object.fromEntries(USED.map((item) => [item, dependencies[item] ?? '']));
  const packageJson = {
    ...template,
    name: `@archive/${name}-mfe`,
    dependencies: usedDependencies,
    nx: {
      ...template.nx,
      tags: [`scope:${name}`, 'type:remote'],
      targets: {
        ...template.nx.targets,
        build: { ...template.nx.targets['build'], outputs: [`{workspaceRoot}/dist/frontends/${name}`] },
      },
    },
  };
  changes.add(`${folder}/package.json`, JSON.stringify(packageJson, null, 2));
  for (const file of ['jest.config.mjs', 'tsconfig.json'])
    changes.add(`${folder}/${file}`, workspace.read(`apps/people-mfe/${file}`, 'utf-8') ?? '');
  changes.add(
    `${folder}/rspack.config.mjs`,
    `import { remote } from '@archive/rspack-config';
import description from './remote.json' with { type: 'json' };

export default remote({ ...description, exposes: { './routes': './src/routes.tsx' } });
`,
  );
  const description = {
    name,
    title: Title,
    path,
    navigation: { label: Title, icon: 'file', position: 100 },
    home_card: null,
    slots: [],
    search_kinds: [],
    pages: [path],
  };
  changes.add(`${folder}/remote.json`, JSON.stringify(description, null, 2));
  changes.add(
    `${folder}/src/style.css`,
    `/* The utilities of this micro-frontend: only what its own source uses, only inside its own elements. */
@import '@archive/ui/tokens.css';

@layer utilities {
  @scope ([data-mfe='${name}']) to ([data-mfe]:not([data-mfe='${name}'])) {
    @tailwind utilities source('./');
  }
}
`,
  );
  changes.add(
    `${folder}/src/routes.tsx`,
    `import './style.css';
import type { MfeModule } from '@archive/shell-api';
import { ${Title}Page } from './features/${name}/${name}-page.tsx';

/** The contract this remote was built for. Must be a literal: an imported constant would have the value of the shell at run time, because the shell shares the library. */
export const contract: MfeModule['contract'] = 1;

/** Relative to the mount path in the registry (${path}). */
export const routes: MfeModule['routes'] = [{ index: true, element: <${Title}Page /> }];
`,
  );
  changes.add(
    `${folder}/src/features/${name}/${name}-page.tsx`,
    `import { usePageTitle } from '@archive/shell-api';
import { EmptyState, PageHeader } from '@archive/ui';

const TITLE = '${Title}';

/** ${path} */
export function ${Title}Page() {
  usePageTitle(TITLE);
  return (
    <div className="space-y-8">
      <PageHeader title={TITLE} />
      <EmptyState title="Nothing here yet">This page has no content yet.</EmptyState>
    </div>
  );
}
`,
  );
  changes.add(
    `${folder}/src/contract.test.tsx`,
    `import { remoteContractSuite } from '@archive/shell-api/contract-suite';
import { renderRoute } from '@archive/testing';
import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { contract, routes } from './routes.tsx';

remoteContractSuite({ contract, routes }, { at: '${path}', addresses: ['${path}'] });

test('the page has a heading', async () => {
  await renderRoute(routes, '${path}', { at: '${path}' });
  expect(screen.getByRole('heading', { level: 1, name: '${Title}' })).toBeVisible();
});
`,
  );
  changes.edit(
    'tools/lint/imports.ts',
    before(
      /^ {2}'scope:tools':/m,
      `  'scope:${name}': ['scope:shared', 'scope:browser', 'scope:editing', 'scope:${name}'],\n`,
    ),
  );
  const entry = { name: `@archive/${name}-mfe`, version, dependencies: usedDependencies, devDependencies };
  const link = { resolved: folder, link: true };
  changes.edit('package-lock.json', (text) => {
    const lock = JSON.parse(text) as { packages: Record<string, object> };
    lock.packages[folder] = entry;
    lock.packages[`node_modules/@archive/${name}-mfe`] = link;
    const sorted = Object.entries(lock.packages).toSorted(([left], [right]) => left.localeCompare(right, 'en'));
    return `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`;
  });
  await changes.write();
  return nextSteps(
    `The micro-frontend ${name} is in ${folder}. Its pages are at ${path}.
remote.json has its navigation link and its card on Home. The archive registers it when it starts.
To add it to another installation, run there: npm run mfe -- register ${name}`,
    [`npm run mfe -- dev ${name}    shows it in a running archive, with hot reload`],
  );
}

interface PackageJson {
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  nx: { targets: Record<string, object> };
}

/** Packages that the first page uses. */
const USED = ['@archive/shell-api', '@archive/ui', 'react', 'react-dom'];

/** Files of a new micro-frontend. `path` is the URL path of its first page. */
export interface Frontend {
  name: string;
  path: string;
}

/** `log-book` becomes `Log book`. */
export const titleOf = (name: string) => (name[0]?.toUpperCase() + name.slice(1)).replaceAll('-', ' ');

/** `log-book` becomes `LogBookPage`. */
const componentOf = (name: string) =>
  `${name
    .split('-')
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('')}Page`;

/** The description for the registration of the micro-frontend: where the archive shows it. */
const descriptionOf = ({ name, path }: Frontend) => ({
  name,
  title: titleOf(name),
  path,
  navigation: { label: titleOf(name), icon: 'file', position: 100 },
  home_card: null,
  slots: [],
  search_kinds: [],
  pages: [path],
});

/** The build, the source and the test of a new micro-frontend, by path. */
export function sourceFiles({ name, path }: Frontend): Record<string, string> {
  const component = componentOf(name);
  return {
    'rspack.config.mjs': `import { remote } from '@archive/rspack-config';
import description from './remote.json' with { type: 'json' };

export default remote({ ...description, exposes: { './routes': './src/routes.tsx' } });
`,
    'remote.json': `${JSON.stringify(descriptionOf({ name, path }), null, 2)}\n`,
    'src/style.css': `/* The utilities of this micro-frontend: only what its own source uses, only inside its own elements. */
@import '@archive/ui/tokens.css';
@import '@archive/editing/sources.css';

@layer utilities {
  @scope ([data-mfe='${name}']) to ([data-mfe]:not([data-mfe='${name}'])) {
    @tailwind utilities source('./');
  }
}
`,
    'src/routes.tsx': `import './style.css';
import type { MfeModule } from '@archive/shell-api';
import { ${component} } from './features/${name}/${name}-page.tsx';

/** The contract this remote was built for. A literal, because an imported constant would be that of the shell at run time. */
export const contract: MfeModule['contract'] = 1;

/** Relative to the mount path in the registry (${path}). */
export const routes: MfeModule['routes'] = [{ index: true, element: <${component} /> }];
`,
    [`src/features/${name}/${name}-page.tsx`]: `import { usePageTitle } from '@archive/shell-api';
import { EmptyState, PageHeader } from '@archive/ui';

const TITLE = '${titleOf(name)}';

/** ${path} */
export function ${component}() {
  usePageTitle(TITLE);
  return (
    <div className="space-y-8">
      <PageHeader title={TITLE} />
      <EmptyState title="Nothing here yet">This page has no content yet.</EmptyState>
    </div>
  );
}
`,
    'src/contract.test.tsx': `import { remoteContractSuite } from '@archive/shell-api/contract-suite';
import { renderRoute } from '@archive/testing';
import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { contract, routes } from './routes.tsx';

remoteContractSuite({ contract, routes }, { at: '${path}', addresses: ['${path}'] });

test('the page has a heading', async () => {
  await renderRoute(routes, '${path}', { at: '${path}' });
  expect(screen.getByRole('heading', { level: 1, name: '${titleOf(name)}' })).toBeVisible();
});
`,
    'jest.config.mjs': `import { jestConfig } from '@archive/jest-config';

export default jestConfig({ environment: 'jsdom' });
`,
  };
}

import { writeFileSync } from 'node:fs';
import * as contracts from '@archive/contracts';
import { expect, test } from '@jest/globals';
import { ENDPOINTS } from './endpoints.ts';

/** Method and path of every operation in the contracts. */
const endpoints = Object.fromEntries(
  Object.entries(contracts)
    .filter(([name]) => name.endsWith('Operations'))
    .flatMap(([, group]) => Object.values(group as Record<string, contracts.Operation>))
    .map(({ id, method, path }) => [id, `${method} ${path}`] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1)),
);

// Run with WRITE_ENDPOINTS=1 to update the file after a change of the contracts.
if (process.env.WRITE_ENDPOINTS === '1') {
  const lines = Object.entries(endpoints).map(([id, route]) => `  '${id}': '${route}',`);
  writeFileSync(
    new URL('endpoints.ts', import.meta.url),
    `import type { OperationId } from './operations.ts';\n\n/** Method and path of each operation. Generated from the contracts, whose schemas stay out of the client. */\nexport const ENDPOINTS: Readonly<Record<OperationId, \`\${string} \${string}\`>> = {\n${lines.join('\n')}\n};\n`,
  );
}

test('the generated endpoints match the contracts', () => {
  expect(ENDPOINTS).toEqual(endpoints);
  expect(Object.keys(ENDPOINTS).length).toBeGreaterThan(100);
});

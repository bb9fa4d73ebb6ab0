import { defineConfig } from 'oxlint';
import { WALLS } from './tools/lint/walls.ts';

export default defineConfig({
  plugins: ['typescript', 'react', 'import', 'jsx-a11y', 'unicorn', 'oxc', 'node'],
  categories: { correctness: 'error' },
  ignorePatterns: ['**/dist/**', '**/node_modules/**'],
  rules: {
    'no-alert': 'error',
    'no-console': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-non-null-assertion': 'off',
    'import/no-cycle': 'error',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-var': 'error',
    'prefer-const': 'error',
    'typescript/consistent-type-imports': 'error',
    'unicorn/prefer-node-protocol': 'error',
    // A link component taken from context is a component all the same.
    'react/static-components': 'off',
    'jsx-a11y/anchor-has-content': 'off',
    // A native checkbox carries the state that the role asks for.
    'jsx-a11y/role-has-required-aria-props': 'off',
  },
  overrides: [
    ...WALLS.map(({ files, excludeFiles, forbids }) => ({
      files,
      excludeFiles,
      rules: { 'no-restricted-imports': ['error', { patterns: forbids }] as ['error', { patterns: typeof forbids }] },
    })),
    {
      files: ['apps/backend/src/**'],
      excludeFiles: ['apps/backend/src/config/**'],
      rules: { 'node/no-process-env': 'error' },
    },
    // Decorators hand the classes of constructor parameters to the container: those imports are used when it runs.
    { files: ['apps/backend/**'], rules: { 'typescript/consistent-type-imports': 'off' } },
    // Playwright reads from the pattern which fixtures one takes: an empty one takes none.
    { files: ['e2e/**'], rules: { 'no-empty-pattern': 'off' } },
    { files: ['tools/**', 'e2e/**'], rules: { 'no-console': 'off' } },
  ],
});

import { defineConfig } from 'oxlint';
import { BOUNDARIES } from './tools/lint/boundaries.ts';

export default defineConfig({
  plugins: ['typescript', 'react', 'import', 'jsx-a11y', 'unicorn', 'oxc', 'node'],
  categories: { correctness: 'error' },
  ignorePatterns: ['**/dist/**', '**/.development/**', '**/node_modules/**'],
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
    'typescript/no-floating-promises': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    // These need types and report what is meant: methods as props, awaiting what may be a promise, default sort order, spread of class instances.
    'typescript/await-thenable': 'off',
    'typescript/unbound-method': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/restrict-template-expressions': 'off',
    'typescript/no-base-to-string': 'off',
    // A link component from context is a component, too.
    'react/static-components': 'off',
    'jsx-a11y/anchor-has-content': 'off',
    // A native checkbox carries the state that the role asks for.
    'jsx-a11y/role-has-required-aria-props': 'off',
  },
  overrides: [
    ...BOUNDARIES.map(({ files, excludeFiles, forbids }) => ({
      files,
      excludeFiles,
      rules: { 'no-restricted-imports': ['error', { patterns: forbids }] as ['error', { patterns: typeof forbids }] },
    })),
    {
      files: ['apps/backend/src/**'],
      excludeFiles: ['apps/backend/src/config/**'],
      rules: { 'node/no-process-env': 'error' },
    },
    // Decorators pass the classes of constructor parameters to the container: those imports are used at run time.
    { files: ['apps/backend/**'], rules: { 'typescript/consistent-type-imports': 'off' } },
    // Playwright reads the fixtures of a test from its parameter pattern; an empty one requests none.
    { files: ['e2e/**'], rules: { 'no-empty-pattern': 'off' } },
    { files: ['tools/**', 'e2e/**', 'libs/client/examples/**'], rules: { 'no-console': 'off' } },
  ],
});

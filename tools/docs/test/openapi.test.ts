import { expect, test } from '@jest/globals';
import { lintOpenApi } from '../src/lint-openapi.ts';

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Test', version: '1.0.0', description: 'A test.' },
  servers: [{ url: '/' }],
  tags: [{ name: 'test', description: 'Tests.' }],
  security: [],
  paths: {
    '/voyages': {
      get: {
        operationId: 'voyages.list',
        summary: 'List voyages',
        description: 'By date.',
        tags: ['test'],
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' }, example: 10 }],
        responses: {
          '200': {
            description: 'Success',
            content: { 'application/json': { schema: { type: 'array', items: { type: 'string' } }, example: ['a'] } },
          },
        },
      },
    },
  },
};

const problemsOf = async (change: (document: typeof DOCUMENT) => void) => {
  const document = structuredClone(DOCUMENT);
  change(document);
  return (await lintOpenApi(JSON.stringify(document))).map(({ linter, rule }) => `${linter} ${rule}`);
};

test('a described operation has no problems', async () => {
  expect(await problemsOf(() => undefined)).toEqual([]);
});

test('an operation without description, and examples of the wrong type, are found', async () => {
  const get = (document: typeof DOCUMENT) => document.paths['/voyages'].get;
  expect(await problemsOf((document) => (get(document).description = ''))).toContain('Spectral operation-description');
  expect(await problemsOf((document) => Object.assign(get(document).parameters[0] ?? {}, { example: 'ten' }))).toEqual(
    expect.arrayContaining(['Redocly no-invalid-parameter-examples', 'Spectral oas3-valid-media-example']),
  );
  expect(
    await problemsOf((document) =>
      Object.assign(get(document).responses['200'].content['application/json'], { example: [1] }),
    ),
  ).toEqual(expect.arrayContaining(['Redocly no-invalid-media-type-examples', 'Spectral oas3-valid-media-example']));
});

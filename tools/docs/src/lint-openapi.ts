import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { ROOT } from './pages.ts';

/** Where a linter found a problem, which rule it breaks, and why. */
export interface LintProblem {
  linter: 'Redocly' | 'Spectral';
  rule: string;
  place: string;
  message: string;
}

/**
 * Rules of Redocly that do not fit. The product's license allows no reuse, its servers have no fixed address, and operations without
 * parameters can't fail with a status of 4xx.
 */
const REDOCLY_RULES = {
  'info-license': 'off',
  'operation-4xx-response': 'off',
  // The product's specification has these paths; see the description of the document.
  'no-ambiguous-paths': 'off',
} as const;

async function redocly(text: string): Promise<LintProblem[]> {
  const config = await createConfig({ extends: ['recommended'], rules: REDOCLY_RULES });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location: [location] }) => ({
    linter: 'Redocly',
    rule: ruleId,
    place: location?.pointer ?? '',
    message,
  }));
}

async function spectral(document: object): Promise<LintProblem[]> {
  const linter = new spectralCore.Spectral();
  linter.setRuleset({
    // The two packages declare the same type in different versions.
    extends: [spectralRulesets.oas as unknown as RulesetDefinition],
    rules: {
      // There is no public contact: operators of each archive are named on its pages.
      'info-contact': 'off',
      // Since OpenAPI 3.1, requirements of any scheme may name roles. The rule accepts only scopes of OAuth.
      'oas3-operation-security-defined': 'off',
    },
  });
  const problems = await linter.run(document as Record<string, unknown>);
  return problems.map(({ code, path, message }) => ({
    linter: 'Spectral',
    rule: String(code),
    place: `#/${path.map((part) => String(part).replaceAll('/', '~1')).join('/')}`,
    message,
  }));
}

/** Errors and warnings of both linters. Both also validate examples against their schemas. */
export async function lintOpenApi(text: string): Promise<LintProblem[]> {
  return [...(await redocly(text)), ...(await spectral(JSON.parse(text) as object))];
}

if (import.meta.main) {
  const problems = await lintOpenApi(readFileSync(path.join(ROOT, 'docs/openapi.json'), 'utf8'));
  for (const { linter, rule, place, message } of problems) console.error(`${linter} ${rule}: ${place}\n    ${message}`);
  console.log(`docs/openapi.json: ${problems.length} problems of Redocly and Spectral.`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

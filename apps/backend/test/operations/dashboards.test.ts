import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Metrics } from '../../src/common/index.ts';
import { type TestApi, startApi } from '../support/api.ts';
import { readMetrics } from '../support/metrics.ts';
import { startWorker } from '../support/worker.ts';

const project = path.resolve(import.meta.dirname, '../../../..');
const read = (file: string) => readFile(path.join(project, file), 'utf8');

/** Prometheus's rule tester, if it is installed. */
const PROMTOOL = '/usr/bin/promtool';

interface Panel {
  title: string;
  type: string;
  targets?: { expr: string }[];
}

/** Prometheus adds this metric for every target. */
const BUILT_IN = ['up'];
const WORDS = /^(?:by|without|on|ignoring|and|or|unless|bool|group_left|group_right)$/;

/** Metric names in an expression: names that are not functions, keywords or labels. */
function namesIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(?:by|without)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\boffset\s+\w+/g, ' ');
  return [...bare.matchAll(/([a-zA-Z_:][\w:]*)(\s*\()?/g)]
    .filter(([, name = '', call]) => call === undefined && !WORDS.test(name))
    .map(([, name = '']) => name);
}

/** Label values that an expression selects, by label: `{status=~"5.."}`. */
const labelsIn = (expression: string) =>
  [...expression.matchAll(/[{,]\s*(\w+)\s*[=!]/g)].map(([, label = '']) => label);

describe('dashboard and alerts', () => {
  let api: TestApi;
  let worker: INestApplicationContext;
  let known: Set<string>;
  let labels: Set<string>;
  let expressions: string[];
  let rules: string;
  beforeAll(async () => {
    api = await startApi();
    worker = await startWorker(api);
    // The first request makes the request metrics appear.
    await readMetrics(api);
    const exported = `${await readMetrics(api)}\n${await worker.get(Metrics).read()}`;
    known = new Set(BUILT_IN);
    for (const [, name = '', type] of exported.matchAll(/^# TYPE (\S+) (\S+)$/gm))
      for (const end of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) known.add(name + end);
    labels = new Set([
      'job',
      'instance',
      'le',
      ...[...exported.matchAll(/[{,](\w+)="/g)].map(([, label = '']) => label),
    ]);
    rules = await read('ops/alerts.yml');
    const { panels } = JSON.parse(await read('ops/grafana-dashboard.json')) as { panels: Panel[] };
    expressions = [
      ...[...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression),
      ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ];
  });
  afterAll(async () => {
    await worker.close();
    await api.close();
  });

  test('use only metrics that the API or a worker exports', () => {
    expect(expressions.length).toBeGreaterThan(40);
    const used = expressions.flatMap((expression) => {
      const names = namesIn(expression);
      expect([expression, names.length > 0]).toEqual([expression, true]);
      return names;
    });
    expect([...new Set(used)].filter((name) => !known.has(name))).toEqual([]);
  });

  test('select labels that the metrics have', async () => {
    // Label values of events that have not happened yet are missing.
    for (const label of ['queue', 'reason', 'outcome', 'operation', 'kind', 'state']) labels.add(label);
    expect([...new Set(expressions.flatMap(labelsIn))].filter((label) => !labels.has(label))).toEqual([]);
  });

  test('use every metric of the archive', () => {
    const ownMetrics = [...known].filter((name) => name.startsWith('archive_') && !/_(?:sum|bucket|count)$/.test(name));
    const used = new Set(expressions.flatMap(namesIn));
    expect(ownMetrics.length).toBeGreaterThan(12);
    expect(ownMetrics.filter((name) => !used.has(name))).toEqual([]);
  });

  test('every alert has a severity and an existing runbook chapter', async () => {
    const chapters = [...(await read('docs/runbook.md')).matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const alerts = rules.split(/^ +- alert: /m).slice(1);
    expect(alerts.length).toBeGreaterThan(10);
    for (const alert of alerts) {
      expect(alert).toMatch(/^ +expr: \S/m);
      expect(alert).toMatch(/severity: (?:page|ticket) /);
      expect(alert).toMatch(/^ +summary: \S/m);
      const [, chapter] = /runbook: docs\/runbook\.md#(\S+)/.exec(alert) ?? [];
      expect(chapters).toContain(chapter);
    }
  });
});

if (existsSync(PROMTOOL))
  test('alerts fire when they should, and only then', async () => {
    const { stdout } = await promisify(execFile)(PROMTOOL, ['test', 'rules', 'alerts.test.yml'], {
      cwd: path.join(project, 'ops'),
    });
    expect(stdout).toContain('SUCCESS');
  });

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../settings.ts';
import { STAND_INS, useStandIns } from './stand-ins.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stand-ins-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('every image of the stack is exchanged, or built from one that is', () => {
  cpSync(join(ROOT, 'docker-compose.yml'), join(folder, 'docker-compose.yml'));
  mkdirSync(join(folder, 'deploy'));
  writeFileSync(join(folder, 'deploy/Dockerfile'), '# syntax=docker/dockerfile:1\nARG NODE_IMAGE=node\n');
  useStandIns(folder, new Map(STAND_INS.map((name) => [name, `stand-in/${name}`])));
  const read = (name: string) =>
    parse(readFileSync(join(folder, name), 'utf8'), { merge: true }) as { services: Record<string, object> };
  const { services } = read('docker-compose.override.yml');
  expect(Object.keys(services)).toEqual(Object.keys(read('docker-compose.yml').services));
  // Debian has no Grafana.
  const images = Object.entries(services).flatMap(([name, { image }]: [string, { image?: string }]) =>
    image === undefined || name === 'grafana' ? [] : [image],
  );
  expect(images.toSorted()).toEqual(
    ['alertmanager', 'caddy', 'postgres', 'prometheus', 'valkey', 'versitygw'].map((name) => `stand-in/${name}`),
  );
  expect(services['api']).toEqual({
    build: { network: 'host', args: { NODE_IMAGE: 'stand-in/node', CADDY_IMAGE: 'stand-in/caddy' } },
  });
  // The image of a build frontend can't be had either.
  expect(readFileSync(join(folder, 'deploy/Dockerfile'), 'utf8')).toBe('ARG NODE_IMAGE=node\n');
  // Debian's Compose rejects the key.
  expect(readFileSync(join(folder, 'docker-compose.yml'), 'utf8')).not.toMatch(/^name:/m);
});

test('the Dockerfile of the stand-ins has each of them', () => {
  const dockerfile = readFileSync(join(import.meta.dirname, 'stand-ins/Dockerfile'), 'utf8');
  const targets = [...dockerfile.matchAll(/^FROM debian AS (.*)$/gm)].map(([, name]) => name);
  expect(targets).toEqual(STAND_INS);
});

test('an older docker-compose gets commands that it knows', () => {
  const fake = join(folder, 'docker-compose');
  writeFileSync(
    fake,
    '#!/bin/sh\n[ "$1" = ps ] || echo "$@"\n[ "$1" != config ] || printf "  api:\\n    image: one\\n  postgres:\\n    image: two\\n"\n',
    { mode: 0o755 },
  );
  const docker = (...args: string[]) =>
    spawnSync('sh', [join(import.meta.dirname, 'docker.sh'), 'compose', ...args], {
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env['PATH']}` },
    }).stdout;
  expect(docker('up', '--detach', '--wait', 'an api')).toBe('up --detach an api\n');
  expect(docker('config', '--images', 'postgres')).toBe('two\n');
});

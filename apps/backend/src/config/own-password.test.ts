import { expect, test } from '@jest/globals';
import { readConfig, requireOwnPassword } from './config.ts';

const check = (environment: Record<string, string>) =>
  requireOwnPassword(readConfig({ DATABASE_URL: 'postgres://a:b@localhost/archive', ...environment }));

test.each<Record<string, string>>([
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: '192.168.1.5' },
  { PUBLIC_URL: 'https://archive.example.org' },
  { PUBLIC_URL: 'https://127.0.0.1.example.org' },
  { ALLOWED_HOSTS: 'localhost yacht.lan' },
  { TRUST_PROXY: '1' },
  { TRUST_PROXY: 'true' },
  { TRUST_PROXY: '10.0.0.0/8' },
])('with %j, the API refuses the default password', (environment) => {
  expect(() => check(environment)).toThrow('CURATOR_PASSWORD is required if others can reach the archive');
  expect(() => check({ ...environment, CURATOR_PASSWORD: 'sequoia' })).toThrow('CURATOR_PASSWORD is required');
  expect(() => check({ ...environment, CURATOR_PASSWORD: 'a password of its own' })).not.toThrow();
});

test.each<Record<string, string>>([
  {},
  { HOST: 'localhost' },
  { HOST: '::1', ALLOWED_HOSTS: 'localhost 127.0.0.1' },
  { PUBLIC_URL: 'http://localhost:3000', TRUST_PROXY: 'false' },
  { PUBLIC_URL: 'http://[::1]:3000', TRUST_PROXY: '0' },
])('with %j, only this machine reaches the API', (environment) => {
  expect(() => check(environment)).not.toThrow();
});

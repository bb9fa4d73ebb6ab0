import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CURATOR, startApi, type TestApi } from './support/api.ts';

describe('login', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  test('the right pair opens the archive', async () => {
    const browser = await api.signIn();
    expect(await browser.json('/api/auth/session')).toEqual({ authenticated: true, username: 'curator' });
  });
});
void CURATOR;

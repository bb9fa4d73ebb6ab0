import { expect, test } from '@jest/globals';
import { editionOperations } from '@archive/contracts';
import { Editions } from '../../src/modules/edition/editions.ts';
import { aVoyage } from '../builders/index.ts';
import { startApi } from '../support/api.ts';
import { waitUntil } from '../support/wait-until.ts';
import { spawnWorker } from '../support/worker.ts';
import { send } from '../writing/send.ts';

test('an edition whose worker is killed is either not there or complete', async () => {
  const own = await startApi({ environment: { JOB_LOCK_SECONDS: '2' } });
  const browser = await own.signIn();
  try {
    for (let day = 10; day < 28; day += 1)
      await aVoyage().withSlug(`v${day}`).titled('Before').on(`1949-02-${day}`).save(own.database);
    const editions = own.app.get(Editions);
    const titles = async () => {
      const visits = await Promise.all(
        Array.from({ length: 18 }, async (_, index) => {
          const response = await own.visitor().get(`/edition/voyages/v${index + 10}.html`);
          return /<h1>(\w+)<\/h1>/.exec(await response.text())?.[1];
        }),
      );
      return [...new Set(visits)];
    };
    const completed = async () => {
      const { body } = await send(browser, editionOperations.status, {});
      return body.editions[0]?.state === 'completed';
    };
    let process = await spawnWorker(own);
    await send(browser, editionOperations.publish, {});
    await waitUntil(completed);
    expect(await titles()).toEqual(['Before']);
    await own.database.pool.query(`update voyage set title = 'After', version = version + 1`);
    await send(browser, editionOperations.publish, {});
    for (let kills = 0; kills < 8; kills += 1) {
      await new Promise((resolve) => setTimeout(resolve, kills * 60));
      await process.kill();
      expect([['Before'], ['After']]).toContainEqual(await titles());
      process = await spawnWorker(own);
      await editions.resume(0);
    }
    await waitUntil(async () => {
      await editions.resume(1);
      return completed();
    });
    expect(await titles()).toEqual(['After']);
    await process.stop();
  } finally {
    await own.close();
  }
});

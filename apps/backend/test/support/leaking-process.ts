/** The API or the worker as in production, except that on SIGUSR2 it takes all connections out of its pool and never returns them. */
import pg from 'pg';

const { Pool } = pg;
const pools = new Set<pg.Pool>();

const connect = Reflect.get(Pool.prototype, 'connect') as (...args: unknown[]) => unknown;
Reflect.set(Pool.prototype, 'connect', function (this: pg.Pool, ...args: unknown[]) {
  // The queue has its own pools, which are not affected.
  if (this.options.application_name === 'archive') pools.add(this);
  return Reflect.apply(connect, this, args);
});

process.on('SIGUSR2', () => {
  for (const pool of pools)
    for (let count = 0; count < pool.options.max; count += 1) pool.connect().catch(() => undefined);
});

await import(process.env.LEAKING_PROGRAM === 'worker' ? '../../src/worker.ts' : '../../src/main.ts');

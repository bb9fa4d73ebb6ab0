import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

/* The sandbox runs this instead of its program. It writes down what it is allowed to do. */

const codeOf = (error: unknown) => (error as { code?: string }).code ?? String(error);

function attempt(work: () => unknown): string {
  try {
    work();
    return 'allowed';
  } catch (error) {
    return codeOf(error);
  }
}

const network = await new Promise<string>((resolve) => {
  connect(9, '127.0.0.1')
    .on('connect', () => resolve('connected'))
    .on('error', (error) => resolve(codeOf(error)));
});

const found = {
  environment: Object.keys(process.env).toSorted(),
  readsOthers: attempt(() => readFileSync('/etc/passwd')),
  writesOthers: attempt(() => writeFileSync('/tmp/sandbox-probe', '')),
  startsProcesses: attempt(() => spawnSync('true')),
  startsThreads: attempt(() => new Worker('', { eval: true })),
  network,
};
writeFileSync('result', JSON.stringify(found));
process.exit(0);

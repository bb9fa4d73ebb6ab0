import { describe } from '@jest/globals';
import { cephMissing, startCeph } from './ceph.ts';
import { IS_FULL } from './full.ts';
import type { RealServer } from './real-server.ts';
import { startSwift, swiftMissing } from './swift.ts';

type Server = [name: string, missing: string | undefined, start: () => Promise<RealServer>];

const SERVERS: Server[] = [
  ['OpenStack Swift', swiftMissing, startSwift],
  // Differs from the first in little, and takes longest to start.
  ...(IS_FULL ? [['Ceph', cephMissing, startCeph] satisfies Server] : []),
];

/** Describes tests for each S3 server of another maker. Their title says why one can't run here. */
export function describeOnServers(title: string, tests: (start: () => Promise<RealServer>) => void): void {
  for (const [name, missing, start] of SERVERS)
    if (missing === undefined) describe(`${title} ${name}`, () => tests(start));
    else describe.skip(`${title} ${name} (skipped: ${missing})`, () => tests(start));
}

import { describe } from '@jest/globals';
import { cephMissing, startCeph } from './ceph.ts';
import type { RealServer } from './real-server.ts';
import { startSwift, swiftMissing } from './swift.ts';

const SERVERS: [name: string, missing: string | undefined, start: () => Promise<RealServer>][] = [
  ['OpenStack Swift', swiftMissing, startSwift],
  ['Ceph', cephMissing, startCeph],
];

/** Describes tests for each S3 server of another maker. Their title says why one can't run here. */
export function describeOnServers(title: string, tests: (start: () => Promise<RealServer>) => void): void {
  for (const [name, missing, start] of SERVERS)
    if (missing === undefined) describe(`${title} ${name}`, () => tests(start));
    else describe.skip(`${title} ${name} (skipped: ${missing})`, () => tests(start));
}

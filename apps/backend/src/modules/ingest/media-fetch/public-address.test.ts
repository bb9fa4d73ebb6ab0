import { describe, expect, test } from '@jest/globals';
import { isPublicAddress } from './public-address.ts';

describe('isPublicAddress', () => {
  test.each(['8.8.8.8', '151.101.1.69', '2606:4700::1111', '2001:4860:4860::8888', '::ffff:8.8.8.8'])(
    'accepts %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('isPublicAddress rejects', () => {
  test.each([
    ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
    ['this machine', '0.0.0.0', '0.1.2.3', '::'],
    ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12::1'],
    [
      'link-local, and the metadata services of clouds',
      '169.254.169.254',
      'fe80::1',
      'fd00:ec2::254',
      '168.63.129.16',
      '::ffff:168.63.129.16',
    ],
    ['carrier-grade NAT', '100.64.0.1', '100.127.255.255', '100.100.100.200'],
    ['multicast and broadcast', '224.0.0.1', '239.1.2.3', '255.255.255.255', 'ff02::1'],
    ['reserved and documentation', '192.0.2.1', '198.18.0.1', '203.0.113.9', '240.0.0.1', '2001:db8::1', '192.0.0.192'],
    ['IPv4-mapped IPv6', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::7f00:1', '::ffff:0:127.0.0.1'],
    ['tunnels to anywhere', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '64:ff9b:1::a00:1'],
    ['site-local and unassigned', 'fec0::1', '4000::1', '100::1', '5f00::1'],
    ['invalid addresses', '', 'localhost', '1.2.3', '8.8.8.8.8'],
  ])('%s', (_, ...addresses) => {
    for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });
});

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All of IPv6 that is given out to networks of the internet. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public internet. Private, loopback, link-local (with the metadata services of clouds),
 * carrier-grade NAT, multicast, reserved and tunnelled ones do not, in whichever form they are written.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  // An IPv4 address in the clothes of IPv6 is what it is.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL);
}

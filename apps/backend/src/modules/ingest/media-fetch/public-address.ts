import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All IPv6 addresses assigned to the public internet. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's virtual server for platform services. Its address is in a public range, but only reachable from Azure machines. */
const AZURE_PLATFORM = '168.63.129.16';

/**
 * Whether an IP address is on the public internet. Rejects private, loopback, link-local (including cloud metadata services), carrier-grade
 * NAT, multicast, reserved and tunneled addresses in any notation.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  // Treats IPv4-mapped IPv6 addresses as IPv4.
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || address.toString() === AZURE_PLATFORM) return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL);
}

import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** What is no address of the whole world's: this machine, its house, its cloud's own settings, and what is given to nobody. */
const INSIDE = new BlockList()
const RANGES = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
for (const [net, prefix] of RANGES) INSIDE.addSubnet(net, prefix, 'ipv4')

/** Of version 6 only these are given out; the ones below carry an address of version 4, or are for examples. */
const WORLD = new BlockList()
WORLD.addSubnet('2000::', 3, 'ipv6')
const NOT_WORLD = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const
for (const [net, prefix] of NOT_WORLD) INSIDE.addSubnet(net, prefix, 'ipv6')

/** Whether an address is one that everybody could reach, and nobody inside a house. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !INSIDE.check(address, 'ipv4')
  return isIPv6(address) && WORLD.check(address, 'ipv6') && !INSIDE.check(address, 'ipv6')
}

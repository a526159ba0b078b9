import { BlockList, isIP } from 'node:net'

/** IP addresses and ranges as a setting lists them: `192.0.2.7, 10.0.0.0/8, 2001:db8::/32`. */
export type AddressRanges = BlockList

/** Parses such a list; undefined when any entry is malformed, so that a typo trusts nobody. */
export function readRanges(text: string): AddressRanges | undefined {
  const ranges = new BlockList()
  const entries = text.split(',').map((entry) => entry.trim())
  return entries.every((entry) => add(ranges, entry)) ? ranges : undefined
}

/** Whether the list contains the address. An IPv4-mapped IPv6 address (`::ffff:10.0.0.1`) equals the IPv4 address. */
export function isWithin(ranges: AddressRanges, address: string): boolean {
  const family = familyOf(address)
  return family !== undefined && ranges.check(address, family)
}

function add(ranges: BlockList, entry: string): boolean {
  const { address = '', bits } = /^(?<address>[^/%]+)(\/(?<bits>\d{1,3}))?$/.exec(entry)?.groups ?? {}
  const family = familyOf(address)
  if (!family) return false
  if (bits === undefined) ranges.addAddress(address, family)
  else if (Number(bits) <= (family === 'ipv4' ? 32 : 128)) ranges.addSubnet(address, Number(bits), family)
  else return false
  return true
}

const familyOf = (address: string): 'ipv4' | 'ipv6' | undefined => (({ 4: 'ipv4', 6: 'ipv6' }) as const)[isIP(address)]

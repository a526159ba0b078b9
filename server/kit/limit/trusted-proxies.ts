import { isWithin, readRanges } from './address-range.ts'

/** Whether a proxy is trusted to report the client's address; false: there is no proxy. */
export type Trust = ((address: string | undefined, hop: number) => boolean) | false

const MAX_HOPS = 9

/**
 * Reads TRUSTED_PROXIES: `none`, addresses and ranges of the proxies, or the number of proxies in a row. A number
 * does not identify them, so it suits networks in which only the proxies can reach our port.
 */
export function readTrust(setting: string): Trust | undefined {
  if (setting === 'none') return false
  if (/^\d+$/.test(setting)) {
    const hops = Number(setting)
    return hops > 0 && hops <= MAX_HOPS ? (_, hop) => hop < hops : undefined
  }
  const ranges = readRanges(setting)
  return ranges && ((address) => address !== undefined && isWithin(ranges, address))
}

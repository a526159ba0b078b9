import { isWithin, readRanges } from './address-range.ts'

/** Whether one who stands before us is believed about whom it passes on; false: nobody stands there. */
export type Trust = ((address: string | undefined, hop: number) => boolean) | false

const MOST_HOPS = 9

/**
 * Reads TRUSTED_PROXIES: `none`, the addresses and ranges of what passes requests on to us, or how many of them there
 * are, one behind the other. Hops say nothing about who they are: for networks where nobody else reaches our port.
 */
export function readTrust(setting: string): Trust | undefined {
  if (setting === 'none') return false
  if (/^\d+$/.test(setting)) {
    const hops = Number(setting)
    return hops > 0 && hops <= MOST_HOPS ? (_, hop) => hop < hops : undefined
  }
  const ranges = readRanges(setting)
  return ranges && ((address) => address !== undefined && isWithin(ranges, address))
}

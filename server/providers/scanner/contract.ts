import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import type { Scanner } from './port.ts'

export interface ScannerUnderTest {
  running(): Scanner
  unreachable(): Scanner
  malware: string
}

/** Contract tests of every `Scanner` adapter. */
export function scannerContract(name: string, { running, unreachable, malware }: ScannerUnderTest): void {
  describe(name, () => {
    test('a harmless file of any size is clean', async () => {
      for (const size of [0, 1, 65_536, 65_537, 3_000_000])
        expect(await running().isClean(randomBytes(size))).toBe(true)
    })

    test('malware is found, alone and inside another file', async () => {
      expect(await running().isClean(Buffer.from(malware))).toBe(false)
      const within = Buffer.concat([randomBytes(200_000), Buffer.from(malware), randomBytes(200_000)])
      expect(await running().isClean(within)).toBe(false)
    })

    test('an unreachable scanner never reports a file as clean', async () => {
      await expect(unreachable().isClean(Buffer.from('x'))).rejects.toBeInstanceOf(ProviderDown)
    })
  })
}

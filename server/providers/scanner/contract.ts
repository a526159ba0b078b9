import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import type { Scanner } from './port.ts'

export interface ScannerSubject {
  /** One that is there, and one that is not. */
  there(): Scanner
  away(): Scanner
  malware: string
}

/** What every scanner must show. */
export function scannerContract(name: string, { there, away, malware }: ScannerSubject): void {
  describe(name, () => {
    test('a file of any size is clean', async () => {
      for (const size of [0, 1, 65_536, 65_537, 3_000_000]) expect(await there().isClean(randomBytes(size))).toBe(true)
    })

    test('malware is found, alone and inside of something else', async () => {
      expect(await there().isClean(Buffer.from(malware))).toBe(false)
      const within = Buffer.concat([randomBytes(200_000), Buffer.from(malware), randomBytes(200_000)])
      expect(await there().isClean(within)).toBe(false)
    })

    test('who is not there has not said that it is clean', async () => {
      await expect(away().isClean(Buffer.from('x'))).rejects.toBeInstanceOf(ProviderDown)
    })
  })
}

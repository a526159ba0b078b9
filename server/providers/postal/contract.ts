import { type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import type { FoundPlace, PostalCodes } from './port.ts'

export interface Subject {
  provider: 'viacep'
  adapter(simulators: RunningSimulators, changes?: { timeoutMs?: number }): PostalCodes
  /** A street of its own code; a town with one code for all its streets; a code that nobody has. */
  street: [string, FoundPlace]
  town: [string, FoundPlace]
  unknown: string
}

const SHORT_MS = 500
const FAULTS = ['timeout', '5xx', 'redirect', 'reset', 'truncated', 'malformed', 'wrong-type', 'huge'] as const

/** What every adapter of PostalCodes must show, over real HTTP, against the simulator of its vendor. */
export function postalCodesContract({ provider, adapter, street, town, unknown }: Subject): void {
  describe(provider, () => {
    let simulators: RunningSimulators
    beforeAll(async () => {
      simulators = await startSimulators()
    })
    beforeEach(() => simulators.clearFaults())
    afterAll(() => simulators.close())

    test('a code of a street says all of it', async () => {
      expect(await adapter(simulators).find(street[0])).toEqual(street[1])
    })
    test('a code of a whole town leaves street and district open', async () => {
      expect(await adapter(simulators).find(town[0])).toEqual(town[1])
    })
    test('a code that nobody has is not found, which is no failure', async () => {
      expect(await adapter(simulators).find(unknown)).toBeUndefined()
    })
    test.each(['1234567', '123456789', 'abcdefgh'])('%s is refused by the vendor and settles nothing', async (code) => {
      await expect(adapter(simulators).find(code)).rejects.toBeInstanceOf(ProviderDown)
    })
    test.each(FAULTS)('%s settles nothing, and the next try is answered', async (fault) => {
      await simulators.plan({ provider, fault })
      const found = adapter(simulators, { timeoutMs: SHORT_MS }).find(street[0])
      await expect(found).rejects.toBeInstanceOf(ProviderDown)
      expect(await adapter(simulators).find(street[0])).toEqual(street[1])
    })
  })
}

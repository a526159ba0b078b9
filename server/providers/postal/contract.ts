import { outageFaults } from '@cuida/simulators/kit/faults.ts'
import { type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import type { FoundPlace, PostalCodes } from './port.ts'

export interface PostalCodesUnderTest {
  provider: 'viacep'
  adapter(simulators: RunningSimulators, changes?: { timeoutMs?: number }): PostalCodes
  /** A code of a single street; a code of a whole town; a code without any place. */
  street: [string, FoundPlace]
  town: [string, FoundPlace]
  unknown: string
}

const SHORT_MS = 500

/** Contract tests of every `PostalCodes` adapter, over HTTP against the vendor's simulator. */
export function postalCodesContract({ provider, adapter, street, town, unknown }: PostalCodesUnderTest): void {
  describe(provider, () => {
    let simulators: RunningSimulators
    beforeAll(async () => {
      simulators = await startSimulators()
    })
    beforeEach(() => simulators.clearFaults())
    afterAll(() => simulators.close())

    test('a code of a street returns the whole address', async () => {
      expect(await adapter(simulators).find(street[0])).toEqual(street[1])
    })
    test('a code of a whole town leaves street and district empty', async () => {
      expect(await adapter(simulators).find(town[0])).toEqual(town[1])
    })
    test('an unknown code is undefined, which is no failure', async () => {
      expect(await adapter(simulators).find(unknown)).toBeUndefined()
    })
    test.each(['1234567', '123456789', 'abcdefgh'])(
      '%s is refused by the vendor and counts as an outage',
      async (code) => {
        await expect(adapter(simulators).find(code)).rejects.toBeInstanceOf(ProviderDown)
      },
    )
    test.each(outageFaults)('%s is an outage, and the next try succeeds', async (fault) => {
      await simulators.plan({ provider, fault })
      const found = adapter(simulators, { timeoutMs: SHORT_MS }).find(street[0])
      await expect(found).rejects.toBeInstanceOf(ProviderDown)
      expect(await adapter(simulators).find(street[0])).toEqual(street[1])
    })
  })
}

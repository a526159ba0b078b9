import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'
import { type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import type { CpfRegistry, RegistryEntry } from './port.ts'

export interface Subject {
  provider: Vendor<'registry'>
  adapter(simulators: RunningSimulators, changes?: { timeoutMs?: number; key?: string }): CpfRegistry
  /** The vendor's demonstration numbers. */
  known: Record<string, RegistryEntry>
  /** One that is never answered. */
  silent: string
  /** One that is in order. */
  regular: string
  /** Ends the tokens that were given out. */
  endTokens(simulators: RunningSimulators): Promise<unknown>
}

const SHORT_MS = 700
const faults = ['timeout', '5xx', 'redirect', 'reset', 'truncated', 'malformed', 'wrong-type', 'huge'] as const

/** What every adapter of CpfRegistry must show, over real HTTP, against the simulator of its vendor. */
export function registryContract(subject: Subject): void {
  const { provider, adapter, known, silent, regular, endTokens } = subject
  describe(provider, () => {
    let simulators: RunningSimulators
    beforeAll(async () => {
      simulators = await startSimulators()
    })
    beforeEach(() => simulators.clearFaults())
    afterAll(() => simulators.close())

    test.each(Object.entries(known))('%s is %o', async (cpf, entry) => {
      expect(await adapter(simulators).look(cpf)).toEqual(entry)
    })

    test('silence ends by the deadline', async () => {
      const asked = adapter(simulators, { timeoutMs: SHORT_MS }).look(silent)
      await expect(asked).rejects.toBeInstanceOf(ProviderDown)
    })

    test('a token that ended early costs nobody their answer', async () => {
      const registry = adapter(simulators)
      expect((await registry.look(regular)).kind).toBe('regular')
      await endTokens(simulators)
      expect((await registry.look(regular)).kind).toBe('regular')
    })

    test('a key that the vendor refuses is an outage of ours, not a bad number', async () => {
      const asked = adapter(simulators, { key: 'wrong' }).look(regular)
      await expect(asked).rejects.toBeInstanceOf(ProviderDown)
    })

    test.each(faults)('%s of the token or of the look-up settles nothing, and the next try does', async (fault) => {
      const registry = adapter(simulators, { timeoutMs: SHORT_MS })
      for (const path of ['/token', '/cpf/']) {
        await simulators.plan({ provider, fault, path })
        await expect(registry.look(regular)).rejects.toBeInstanceOf(ProviderDown)
        await simulators.clearFaults()
        await endTokens(simulators)
      }
      expect((await registry.look(regular)).kind).toBe('regular')
    })
  })
}

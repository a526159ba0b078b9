import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'
import { outageFaults } from '@cuida/simulators/kit/faults.ts'
import { type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import type { CpfRegistry, RegistryEntry } from './port.ts'

export interface RegistryUnderTest {
  provider: Vendor<'registry'>
  adapter(simulators: RunningSimulators, changes?: { timeoutMs?: number; key?: string }): CpfRegistry
  known: Record<string, RegistryEntry>
  silent: string
  regular: string
  endTokens(simulators: RunningSimulators): Promise<unknown>
}

const SHORT_MS = 700

/** Contract tests of every `CpfRegistry` adapter, over HTTP against the vendor's simulator. */
export function registryContract(subject: RegistryUnderTest): void {
  const { provider, adapter, known, silent, regular, endTokens } = subject
  describe(provider, () => {
    let simulators: RunningSimulators
    beforeAll(async () => {
      simulators = await startSimulators()
    })
    beforeEach(() => simulators.clearFaults())
    afterAll(() => simulators.close())

    test.each(Object.entries(known))('the CPF %s is %o', async (cpf, entry) => {
      expect(await adapter(simulators).lookUp(cpf)).toEqual(entry)
    })

    test('a silent registry is an outage at the deadline', async () => {
      const lookup = adapter(simulators, { timeoutMs: SHORT_MS }).lookUp(silent)
      await expect(lookup).rejects.toBeInstanceOf(ProviderDown)
    })

    test('a token that ended early is replaced within the same query', async () => {
      const registry = adapter(simulators)
      expect((await registry.lookUp(regular)).kind).toBe('regular')
      await endTokens(simulators)
      expect((await registry.lookUp(regular)).kind).toBe('regular')
    })

    test('refused credentials are an outage, not an invalid CPF', async () => {
      const lookup = adapter(simulators, { key: 'wrong' }).lookUp(regular)
      await expect(lookup).rejects.toBeInstanceOf(ProviderDown)
    })

    test.each(outageFaults)('%s of the token or the query is an outage, and the next try succeeds', async (fault) => {
      const registry = adapter(simulators, { timeoutMs: SHORT_MS })
      for (const path of ['/token', '/cpf/']) {
        await simulators.plan({ provider, fault, path })
        await expect(registry.lookUp(regular)).rejects.toBeInstanceOf(ProviderDown)
        await simulators.clearFaults()
        await endTokens(simulators)
      }
      expect((await registry.lookUp(regular)).kind).toBe('regular')
    })
  })
}

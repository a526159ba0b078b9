import { randomUUID } from 'node:crypto'
import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'
import { outageFaults, type PlannedFault } from '@cuida/simulators/kit/faults.ts'
import { type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import { type InvoiceClient, type InvoicedService, InvoiceRefused, type Invoicing } from './port.ts'

export interface InvoicingUnderTest {
  provider: Vendor<'invoicing'>
  adapter(simulators: RunningSimulators, changes?: { timeoutMs?: number; appSecret?: string }): Invoicing
  /** Advances the simulator by a minute: the vendor refuses a repeated query within one. */
  minutePasses(simulators: RunningSimulators): Promise<unknown>
  /** Path fragments of the three write requests. */
  paths: { client: string; service: string; bill: string }
}

const SHORT_MS = 350

/** Contract tests of every `Invoicing` adapter, over HTTP against the vendor's simulator. */
export function invoicingContract(subject: InvoicingUnderTest): void {
  const { provider, adapter, minutePasses, paths } = subject
  describe(provider, () => {
    let simulators: RunningSimulators
    beforeAll(async () => {
      simulators = await startSimulators()
    })
    beforeEach(() => simulators.clearFaults())
    afterAll(() => simulators.close())

    const plan = (fault: PlannedFault['fault'], path: string) => simulators.plan({ provider, fault, path })
    const clientOf = (changes: Partial<InvoiceClient> = {}): InvoiceClient => ({
      reference: randomUUID(),
      name: 'Ana Souza',
      cpf: '12345678909',
      email: 'ana@example.com',
      address: undefined,
      ...changes,
    })
    const serviceFor = (clientRef: string): InvoicedService => ({
      reference: randomUUID(),
      clientRef,
      amount: 14_990,
      currency: 'BRL',
      day: '2026-11-21',
    })
    const linesOf = async (reference: string) =>
      (await simulators.ledger()).invoices.filter((line) => line.reference === reference)

    test('a client saved twice is one client, whatever changed meanwhile', async () => {
      const client = clientOf()
      const ref = await adapter(simulators).saveClient(client)
      expect(await adapter(simulators).saveClient({ ...client, name: 'Ana Lima' })).toBe(ref)
      expect(await adapter(simulators).saveClient(clientOf())).not.toBe(ref)
    })

    test('a service is billed with the exact amount and gets an invoice number', async () => {
      const invoicing = adapter(simulators)
      const service = serviceFor(await invoicing.saveClient(clientOf()))
      const createdService = await invoicing.createService(service)
      expect(createdService.state).toBe('created')
      await invoicing.bill(createdService.ref)
      const state = await invoicing.fetchServiceState(service.reference)
      expect(state).toEqual({ ref: createdService.ref, state: 'issued', number: expect.stringMatching(/^\d+$/) })
      expect(await linesOf(service.reference)).toMatchObject([{ amount: 14_990, billed: 1 }])
    })

    test('creating the same service twice returns its current state', async () => {
      const invoicing = adapter(simulators)
      const service = serviceFor(await invoicing.saveClient(clientOf()))
      const createdService = await invoicing.createService(service)
      expect(await invoicing.createService(service)).toEqual({ ref: createdService.ref, state: 'created' })
      expect(await linesOf(service.reference)).toHaveLength(1)
    })

    test('an unknown service is undefined, and a refused one has the vendor’s code', async () => {
      const invoicing = adapter(simulators)
      expect(await invoicing.fetchServiceState(randomUUID())).toBeUndefined()
      await expect(invoicing.saveClient(clientOf({ cpf: '12345678900' }))).rejects.toBeInstanceOf(InvoiceRefused)
      await expect(invoicing.createService(serviceFor('1'))).rejects.toMatchObject({
        code: expect.stringMatching(/^\w/),
      })
    })

    test('a repeated query within a minute is an outage, and a later one succeeds', async () => {
      const invoicing = adapter(simulators)
      const service = serviceFor(await invoicing.saveClient(clientOf()))
      await invoicing.createService(service)
      expect((await invoicing.fetchServiceState(service.reference))?.state).toBe('created')
      await expect(invoicing.fetchServiceState(service.reference)).rejects.toBeInstanceOf(ProviderDown)
      await minutePasses(simulators)
      expect((await invoicing.fetchServiceState(service.reference))?.state).toBe('created')
    })

    test('refused credentials are an outage and appear in no message', async () => {
      const trouble = adapter(simulators, { appSecret: 'wrong-and-secret' }).saveClient(clientOf())
      await expect(trouble).rejects.toBeInstanceOf(ProviderDown)
      await expect(trouble).rejects.not.toThrow(/wrong-and-secret|Ana|12345678909/)
    })

    test.each(outageFaults)('%s of any step leaves the outcome unknown, and the next try succeeds', async (fault) => {
      const invoicing = adapter(simulators, { timeoutMs: SHORT_MS })
      const client = clientOf()
      await plan(fault, paths.client)
      await expect(invoicing.saveClient(client)).rejects.toBeInstanceOf(ProviderDown)
      const service = serviceFor(await invoicing.saveClient(client))
      await plan(fault, paths.service)
      await expect(invoicing.createService(service)).rejects.toBeInstanceOf(ProviderDown)
      await minutePasses(simulators)
      const { ref } = await invoicing.createService(service)
      await plan(fault, paths.bill)
      await expect(invoicing.bill(ref)).rejects.toBeInstanceOf(ProviderDown)
      await minutePasses(simulators)
      const now = await invoicing.fetchServiceState(service.reference)
      if (now?.state === 'created') await invoicing.bill(ref)
      expect(await linesOf(service.reference)).toMatchObject([{ billed: 1 }])
    })

    test.each(['did-it-then-5xx', 'did-it-then-timeout'] as const)(
      '%s of the billing: a client that queries first does not bill twice',
      async (fault) => {
        const invoicing = adapter(simulators, { timeoutMs: SHORT_MS })
        const service = serviceFor(await invoicing.saveClient(clientOf()))
        const { ref } = await invoicing.createService(service)
        await plan(fault, paths.bill)
        await expect(invoicing.bill(ref)).rejects.toBeInstanceOf(ProviderDown)
        expect(await invoicing.fetchServiceState(service.reference)).toMatchObject({ state: 'issued' })
      },
    )
  })
}

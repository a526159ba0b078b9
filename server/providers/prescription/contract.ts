import type { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import { outageFaults } from '@cuida/simulators/kit/faults.ts'
import { type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DeskSignedPrescriptionPort, PrescriptionRefused, ProviderDown, type SignedPrescription } from './port.ts'

export interface PrescriptionsUnderTest {
  provider: typeof VENDOR.medikit
  adapter(simulators: RunningSimulators, changes?: { timeoutMs?: number; key?: string }): DeskSignedPrescriptionPort
  dispense(simulators: RunningSimulators, providerId: string, unlockCode: string): Promise<unknown>
  unknownLicence: string
}

const SHORT_MS = 700
const faults = [...outageFaults, 'did-it-then-5xx', 'did-it-then-timeout'] as const

export const newSignedPrescription = (changes: Partial<SignedPrescription> = {}): SignedPrescription => ({
  id: crypto.randomUUID(),
  prescriber: { id: crypto.randomUUID(), name: 'Dra. Marta Ruiz', licence: '28/28/00001', email: 'marta@example.com' },
  patient: { id: crypto.randomUUID(), name: 'Ana García', dateOfBirth: '1990-04-05', document: '12345678Z' },
  signedOn: '2026-11-21',
  validUntil: '2026-12-21',
  items: [
    {
      medicine: 'Paracetamol',
      code: 'N02BE01',
      dosage: null,
      dose: '1 comprimido de 650 mg',
      route: 'oral',
      frequency: 'cada 8 horas',
      durationDays: 5,
      quantity: '1 caja',
      instructions: '',
    },
  ],
  ...changes,
})

/**
 * Contract tests of every adapter that issues prescriptions signed here, over HTTP against the vendor's simulator.
 */
export function signedHereContract({ provider, adapter, dispense, unknownLicence }: PrescriptionsUnderTest): void {
  describe(provider, () => {
    let simulators: RunningSimulators
    beforeAll(async () => {
      simulators = await startSimulators()
    })
    beforeEach(() => simulators.clearFaults())
    afterAll(() => simulators.close())

    test('a prescription sent twice is issued once', async () => {
      const one = newSignedPrescription()
      const id = await adapter(simulators).issue(one)
      expect(await adapter(simulators).issue(one)).toBe(id)
      expect(await adapter(simulators).issue(newSignedPrescription())).not.toBe(id)
    })
    test('an unknown prescriber is refused with the reason', async () => {
      const { prescriber } = newSignedPrescription()
      const result = adapter(simulators).issue(
        newSignedPrescription({ prescriber: { ...prescriber, licence: unknownLicence } }),
      )
      await expect(result).rejects.toEqual(new PrescriptionRefused('PRESCRIBER_UNKNOWN'))
    })
    test('the patient gets a link and a code that opens it', async () => {
      const port = adapter(simulators)
      const access = await port.access(await port.issue(newSignedPrescription()))
      expect(access?.link).toMatch(/^http:\/\/cuida\.test\//)
      expect(access?.unlockCode).toMatch(/^\d{6}$/)
      expect(await port.access('mk-nobody')).toBeUndefined()
    })
    test('a cancellation is final, unless a pharmacy dispensed first', async () => {
      const port = adapter(simulators)
      const first = await port.issue(newSignedPrescription())
      const second = await port.issue(newSignedPrescription())
      expect(await port.cancel(first, 'Wrong dose')).toBe('cancelled')
      expect(await port.cancel(first, 'Wrong dose')).toBe('cancelled')
      await dispense(simulators, second, (await port.access(second))?.unlockCode ?? '')
      expect(await port.cancel(second, 'Wrong dose')).toBe('dispensed')
    })
    test('refused credentials are an outage, not an invalid prescription', async () => {
      await expect(adapter(simulators, { key: 'wrong' }).issue(newSignedPrescription())).rejects.toBeInstanceOf(
        ProviderDown,
      )
    })
    test.each(faults)('%s leaves the outcome unknown, and the next try issues one prescription', async (fault) => {
      const port = adapter(simulators, { timeoutMs: SHORT_MS })
      const one = newSignedPrescription()
      await simulators.plan({ provider, fault })
      await expect(port.issue(one)).rejects.toBeInstanceOf(ProviderDown)
      await simulators.clearFaults()
      const id = await port.issue(one)
      expect(await port.issue(one)).toBe(id)
    })
    test.each(faults)('%s of a cancellation leaves the outcome unknown, and the next try cancels', async (fault) => {
      const port = adapter(simulators, { timeoutMs: SHORT_MS })
      const id = await port.issue(newSignedPrescription())
      await simulators.plan({ provider, fault })
      await expect(port.cancel(id, 'Wrong dose')).rejects.toBeInstanceOf(ProviderDown)
      await simulators.clearFaults()
      expect(await port.cancel(id, 'Wrong dose')).toBe('cancelled')
    })
  })
}

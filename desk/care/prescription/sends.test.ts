import {
  cancelPrescription,
  openPrescriptionWindow,
  prescribe,
  recordSigned,
} from '@cuida/core/care/prescription/prescription-api.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { expect, test } from 'vitest'
import { EMPTY_ITEM, itemOf, newDraft } from './prescription-draft.ts'
import { useCancelPrescription, usePrescribe, useRecordSigned, useWindow } from './prescription-queries.ts'

const id = '10000000-0000-4000-8000-000000000001'
const prescriptionId = '10000000-0000-4000-8000-000000000002'
const nothing = () => undefined
const lines = [
  { ...EMPTY_ITEM, medicine: 'Ibuprofeno', dose: '400 mg', route: 'VO', frequency: 'c/8 h', days: '3', quantity: '9' },
  { ...EMPTY_ITEM, medicine: 'Omeprazol', dose: '20 mg', route: 'VO', frequency: 'c/24 h', quantity: '30' },
].map((line) => itemOf(line as never))
const draft = { ...newDraft('2026-11-26'), items: lines }

test.each([
  [
    'all lines of this consultation’s prescription, until when it is good, under the key of the draft',
    () => given(() => usePrescribe(id)).mutateAsync(draft),
    asks(prescribe, { id, key: draft.key, validUntil: draft.validUntil, items: lines }),
  ],
  [
    'the prescription that was meant is taken back, and why',
    () => given(() => useCancelPrescription(id, prescriptionId)).mutateAsync('The wrong dose'),
    asks(cancelPrescription, { id, prescriptionId, reason: 'The wrong dose' }),
  ],
  ['the provider’s window', () => given(() => useWindow(id)).mutateAsync(), asks(openPrescriptionWindow, { id })],
  [
    'what was signed in it',
    () => given(() => useRecordSigned(id, nothing)).mutateAsync('at-memed'),
    asks(recordSigned, { id, providerId: 'at-memed' }),
  ],
])('%s', async (_, deed, expected) => expect(await leaving(deed)).toEqual([expected]))

test('sent again it is the same prescription, line by line', async () => {
  const sign = given(() => usePrescribe(id))
  const twice = [await leaving(() => sign.mutateAsync(draft)), await leaving(() => sign.mutateAsync(draft))]
  expect(twice[0]).toEqual(twice[1])
  expect(newDraft('2026-11-26').key).not.toBe(draft.key)
})

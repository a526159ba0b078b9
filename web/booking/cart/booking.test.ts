import { expect, test } from 'vitest'
import { begin, cartChangeOf, frameOf, parseAnswers, parseFrame } from './booking.ts'

const clinicianId = '7b0b8f1e-6c86-4c53-9a37-5f4f6c6f1a01'
const booking = begin(undefined, { productId: '1', productSlug: 'medical', mode: 'later', clinicianId })

test('a remembered booking is read as it was written', () => {
  expect(parseFrame(JSON.stringify(frameOf(booking)))).toEqual(frameOf(booking))
})

test.each([
  null,
  '',
  '{',
  'null',
  '[]',
  '{"productId":1}',
  JSON.stringify({ ...frameOf(booking), sessionKey: '../../order' }),
  JSON.stringify({ ...frameOf(booking), mode: 'never' }),
])('%s is no booking of ours', (text) => expect(parseFrame(text)).toBeUndefined())

test.each([null, '{"symptoms":{}}', '{"symptoms":[],"summary":5}'])('%s are no answers', (text) =>
  expect(parseAnswers(text)).toBeUndefined(),
)

test('a held time does not outlast the choice of now, and the choice of another time keeps it', () => {
  const slot = { startTime: '2026-11-26T15:20:00Z', endTime: '2026-11-26T15:40:00Z' }
  const holding = { ...booking, slot, lockExpiresAt: '2026-11-26T11:10:00Z' }
  const wanted = { productId: '1', productSlug: 'medical' }
  expect(begin(holding, { ...wanted, mode: 'now' })).toMatchObject({ slot: undefined, lockExpiresAt: undefined })
  expect(begin(holding, { ...wanted, mode: 'later' }).slot).toEqual(slot)
})

test('who asks for now is not tied to the clinician of a calendar', () => {
  expect(cartChangeOf(booking).clinicianId).toBe(clinicianId)
  expect(cartChangeOf({ ...booking, mode: 'now' }).clinicianId).toBeNull()
})

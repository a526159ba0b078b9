import { noticeDeadline } from '@cuida/core/consultation/notice.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { describe, expect, test } from 'vitest'
import { choicePath, hasLostHold } from './choose-again.ts'

const now = new Date('2026-11-26T10:00:00Z')

describe('free cancellation', () => {
  test('free cancellation ends the notice period before the start', () =>
    expect(noticeDeadline('2026-11-26T14:00:00Z', 120, now)).toEqual(new Date('2026-11-26T12:00:00Z')))
  test('exactly the notice period before the start is too late', () =>
    expect(noticeDeadline('2026-11-26T12:00:00Z', 120, now)).toBeUndefined())
})

describe('choosing again', () => {
  const booking = { mode: 'later', clinicianId: 'c1', productSlug: 'nutrition' } as const

  test('an expired hold leads to the calendar, which says so [B2.8] [B4.18]', () =>
    expect(choicePath(booking, { isSlotLost: true })).toBe('/clinician/c1/product/nutrition?timeout=true'))
  test('going back leads to the calendar without a notice [B2.32]', () =>
    expect(choicePath(booking)).toBe('/clinician/c1/product/nutrition'))
  test('on-demand care leads back to the product, whatever calendar was open before', () =>
    expect(choicePath({ ...booking, mode: 'now' }, { isSlotLost: true })).toBe('/products/nutrition'))
  test('on-demand care for a family leads back to the choice of the patient [B2.32]', () => {
    expect(choicePath({ ...booking, mode: 'now' }, { changesPatient: true })).toBe('/select-profile')
    expect(choicePath(booking, { changesPatient: true })).toBe('/clinician/c1/product/nutrition')
  })
  test.each([
    ['SLOT_LOCK_EXPIRED', true],
    ['SLOT_LOCK_NOT_FOUND', true],
    ['CART_EXPIRED', true],
    ['OUT_OF_HOURS', false],
  ])('%s loses the time: %s [B8.4]', (code, isLost) =>
    expect(hasLostHold(new CallFailed(409, '', { code }))).toBe(isLost),
  )
})

import { expect, test } from 'vitest'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { bookConsultation, readBookingState } from '../test-booked.ts'
import { recoverConsultations } from './recover-consultations.ts'

/** Days of 25 and 23 hours at a clinic in Madrid: durations count real minutes, and a day ends at local midnight. */
const { context, product } = await createCheckoutContext()

/**
 * The status of an appointment at `start` after the recovery job runs at `now`; `waits`: the patient chose to wait.
 */
async function recoveredStatus(start: string, now: string, waits = false): Promise<string | undefined> {
  const at = await bookConsultation(context, product)
  const startsAt = new Date(start)
  await context.db`
    update consultation set starts_at = ${startsAt}, ends_at = ${startsAt}::timestamptz + interval '20 minutes',
      late_choice = ${waits ? 'WAIT' : null}, late_choice_for = ${waits ? startsAt : null}
    where id = ${at.consultationId}`
  await recoverConsultations({ ...context.services, now: () => new Date(now) })
  const { status } = await readBookingState(context, at)
  await context.db`update consultation set status = 'CANCELLED' where id = ${at.consultationId} and status = 'QUEUED'`
  return status
}

test.each([
  [
    'clocks go back: after 44 minutes the booking still waits',
    '2026-10-25T00:50:00Z',
    '2026-10-25T01:34:00Z',
    'QUEUED',
  ],
  [
    'clocks go back: after 45 minutes the booking is released',
    '2026-10-25T00:50:00Z',
    '2026-10-25T01:35:00Z',
    'CANCELLED',
  ],
  [
    'clocks go forward: after 44 minutes the booking still waits',
    '2027-03-28T00:50:00Z',
    '2027-03-28T01:34:00Z',
    'QUEUED',
  ],
  [
    'clocks go forward: after 45 minutes the booking is released',
    '2027-03-28T00:50:00Z',
    '2027-03-28T01:35:00Z',
    'CANCELLED',
  ],
])('%s [C10.1]', async (_, start, now, status) => expect(await recoveredStatus(start, now)).toBe(status))

test.each([
  ['for the whole of a day of 25 hours', '2026-10-24T22:30:00Z', '2026-10-25T22:59:00Z', 'QUEUED'],
  ['and not into the next day', '2026-10-24T22:30:00Z', '2026-10-25T23:00:00Z', 'CANCELLED'],
  ['for the whole of a day of 23 hours', '2027-03-27T23:30:00Z', '2027-03-28T21:59:00Z', 'QUEUED'],
  ['and not into the next day', '2027-03-27T23:30:00Z', '2027-03-28T22:00:00Z', 'CANCELLED'],
])('a patient who chose to wait does so %s', async (_, start, now, status) =>
  expect(await recoveredStatus(start, now, true)).toBe(status),
)

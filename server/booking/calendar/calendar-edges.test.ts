import { listSlots } from '@cuida/core/booking/cart/api.ts'
import { HORIZON_DAYS, LEAD_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { dayAfter, localTime } from '@cuida/core/kit/zone.ts'
import { beforeEach, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { listOfferedTimes, lockTestSlot, newCart, newClinician, newPatient, productFor } from '../test-people.ts'

let id: string
const context = await createTestContext()
const product = await productFor(context, 'scheduled')
beforeEach(async () => {
  id = await newClinician(context, product)
})

const today = localTime('UTC', new Date()).day
const free = async (from: string, to: string, headers = {}) =>
  (await context.sendCall(listSlots, { id, productId: product.id, from, to }, { headers })).body.days.flatMap(
    ({ slots }) => slots,
  )

test('the last bookable time is offered until another patient takes it', async () => {
  const atTheEnd = () => free(dayAfter(today, HORIZON_DAYS - 1), dayAfter(today, HORIZON_DAYS))
  const last = (await atTheEnd()).at(-1)
  if (!last) throw new Error('nothing is offered at the end')
  const patient = await newPatient(context)
  const sessionKey = await newCart(context, patient, product)
  const { startTime, endTime } = last
  const lockReply = await lockTestSlot(context, patient, { id, productId: product.id, sessionKey, startTime, endTime })
  expect(lockReply.status).toBe(200)
  expect((await atTheEnd()).map((slot) => slot.startTime)).not.toContain(startTime)
})

test('a held time that is too close to be offered is still listed for its holder, in order', async () => {
  const near = (await listOfferedTimes(context, id, product))[1]
  if (!near) throw new Error('the clinician has no free slot')
  const sessionKey = await newCart(context, undefined, product)
  await lockTestSlot(context, undefined, { id, productId: product.id, sessionKey, ...near })
  const days = await free(near.startTime.slice(0, 10), dayAfter(near.startTime.slice(0, 10), 3), {
    'x-cart-key': sessionKey,
  })
  expect(days.filter(({ lockedByYou }) => lockedByYou)).toEqual([{ ...near, lockedByYou: true }])
  const usual = context.services.now
  context.services.now = () => new Date(Date.parse(near.startTime) - (LEAD_MINUTES / 2) * 60_000)
  const day = near.startTime.slice(0, 10)
  const ownSlots = await free(day, day, { 'x-cart-key': sessionKey })
  const otherSlots = await free(day, day)
  context.services.now = usual
  expect(ownSlots[0]).toEqual({ ...near, lockedByYou: true })
  expect(ownSlots.slice(1)).toEqual(otherSlots)
})

import { unlockSlot } from '@cuida/core/booking/cart/api.ts'
import { leaveWaitlist, takeOffer } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import { describe, expect, test } from 'vitest'
import { lockOrder } from '../../checkout/order/order-store.ts'
import { orderWithCard } from '../../checkout/order/test-orders.ts'
import { activateOrder } from '../../checkout/payment/apply-payment-update.ts'
import { insertSlotHold, lockDays } from '../calendar/slot-hold-store.ts'
import { lockTestSlot, newCart } from '../test-people.ts'
import { tokenOf, WaitlistContext } from './test-waitlist.ts'
import { offerFreedTimes } from './waitlist-offers.ts'
import { lapseEntries, lockWaitlist } from './waitlist-store.ts'

const it = await WaitlistContext.open()
const { timeAt, join, entryOf, stateOf, idOf, free, runJob, runOut, waiting, one, two } = it

async function lockWaiters(): Promise<number> {
  const [row] = await it.context.db`
    select count(*)::int as waiters from pg_locks where locktype = 'advisory' and not granted and database =
      (select oid from pg_database where datname = current_database())`
  return row?.waiters
}
const heldTimes = () => it.context.db`select 1 from slot_hold where clinician_id = ${it.clinicianId} and state = 'held'`

describe('the waitlist', () => {
  test('one free time is offered to the first entry only, whichever of two processes looks [B2.5]', async () => {
    const line = await waiting(3)
    await free()
    await Promise.all([runJob(), offerFreedTimes(it.other.services), runJob(), offerFreedTimes(it.other.services)])
    expect(await Promise.all(line.map(stateOf))).toEqual(['offered', 'waiting', 'waiting'])
    expect(await heldTimes()).toHaveLength(1)
  })

  test('one entry gets one offer, though two processes find it waiting and two times are free', async () => {
    const sessionKey = await newCart(it.context, it.eva, it.product)
    const second = { id: it.clinicianId, sessionKey }
    await lockTestSlot(it.context, it.eva, { ...second, productId: it.product.id, ...(await timeAt(0)) })
    const ana = await one()
    await free()
    await it.context.sendCall(unlockSlot, second, tokenOf(it.eva))
    const runs = await it.context.db.begin(async (tx) => {
      await lockWaitlist(tx)
      const both = Promise.all([runJob(), offerFreedTimes(it.other.services)])
      await expect.poll(lockWaiters).toBe(2)
      return { both }
    })
    await runs.both
    expect([await stateOf(ana), await heldTimes()]).toEqual(['offered', [expect.anything()]])
  })

  test('the order is kept when another patient takes the time while it is being offered', async () => {
    const line = await two()
    await free()
    const [cart] = await it.context.db`select id from cart where account_id = ${it.eva.accountId}`
    const slot = { start: new Date(it.held.startTime), end: new Date(it.held.endTime) }
    const looking = await it.other.db.begin(async (tx) => {
      await lockDays(tx, [{ clinicianId: it.clinicianId, start: slot.start }])
      const ran = runJob()
      await expect.poll(lockWaiters).toBe(1)
      await insertSlotHold(tx, cart?.id, it.clinicianId, slot, slot)
      return { ran }
    })
    await looking.ran
    expect(await Promise.all(line.map(stateOf))).toEqual(['waiting', 'waiting'])
    await free()
    await runJob()
    expect(await Promise.all(line.map(stateOf))).toEqual(['offered', 'waiting'])
  })

  test('the order is kept when an offer fails, and the error is thrown', async () => {
    const ana = await one()
    await free()
    const derive = () => {
      throw new Error('no key')
    }
    const broken = { ...it.context.services, secrets: { ...it.context.services.secrets, derive } }
    await expect(offerFreedTimes(broken)).rejects.toThrow('no key')
    expect(await stateOf(ana)).toBe('waiting')
  })

  test('an offer that nobody takes in time goes to the next entry, and the first patient is notified', async () => {
    const [ana, leo] = await two()
    await free()
    await runJob()
    await runOut(ana)
    expect((await it.context.sendCall(takeOffer, { id: await idOf(ana) }, tokenOf(ana))).body.code).toBe(
      'OFFER_EXPIRED',
    )
    expect(await it.context.db.begin((tx) => lapseEntries(tx))).toEqual([ana.accountId])
    await runJob()
    expect([await stateOf(ana), await stateOf(leo)]).toEqual(['missed', 'offered'])
  })

  test('an offer stays, and a missed one for a day, when the wanted date has passed', async () => {
    const ana = await one()
    await free()
    await runJob()
    await it.context.db`update waitlist_entry set wanted_until = clock_timestamp()`
    await runJob()
    expect(await stateOf(ana)).toBe('offered')
    await runOut(ana)
    await runJob()
    expect(await stateOf(ana)).toBe('missed')
    await it.context.db`update waitlist_entry set offered_at = clock_timestamp() - interval '1 day'`
    await runJob()
    expect(await entryOf(ana)).toBeUndefined()
  })

  test('a declined offer goes to the next entry', async () => {
    const [ana, leo] = await two()
    await free()
    await runJob()
    expect((await it.context.sendCall(leaveWaitlist, { id: await idOf(ana) }, tokenOf(ana))).status).toBe(204)
    await runJob()
    expect([await entryOf(ana), await stateOf(leo)]).toEqual([undefined, 'offered'])
  })

  test('joining again keeps the place of an entry', async () => {
    const [ana, leo] = await two()
    await join(ana)
    await free()
    await runJob()
    expect([await stateOf(ana), await stateOf(leo)]).toEqual(['offered', 'waiting'])
  })

  test('a patient who missed an offer and joins again is last, with a new offer', async () => {
    const [ana, leo] = await two()
    await free()
    await runJob()
    await runOut(ana)
    await runJob()
    await runOut(leo)
    const until = (await it.context.db`select wanted_until from waitlist_entry limit 1`)[0]?.wanted_until
    await runJob()
    await join(leo)
    await join(ana)
    await it.context.db`update waitlist_entry set wanted_until = ${until}`
    await runJob()
    expect([await stateOf(ana), await stateOf(leo)]).toEqual(['waiting', 'offered'])
  })

  test('a patient who books in any way leaves the waitlist', async () => {
    const ana = await one()
    const sessionKey = await newCart(it.context, ana, it.product)
    await lockTestSlot(it.context, ana, {
      id: it.clinicianId,
      productId: it.product.id,
      sessionKey,
      ...(await timeAt(1)),
    })
    const { body } = await orderWithCard(it.context, { patient: ana, product: it.product, sessionKey }, 'good')
    expect(body.code).toBeUndefined()
    await it.context.db.begin(async (tx) => activateOrder(tx, await lockOrder(tx, body.workflowId), 'api'))
    expect(await entryOf(ana)).toBeUndefined()
  })

  test('an entry of a blocked account gets no offer', async () => {
    const ana = await one()
    await it.context.db`update account set status = 'blocked' where id = ${ana.accountId}`
    await free()
    await runJob()
    const [row] = await it.context.db`select state from waitlist_entry where account_id = ${ana.accountId}`
    expect(row?.state).toBe('waiting')
  })

  test('no offers are made at night', async () => {
    const ana = await one()
    await free()
    const night = new Date(Date.now() + 12 * 3_600_000)
    await offerFreedTimes({ ...it.context.services, now: () => night })
    expect(await stateOf(ana)).toBe('waiting')
  })
})

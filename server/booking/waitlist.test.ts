import { lockSlot, unlockSlot } from '@cuida/core/booking/api.ts'
import { joinWaitlist, leaveWaitlist, listWaitlist, takeOffer } from '@cuida/core/booking/waitlist-api.ts'
import type { Product } from '@cuida/core/catalogue/product.ts'
import { OFFER_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockOrder } from '../checkout/order/order-store.ts'
import { order } from '../checkout/order/test-orders.ts'
import { activate } from '../checkout/payment/facts.ts'
import { jobHandlers } from '../jobs.ts'
import { testWorld, type World } from '../kit/test-world.ts'
import { saveChoice, usualChoice } from '../profile/notification-store.ts'
import {
  lock,
  newCart,
  newClinician,
  newPatient,
  offeredTimes,
  productFor,
  SUMMARY,
  secondWorld,
  type TestPatient,
} from './test-people.ts'
import { offerFreedTimes } from './waitlist-offers.ts'
import { findWishes, lapseWishes } from './waitlist-store.ts'

let world: World
let other: World
let product: Product
let clinicianId: string
/** Holds the first time that there is, so that it may become free. */
let eva: TestPatient
let evasKey: string
let held: { startTime: string; endTime: string }

beforeAll(async () => {
  world = await testWorld({ demo: false })
  other = await secondWorld(world)
  // Nobody is written to at night, and these tests are run at any hour.
  for (const { services } of [world, other]) Object.assign(services.config, { timeZone: zoneAtNoon() })
  product = await productFor(world, 'scheduled')
})
afterAll(async () => {
  await other.close()
  await world.close()
})

/** A zone whose clocks show the middle of the day now. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours()
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

beforeEach(async () => {
  await world.db`delete from waitlist_wish`
  await world.db`update slot_claim set state = 'released', expires_at = null where state = 'held'`
  clinicianId = await newClinician(world, product)
  // The first time is sooner than all that are free, and never too near to be offered: today and tomorrow have none.
  await world.db`
    insert into clinician_exception (clinician_id, day)
    select ${clinicianId}, (clock_timestamp() at time zone 'utc')::date + n from generate_series(0, 1) n`
  eva = await newPatient(world)
  evasKey = await newCart(world, eva, product)
  held = await timeAt(0)
  await lock(world, eva, { id: clinicianId, productId: product.id, sessionKey: evasKey, ...held })
})

async function timeAt(index: number) {
  const time = (await offeredTimes(world, clinicianId, product))[index]
  if (!time) throw new Error('no time is offered')
  return time
}
const as = ({ token }: TestPatient) => ({ token })
const join = (who: TestPatient, more = {}) =>
  world.tell(joinWaitlist, { productId: product.id, clinicianId, ...more }, as(who))
/** Past the answers that are remembered for a moment. */
const wishOf = async ({ accountId }: TestPatient) => (await findWishes(world.db, accountId))[0]
const stateOf = async (who: TestPatient) => (await wishOf(who))?.state
const idOf = async (who: TestPatient) => (await wishOf(who))?.id ?? ''
const free = () => world.tell(unlockSlot, { id: clinicianId, sessionKey: evasKey }, as(eva))
const sweep = () => offerFreedTimes(world.services)
const runOut = (who: TestPatient) => world.db`
  update slot_claim set expires_at = clock_timestamp()
  where state = 'held' and cart_id in (select id from cart where account_id = ${who.accountId})`
async function waiting(count: number): Promise<TestPatient[]> {
  const line: TestPatient[] = []
  for (let place = 0; place < count; place++) line.push(await newPatient(world))
  for (const each of line) await join(each)
  return line
}
const one = async () => (await waiting(1))[0] as TestPatient
const two = async () => (await waiting(2)) as [TestPatient, TestPatient]

async function messagesTo({ accountId }: TestPatient): Promise<string[]> {
  const [account] = await world.db`select phone from account where id = ${accountId}`
  const box = await fetch(`${world.twinsUrl}/twins/outbox?to=${encodeURIComponent(account?.phone)}`)
  return ((await box.json()) as { text: string }[]).map(({ text }) => text)
}

describe('somebody who waits', () => {
  test('is told what sooner means: before the next free time', async () => {
    const ana = await newPatient(world)
    const next = await timeAt(0)
    const { status, body } = await join(ana)
    expect([status, body.state, body.until]).toEqual([201, 'waiting', next.startTime])
    expect((await world.tell(listWaitlist, {}, as(ana))).body.items).toEqual([body])
  })

  test('gets the time that became free, held for a quarter of an hour, with what they had told', async () => {
    const ana = await newPatient(world)
    await newCart(world, ana, product)
    await join(ana)
    await sweep()
    expect(await stateOf(ana)).toBe('waiting')
    await free()
    await sweep()
    const wish = await wishOf(ana)
    expect(wish).toMatchObject({ state: 'offered', offer: { ...held, clinician: { id: clinicianId } } })
    const left = Date.parse(wish?.offer?.expiresAt ?? '') - Date.now()
    expect(Math.round(left / 60_000)).toBe(OFFER_MINUTES)
    const { body } = await world.tell(takeOffer, { id: wish?.id ?? '' }, as(ana))
    expect(body).toMatchObject({ productSlug: product.slug, schedule: held, summary: SUMMARY, clinicianId })
    const again = await world.tell(takeOffer, { id: wish?.id ?? '' }, as(ana))
    expect(again.body.sessionKey).toBe(body.sessionKey)
    const keeps = { id: clinicianId, productId: product.id, sessionKey: body.sessionKey, ...held }
    expect((await world.tell(lockSlot, keeps, as(ana))).status).toBe(200)
  })

  test('is written to, with the hour, a link and nothing of the consultation', async () => {
    const ana = await one()
    await free()
    await sweep()
    await jobHandlers(world.services).tellOffer({ wishId: await idOf(ana) })
    const [text = ''] = await messagesTo(ana)
    expect(text).toMatch(/\d\d:\d\d/)
    expect(text).toContain(`${world.services.env.PUBLIC_URL}/waitlist`)
    for (const word of [product.name, 'Dra', 'Ana']) expect(text).not.toContain(word)
  })

  test('is not written to who does not want to hear of sooner times, and sees it in the app', async () => {
    const ana = await one()
    await saveChoice(world.db, ana.accountId, { ...usualChoice, topics: ['bookings'] })
    await free()
    await sweep()
    await jobHandlers(world.services).tellOffer({ wishId: await idOf(ana) })
    expect([await messagesTo(ana), await stateOf(ana)]).toEqual([[], 'offered'])
  })

  test('is not written to about an offer that is over by then', async () => {
    const ana = await one()
    await free()
    await sweep()
    const wishId = await idOf(ana)
    await runOut(ana)
    await jobHandlers(world.services).tellOffer({ wishId })
    expect(await messagesTo(ana)).toEqual([])
  })

  test('is not offered a time that is no sooner than what was free', async () => {
    const key = await newCart(world, eva, product)
    await lock(world, eva, { id: clinicianId, productId: product.id, sessionKey: key, ...(await timeAt(2)) })
    const ana = await one()
    await world.tell(unlockSlot, { id: clinicianId, sessionKey: key }, as(eva))
    await sweep()
    expect(await stateOf(ana)).toBe('waiting')
  })

  test('for anybody gets anybody’s time, for one clinician only theirs', async () => {
    const [ana, leo] = [await newPatient(world), await newPatient(world)]
    const elsewhere = await newClinician(world, product)
    await world.db`delete from clinician_product where clinician_id not in (${clinicianId}, ${elsewhere})`
    await world.db`delete from clinician_hours where clinician_id = ${elsewhere}`
    await join(ana, { clinicianId: elsewhere })
    await join(leo, { clinicianId: null })
    await free()
    await sweep()
    expect([await stateOf(ana), await stateOf(leo)]).toEqual(['waiting', 'offered'])
  })

  test('hears of new hours too', async () => {
    await world.db`delete from clinician_hours where clinician_id = ${clinicianId}`
    const ana = await one()
    await sweep()
    expect(await stateOf(ana)).toBe('waiting')
    await world.db`
      insert into clinician_exception (clinician_id, day, starts, ends)
      select ${clinicianId}, (clock_timestamp() at time zone 'utc')::date + 2, '10:00', '12:00'`
    await sweep()
    expect(await stateOf(ana)).toBe('offered')
  })
})

describe('the line', () => {
  test('offers one time to one person, the first, whichever of two processes looks', async () => {
    const line = await waiting(3)
    await free()
    await Promise.all([sweep(), offerFreedTimes(other.services), sweep(), offerFreedTimes(other.services)])
    expect(await Promise.all(line.map(stateOf))).toEqual(['offered', 'waiting', 'waiting'])
    const [count] = await world.db`
      select count(*)::int as held from slot_claim where clinician_id = ${clinicianId} and state = 'held'`
    expect(count?.held).toBe(1)
  })

  test('goes on to the next when nobody takes it in time, and who missed it is told', async () => {
    const [ana, leo] = await two()
    await free()
    await sweep()
    await runOut(ana)
    expect((await world.tell(takeOffer, { id: await idOf(ana) }, as(ana))).body.code).toBe('OFFER_EXPIRED')
    expect(await world.db.begin((tx) => lapseWishes(tx))).toEqual([ana.accountId])
    await sweep()
    expect([await stateOf(ana), await stateOf(leo)]).toEqual(['missed', 'offered'])
  })

  test('goes on when the first does not want it', async () => {
    const [ana, leo] = await two()
    await free()
    await sweep()
    expect((await world.tell(leaveWaitlist, { id: await idOf(ana) }, as(ana))).status).toBe(204)
    await sweep()
    expect([await wishOf(ana), await stateOf(leo)]).toEqual([undefined, 'offered'])
  })

  test('keeps the place of who asks again', async () => {
    const [ana, leo] = await two()
    await join(ana)
    await free()
    await sweep()
    expect([await stateOf(ana), await stateOf(leo)]).toEqual(['offered', 'waiting'])
  })

  test('has who missed an offer and asks again at its end, with an offer of its own', async () => {
    const [ana, leo] = await two()
    await free()
    await sweep()
    await runOut(ana)
    await sweep()
    await runOut(leo)
    const until = (await world.db`select wanted_until from waitlist_wish limit 1`)[0]?.wanted_until
    await sweep()
    await join(leo)
    await join(ana)
    await world.db`update waitlist_wish set wanted_until = ${until}`
    await sweep()
    expect([await stateOf(ana), await stateOf(leo)]).toEqual(['waiting', 'offered'])
  })

  test('is left by who books, by whatever way', async () => {
    const ana = await one()
    const sessionKey = await newCart(world, ana, product)
    await lock(world, ana, { id: clinicianId, productId: product.id, sessionKey, ...(await timeAt(1)) })
    const { body } = await order(world, { patient: ana, product, sessionKey }, 'good')
    expect(body.code).toBeUndefined()
    await world.db.begin(async (tx) => activate(tx, await lockOrder(tx, body.workflowId), 'api'))
    expect(await wishOf(ana)).toBeUndefined()
  })

  test('has nobody in it whose account is blocked', async () => {
    const ana = await one()
    await world.db`update account set status = 'blocked' where id = ${ana.accountId}`
    await free()
    await sweep()
    const [row] = await world.db`select state from waitlist_wish where account_id = ${ana.accountId}`
    expect(row?.state).toBe('waiting')
  })

  test('makes no offers at night', async () => {
    const ana = await one()
    await free()
    const night = new Date(Date.now() + 12 * 3_600_000)
    await offerFreedTimes({ ...world.services, now: () => night })
    expect(await stateOf(ana)).toBe('waiting')
  })
})

describe('is not found', () => {
  const NOBODY = '0b8a9c5e-2f4d-4c7b-9a41-6f2f3f8f7a10'
  test.each([
    ['PRODUCT_NOT_FOUND', { productId: 'nothing' }],
    ['CLINICIAN_NOT_FOUND', { clinicianId: NOBODY }],
    ['PATIENT_NOT_FOUND', { patientId: NOBODY }],
  ])('%s', async (code, more) => {
    const { status, body } = await join(await newPatient(world), more)
    expect([status, body.code]).toEqual([404, code])
  })
  test('WISH_NOT_FOUND, when it is somebody else’s', async () => {
    const ana = await one()
    const id = await idOf(ana)
    const leo = await newPatient(world)
    const { body } = await world.tell(leaveWaitlist, { id }, as(leo))
    expect(body).toMatchObject({ code: 'WISH_NOT_FOUND' })
    expect((await world.tell(takeOffer, { id }, as(leo))).body.code).toBe('WISH_NOT_FOUND')
    expect(await stateOf(ana)).toBe('waiting')
  })
})

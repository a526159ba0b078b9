import { keepTime, listDeskTimes } from '@cuida/core/booking/agenda/desk-offer-api.ts'
import { lockSlot } from '@cuida/core/booking/cart/api.ts'
import { takeOffer } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import { DESK_OFFER_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertClinician, type TestClinician } from '../../care/test-people.ts'
import { findTampering } from '../../kit/audit.ts'
import { defaultNotificationSettings, saveNotificationSettings } from '../../notifications/choice/notification-store.ts'
import { sendDueNotifications } from '../../notifications/test-notifications.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import {
  createSecondProcess,
  listOfferedTimes,
  newClinician,
  newPatient,
  productFor,
  type TestPatient,
} from '../test-people.ts'
import { findEntries } from '../waitlist/waitlist-store.ts'

let manager: TestClinician
let id: string
let ana: TestPatient
let phone: string
const context = await createTestContext()
const other = closeAfterTests(await createSecondProcess(context))
const product = await productFor(context, 'scheduled')
beforeEach(async () => {
  // A new manager for each test, because the rate limit of phone look-ups counts per manager.
  manager = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
  id = await newClinician(context, product)
  ana = await newPatient(context)
  phone = await phoneOf(ana)
})

async function phoneOf({ accountId }: TestPatient): Promise<string> {
  const [row] = await context.db<{ phone: string }[]>`select phone from account where id = ${accountId}`
  return row?.phone ?? ''
}
async function timeAt(index: number) {
  const time = (await listOfferedTimes(context, id, product))[index]
  if (!time) throw new Error('the clinician has no free slot')
  return time
}
const holdSlot = (more: object, { token, at = context }: { token?: string; at?: TestContext } = {}) =>
  at.sendCall(keepTime, { id, phone, productId: product.id, ...more } as never, { token: token ?? manager.token })
const entryOf = async ({ accountId }: TestPatient) => (await findEntries(context.db, accountId))[0]

describe('a time held by the desk', () => {
  test('the time is offered to the patient in the app for half an hour and to nobody else', async () => {
    const time = await timeAt(1)
    const before = Date.now()
    const { status, body } = await holdSlot(time)
    expect(status).toBe(201)
    const minutes = (Date.parse(body.keptUntil) - before) / 60_000
    expect(Math.round(minutes)).toBe(DESK_OFFER_MINUTES)
    expect(await entryOf(ana)).toMatchObject({ state: 'offered', offer: { ...time, clinician: { id } } })
    expect(await listOfferedTimes(context, id, product)).not.toContainEqual(time)
  })

  test('only the patient can take the offer, with the cart that holds it', async () => {
    const time = await timeAt(0)
    await holdSlot(time)
    const entry = await entryOf(ana)
    const stranger = await newPatient(context)
    expect(
      statusAndCodeOf(await context.sendCall(takeOffer, { id: entry?.id ?? '' }, { token: stranger.token })),
    ).toEqual([404, 'WAITLIST_ENTRY_NOT_FOUND'])
    const { status, body } = await context.sendCall(takeOffer, { id: entry?.id ?? '' }, { token: ana.token })
    expect(status).toBe(200)
    const again = { id, productId: product.id, sessionKey: body.sessionKey, ...time }
    expect((await context.sendCall(lockSlot, again, { token: ana.token })).status).toBe(200)
  })

  test('the patient gets a text message without consultation details, even with offers turned off and in quiet hours', async () => {
    const choice = { ...defaultNotificationSettings, topics: [], quiet: { from: '00:00', until: '23:59' } }
    await saveNotificationSettings(context.db, ana.accountId, choice)
    await holdSlot(await timeAt(0))
    await sendDueNotifications(context, 'offer-asked')
    const reply = await fetch(`${context.simulatorsUrl}/simulators/outbox?to=${encodeURIComponent(phone)}`)
    const texts = JSON.stringify(await reply.json())
    expect(texts).toContain('/waitlist')
    expect(texts).not.toContain(product.name)
  })

  test('the desk finds the account by a phone number without prefix and with spaces', async () => {
    const spacedPhone = phone.replace(/^\+34/, '').replace(/(\d{3})(?=\d)/g, '$1 ')
    expect((await holdSlot({ phone: spacedPhone, ...(await timeAt(0)) })).status).toBe(201)
  })

  test('the audit records the manager, the patient and the time', async () => {
    const time = await timeAt(0)
    await holdSlot(time)
    const [row] = await context.db`select act, staff_id, detail from audit where subject_id = ${ana.accountId}`
    expect(row).toMatchObject({ act: 'keep-time', staff_id: manager.staffId })
    expect(JSON.parse(row?.detail)).toEqual({ clinicianId: id, start: time.startTime })
    expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
  })

  test('ten concurrent requests over two processes hold the time once', async () => {
    const time = await timeAt(0)
    const tries = Array.from({ length: 10 }, (_, at) => holdSlot(time, { at: at % 2 ? context : other }))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    const [{ count } = { count: 0 }] = await context.db<{ count: number }[]>`
      select count(*)::int as count from slot_hold where clinician_id = ${id} and state = 'held'`
    expect(count).toBe(1)
  })
})

describe('free times of a day', () => {
  test('the times are those of the calendar, for the clinician’s products', async () => {
    const time = await timeAt(0)
    const query = { id, day: time.startTime.slice(0, 10), productId: product.id }
    const { body } = await context.sendCall(listDeskTimes, query, { token: manager.token })
    expect(body).toMatchObject({ productId: product.id, products: [{ id: product.id, name: product.name }] })
    expect(body.slots).toContainEqual(time)
  })
  test('a clinician cannot see a colleague’s times', async () => {
    const { token } = await insertClinician(context)
    const day = (await timeAt(0)).startTime.slice(0, 10)
    expect(statusAndCodeOf(await context.sendCall(listDeskTimes, { id, day }, { token }))).toEqual([
      404,
      'CLINICIAN_NOT_FOUND',
    ])
  })
})

describe('refusals', () => {
  test('NUMBER_NOT_FOUND: an unknown number, a blocked account and text that is no number', async () => {
    const time = await timeAt(0)
    await context.db`update account set status = 'blocked' where id = ${ana.accountId}`
    for (const typedNumber of ['+34699999999', phone, 'Ana Sanz', 'ana@example.com'])
      expect(statusAndCodeOf(await holdSlot({ phone: typedNumber, ...time }))).toEqual([404, 'NUMBER_NOT_FOUND'])
  })
  test('SLOT_TAKEN: another patient has the time, and no waitlist entry stays behind', async () => {
    const time = await timeAt(0)
    const ben = await newPatient(context)
    await holdSlot({ ...time, phone: await phoneOf(ben) })
    expect(statusAndCodeOf(await holdSlot(time))).toEqual([409, 'SLOT_TAKEN'])
    expect(await entryOf(ana)).toBeUndefined()
  })
  test('SLOT_NOT_OFFERED: a time one minute off the calendar', async () => {
    const addMinute = (moment: string) => new Date(Date.parse(moment) + 60_000).toISOString()
    const { startTime, endTime } = await timeAt(0)
    const odd = { startTime: addMinute(startTime), endTime: addMinute(endTime) }
    expect(statusAndCodeOf(await holdSlot(odd))).toEqual([409, 'SLOT_NOT_OFFERED'])
  })
  test('OFFER_OPEN: the patient has an offer for this product; after it expires another is possible', async () => {
    await holdSlot(await timeAt(0))
    const second = await timeAt(3)
    expect(statusAndCodeOf(await holdSlot(second))).toEqual([409, 'OFFER_OPEN'])
    await context.db`update slot_hold set expires_at = clock_timestamp() where clinician_id = ${id} and state = 'held'`
    // First the scheduled job marks the offer as missed; then another offer reopens the entry.
    expect((await holdSlot(second)).status).toBe(201)
  })
  test('CLINICIAN_NOT_FOUND: a clinician cannot offer times of a colleague', async () => {
    const { token } = await insertClinician(context)
    expect(statusAndCodeOf(await holdSlot(await timeAt(0), { token }))).toEqual([404, 'CLINICIAN_NOT_FOUND'])
  })
  test('PRODUCT_NOT_FOUND: a product that is not booked ahead', async () => {
    expect(statusAndCodeOf(await holdSlot({ ...(await timeAt(0)), productId: 'none' }))).toEqual([
      404,
      'PRODUCT_NOT_FOUND',
    ])
  })
  test('RATE_LIMITED: a manager who looks up many numbers', async () => {
    const time = await timeAt(0)
    for (let tried = 0; tried < 120; tried++) await holdSlot({ phone: '+34699999999', ...time })
    expect(statusAndCodeOf(await holdSlot(time))).toEqual([429, 'RATE_LIMITED'])
  })
})

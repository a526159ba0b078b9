import { lockSlot, unlockSlot } from '@cuida/core/booking/cart/api.ts'
import { leaveWaitlist, listWaitlist, takeOffer } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import { OFFER_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { describe, expect, test } from 'vitest'
import { defaultNotificationSettings, saveNotificationSettings } from '../../notifications/choice/notification-store.ts'
import { sendDueNotifications } from '../../notifications/test-notifications.ts'
import { recordChanges } from '../../testing/test-changes.ts'
import { lockTestSlot, newCart, newClinician, newPatient, SUMMARY, type TestPatient } from '../test-people.ts'
import { tokenOf, WaitlistContext } from './test-waitlist.ts'

const it = await WaitlistContext.open()
const { timeAt, join, entryOf, stateOf, idOf, free, runJob, runOut, one } = it

async function messagesTo({ accountId }: TestPatient): Promise<string[]> {
  const [account] = await it.context.db`select phone from account where id = ${accountId}`
  const box = await fetch(`${it.context.simulatorsUrl}/simulators/outbox?to=${encodeURIComponent(account?.phone)}`)
  return ((await box.json()) as { text: string }[]).map(({ text }) => text)
}

describe('a waiting patient', () => {
  test('the entry says what counts as earlier: before the next free time', async () => {
    const ana = await newPatient(it.context)
    const next = await timeAt(0)
    const { status, body } = await join(ana)
    expect([status, body.state, body.until]).toEqual([201, 'waiting', next.startTime])
    expect((await it.context.sendCall(listWaitlist, {}, tokenOf(ana))).body.items).toEqual([body])
  })

  test('the patient is offered the released time for a quarter of an hour, with their earlier answers', async () => {
    const ana = await newPatient(it.context)
    await newCart(it.context, ana, it.product)
    await join(ana)
    await runJob()
    expect(await stateOf(ana)).toBe('waiting')
    await free()
    await runJob()
    const entry = await entryOf(ana)
    expect(entry).toMatchObject({ state: 'offered', offer: { ...it.held, clinician: { id: it.clinicianId } } })
    const remainingMs = Date.parse(entry?.offer?.expiresAt ?? '') - Date.now()
    expect(Math.round(remainingMs / 60_000)).toBe(OFFER_MINUTES)
    const { body } = await it.context.sendCall(takeOffer, { id: entry?.id ?? '' }, tokenOf(ana))
    expect(body).toMatchObject({
      productSlug: it.product.slug,
      schedule: it.held,
      summary: SUMMARY,
      clinicianId: it.clinicianId,
    })
    const again = await it.context.sendCall(takeOffer, { id: entry?.id ?? '' }, tokenOf(ana))
    expect(again.body.sessionKey).toBe(body.sessionKey)
    const keeps = { id: it.clinicianId, productId: it.product.id, sessionKey: body.sessionKey, ...it.held }
    expect((await it.context.sendCall(lockSlot, keeps, tokenOf(ana))).status).toBe(200)
  })

  test('the offer sends change events to the patient’s app and to everyone who views the calendar', async () => {
    const ana = await one()
    await free()
    const topics = await recordChanges(it.other.services, runJob)
    expect(topics).toEqual(expect.arrayContaining([`account:${ana.accountId}`, `clinician:${it.clinicianId}`]))
  })

  test('the patient gets a message with the time and a link, without consultation details', async () => {
    const ana = await one()
    await free()
    await runJob()
    await sendDueNotifications(it.context, 'offer')
    const [text = ''] = await messagesTo(ana)
    expect(text).toMatch(/\d\d:\d\d/)
    expect(text).toContain(`${it.context.services.env.PUBLIC_URL}/waitlist`)
    for (const word of [it.product.name, 'Dra', 'Ana']) expect(text).not.toContain(word)
  })

  test('the message gives the end of the offer in the patient’s own time zone', async () => {
    const ana = await one()
    await saveNotificationSettings(it.context.db, ana.accountId, {
      ...defaultNotificationSettings,
      quiet: null,
      timeZone: 'Asia/Kathmandu',
    })
    await free()
    await runJob()
    await sendDueNotifications(it.context, 'offer')
    expect((await messagesTo(ana))[0]).toMatch(/\d\d:\d\d \([^)]*Kathmandu[^)]*\)/)
  })

  test('a patient who turned off offers gets no message and sees the offer in the app', async () => {
    const ana = await one()
    await saveNotificationSettings(it.context.db, ana.accountId, {
      ...defaultNotificationSettings,
      topics: ['bookings'],
    })
    await free()
    await runJob()
    await sendDueNotifications(it.context, 'offer')
    expect([await messagesTo(ana), await stateOf(ana)]).toEqual([[], 'offered'])
  })

  test('no message is sent about an offer that has expired by then', async () => {
    const ana = await one()
    await free()
    await runJob()
    await runOut(ana)
    await sendDueNotifications(it.context, 'offer')
    expect(await messagesTo(ana)).toEqual([])
  })

  test('a time that is no earlier than what was free is not offered', async () => {
    const key = await newCart(it.context, it.eva, it.product)
    await lockTestSlot(it.context, it.eva, {
      id: it.clinicianId,
      productId: it.product.id,
      sessionKey: key,
      ...(await timeAt(2)),
    })
    const ana = await one()
    await it.context.sendCall(unlockSlot, { id: it.clinicianId, sessionKey: key }, tokenOf(it.eva))
    await runJob()
    expect(await stateOf(ana)).toBe('waiting')
  })

  test('an entry for any clinician gets any time, an entry for one clinician only theirs', async () => {
    const ana = await newPatient(it.context)
    const leo = await newPatient(it.context)
    const elsewhere = await newClinician(it.context, it.product)
    await it.context.db`delete from clinician_product where clinician_id not in (${it.clinicianId}, ${elsewhere})`
    await it.context.db`delete from clinician_hours where clinician_id = ${elsewhere}`
    await join(ana, { clinicianId: elsewhere })
    await join(leo, { clinicianId: null })
    await free()
    await runJob()
    expect([await stateOf(ana), await stateOf(leo)]).toEqual(['waiting', 'offered'])
  })

  test('new working hours lead to offers too', async () => {
    await it.context.db`delete from clinician_hours where clinician_id = ${it.clinicianId}`
    const ana = await one()
    await runJob()
    expect(await stateOf(ana)).toBe('waiting')
    await it.context.db`
      insert into clinician_exception (clinician_id, day, starts, ends)
      select ${it.clinicianId}, (clock_timestamp() at time zone 'utc')::date + 2, '10:00', '12:00'`
    await runJob()
    expect(await stateOf(ana)).toBe('offered')
  })
})

describe('refusals', () => {
  const NOBODY = '0b8a9c5e-2f4d-4c7b-9a41-6f2f3f8f7a10'
  test.each([
    ['PRODUCT_NOT_FOUND', { productId: 'nothing' }],
    ['CLINICIAN_NOT_FOUND', { clinicianId: NOBODY }],
    ['PATIENT_NOT_FOUND', { patientId: NOBODY }],
  ])('%s', async (code, more) => {
    const { status, body } = await join(await newPatient(it.context), more)
    expect([status, body.code]).toEqual([404, code])
  })
  test('WAITLIST_ENTRY_NOT_FOUND for another account’s entry', async () => {
    const ana = await one()
    const id = await idOf(ana)
    const leo = await newPatient(it.context)
    const { body } = await it.context.sendCall(leaveWaitlist, { id }, tokenOf(leo))
    expect(body).toMatchObject({ code: 'WAITLIST_ENTRY_NOT_FOUND' })
    expect((await it.context.sendCall(takeOffer, { id }, tokenOf(leo))).body.code).toBe('WAITLIST_ENTRY_NOT_FOUND')
    expect(await stateOf(ana)).toBe('waiting')
  })
})

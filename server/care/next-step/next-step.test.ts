import { takeOffer } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import { getConsultation } from '@cuida/core/care/call/api.ts'
import { verifyIssuedDocument } from '@cuida/core/care/issued-document/issued-document-api.ts'
import { keepFollowUp, type LetterKind, signLetter } from '@cuida/core/care/next-step/next-step-api.ts'
import { getDeskConsultation, takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { describe, expect, test } from 'vitest'
import { listOfferedTimes } from '../../booking/test-people.ts'
import { findEntries } from '../../booking/waitlist/waitlist-store.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { readPdfLines } from '../../kit/pdf/test-pdf.ts'
import { sendDueNotifications } from '../../notifications/test-notifications.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { bookConsultation, insertStaffFor, setStartIn, type TestBooking } from '../test-booked.ts'
import { insertClinician, type TestClinician } from '../test-people.ts'

const { context, product } = await createCheckoutContext()

interface Held {
  at: TestBooking
  who: TestClinician
  id: string
}

async function held(): Promise<Held> {
  const at = await bookConsultation(context, product)
  await setStartIn(context, at, 60)
  const clinician = await insertStaffFor(context, at.clinicianId)
  await context.sendCall(takeConsultation, { id: at.consultationId }, { token: clinician.token })
  return { at, who: clinician, id: at.consultationId }
}
const atDesk = async ({ id, who }: Held) =>
  (await context.sendCall(getDeskConsultation, { id }, { token: who.token })).body
const letter = { kind: 'referral' as const, recipient: 'Cardiología', text: 'Palpitaciones desde hace un mes.' }
const signed = ({ id, who }: Held, more: object = {}, token = who.token) =>
  context.sendCall(signLetter, { id, key: crypto.randomUUID(), ...letter, ...more } as never, { token })

async function download({ at, id }: Held, type: LetterKind, letterId: string, token = at.patient.token) {
  const { statusCode, rawPayload } = await context.app.inject({
    url: `/v1/consultations/${id}/document?type=${type}&letterId=${letterId}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: statusCode, lines: statusCode === 200 ? await readPdfLines(rawPayload) : [] }
}

describe('a letter', () => {
  test('the patient finds and downloads the letter, and its recipient can verify the code', async () => {
    const care = await held()
    const { body } = await signed(care)
    const { patientId, token } = care.at.patient
    const read = (await context.sendCall(getConsultation, { patientId, id: care.id }, { token })).body
    expect(read.letters).toMatchObject([{ id: body.id, kind: 'referral', recipient: 'Cardiología' }])
    const { lines } = await download(care, 'referral', body.id)
    expect(lines.join('\n')).toContain('To: Cardiología')
    expect(lines.join('\n')).toContain(letter.text)
    const code = lines.find((line) => /^\w{4}-\w{4}-\w{4}$/.test(line)) ?? ''
    const checked = (await context.sendCall(verifyIssuedDocument, { code })).body
    expect(checked).toMatchObject({ kind: 'referral', status: 'valid' })
    expect(JSON.stringify(checked)).not.toContain('Cardiología')
  })
  test('one idempotency key signs one letter, which cannot be changed', async () => {
    const care = await held()
    const key = crypto.randomUUID()
    const [first, second] = await Promise.all([signed(care, { key }), signed(care, { key })])
    expect(first.body.id).toBe(second.body.id)
    expect(statusAndCodeOf(await signed(care, { key, text: 'Otra cosa' }))).toEqual([409, 'SIGNED_ALREADY'])
    expect((await atDesk(care)).letters).toHaveLength(1)
    await expect(context.db`update letter set text = 'x'`).rejects.toThrow('append-only')
  })
  test('a medical certificate has no recipient, a referral needs one', async () => {
    const care = await held()
    const { body } = await signed(care, { kind: 'certificate', recipient: undefined })
    expect((await download(care, 'certificate', body.id)).lines.join('\n')).toContain('Medical certificate')
    expect(statusAndCodeOf(await signed(care, { kind: 'certificate' }))).toEqual([400, 'INVALID'])
    expect(statusAndCodeOf(await signed(care, { recipient: ' ' }))).toEqual([400, 'INVALID'])
  })
  test('only the holder of the consultation signs a letter, and only its patient opens it', async () => {
    const care = await held()
    const { body } = await signed(care)
    const colleague = await insertClinician(context)
    expect((await signed(care, {}, colleague.token)).status).toBe(404)
    const other = await held()
    expect((await download(care, 'referral', body.id, other.at.patient.token)).status).toBe(404)
    expect((await download(other, 'referral', body.id)).status).toBe(404)
    expect((await download(care, 'certificate', body.id)).status).toBe(404)
    await context.db`update consultation set status = 'CLOSED' where id = ${care.id}`
    expect(statusAndCodeOf(await signed(care))).toEqual([409, 'NOT_NOW'])
  })
})

describe('a follow-up slot', () => {
  const holdSlot = async (care: Held, token = care.who.token) => {
    const time = (await listOfferedTimes(context, care.at.clinicianId, product, 4)).at(-1)
    if (!time) throw new Error('the clinician has no free slot')
    const answer = await context.sendCall(keepFollowUp, { id: care.id, productId: product.id, ...time }, { token })
    return { ...answer, time }
  }
  test('the slot is held for a day for the patient, who books it by a link', async () => {
    const care = await held()
    const before = Date.now()
    const { status, body, time } = await holdSlot(care)
    expect(status).toBe(201)
    expect(Math.round((Date.parse(body.keptUntil) - before) / 3_600_000)).toBe(24)
    expect((await atDesk(care)).followUp).toMatchObject({ startTime: time.startTime, keptUntil: body.keptUntil })
    const [entry] = await findEntries(context.db, care.at.patient.accountId)
    const reply = await context.sendCall(takeOffer, { id: entry?.id ?? '' }, { token: care.at.patient.token })
    expect(reply.body).toMatchObject({ patientId: care.at.patient.patientId, clinicianId: care.at.clinicianId })
    expect(await listOfferedTimes(context, care.at.clinicianId, product, 4)).not.toContainEqual(time)
  })
  test('the patient is notified by SMS without the name of the product', async () => {
    const care = await held()
    await holdSlot(care)
    await sendDueNotifications(context, 'follow-up')
    const [account] = await context.db`select phone from account where id = ${care.at.patient.accountId}`
    const reply = await fetch(`${context.simulatorsUrl}/simulators/outbox?to=${encodeURIComponent(account?.phone)}`)
    const texts = JSON.stringify(await reply.json())
    expect(texts).toMatch(/seguimiento|follow-up/)
    expect(texts).not.toContain(product.name)
  })
  test('only the holder of the consultation holds one free slot of their own', async () => {
    const care = await held()
    expect((await holdSlot(care, (await insertClinician(context)).token)).status).toBe(404)
    expect((await holdSlot(care)).status).toBe(201)
    expect(statusAndCodeOf(await holdSlot(care))).toEqual([409, 'OFFER_OPEN'])
    const { time } = await holdSlot(await held())
    const early = { startTime: time.startTime, endTime: time.startTime }
    const reply = await context.sendCall(
      keepFollowUp,
      { id: care.id, productId: product.id, ...early },
      { token: care.who.token },
    )
    expect(statusAndCodeOf(reply)).toEqual([409, 'SLOT_NOT_OFFERED'])
  })
})

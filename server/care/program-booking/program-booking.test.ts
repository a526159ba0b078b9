import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { takeOffer } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import {
  bookForPatient,
  cancelProgramBooking,
  findProgramPatients,
  getProgramBooking,
} from '@cuida/core/care/program-booking/program-booking-api.ts'
import type { Scope } from '@cuida/core/kit/scope.ts'
import { describe, expect, test, vi } from 'vitest'
import { newProgram } from '../../access/api-key/test-programs.ts'
import { completeAnswers, listOfferedTimes, newClinician, newDependant, newPatient } from '../../booking/test-people.ts'
import { findEntries } from '../../booking/waitlist/waitlist-store.ts'
import { bookingConsents } from '../../brand/consent/agreements.ts'
import { insertConsents } from '../../brand/consent/consent-store.ts'
import { runCheckoutJobs } from '../../checkout/order/test-orders.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { sponsorPatient } from '../../invite/test-invitations.ts'
import { findTampering } from '../../kit/audit.ts'
import { hashOf, randomKey } from '../../kit/crypto/secrets.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { insertClinician } from '../test-people.ts'

const { context, product } = await createCheckoutContext()
const { db } = context
const newManager = () => insertClinician(context, { role: 'clinical-manager', isClinician: false })
const managers = [await newManager(), await newManager()] as const
const program = await newProgram(context, managers[0].staffId, managers[1].staffId)

let references = 0
async function freeTime() {
  const clinicianId = await newClinician(context, product)
  const [time] = await listOfferedTimes(context, clinicianId, product)
  if (!time) throw new Error('the clinician has no free time')
  return { clinicianId, productId: product.id, ...time }
}
const newInput = async (patientId: string) => ({
  reference: `HIS-${++references}`,
  patientId,
  ...completeAnswers(product),
  ...(await freeTime()),
})
const book = (input: Awaited<ReturnType<typeof newInput>> & { summary?: string }, { token } = program) =>
  context.sendCall(bookForPatient, input, { token })
const read = async (id: string) => (await context.sendCall(getProgramBooking, { id }, { token: program.token })).body

/** Whose employer pays, and who has consented to telehealth care before. */
async function coveredPatient() {
  const patient = await newPatient(context)
  await sponsorPatient(context, patient.patientId, product.id, 100)
  await consent(patient)
  return patient
}
async function consent({ accountId, patientId }: { accountId: string; patientId: string }) {
  const consents = await bookingConsents(context.services, 'en')
  await db.begin((tx) => insertConsents(tx, { accountId, patientId }, consents))
}

describe('a patient for whom somebody else pays', () => {
  test('is booked at once, with the reason of the visit', async () => {
    const { patientId } = await coveredPatient()
    const input = await newInput(patientId)
    const { status, body } = await book({ ...input, summary: 'Control de la tensión.' })
    expect([status, body.state]).toEqual([202, 'processing'])
    await runCheckoutJobs(context)
    const booking = await read(body.id)
    expect(booking).toMatchObject({ state: 'booked', reference: input.reference, startTime: input.startTime })
    const [consultation] =
      await db`select patient_id, clinician_id from consultation where id = ${booking.appointmentId}`
    expect(consultation).toEqual({ patient_id: patientId, clinician_id: input.clinicianId })
  })

  test('twenty times the same request is one booking', async () => {
    const { patientId } = await coveredPatient()
    const input = await newInput(patientId)
    const replies = await Promise.all(Array.from({ length: 20 }, () => book(input)))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    await runCheckoutJobs(context)
    const rows = await db`select id from consultation where patient_id = ${patientId}`
    expect(rows).toHaveLength(1)
    expect(statusAndCodeOf(await book({ ...input, ...(await freeTime()) }))).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
  })

  test('cancels through the program, and the time is free again', async () => {
    const { patientId } = await coveredPatient()
    const input = await newInput(patientId)
    const { body } = await book(input)
    await runCheckoutJobs(context)
    for (const _ of ['once', 'again'])
      expect((await context.sendCall(cancelProgramBooking, { id: body.id }, { token: program.token })).status).toBe(204)
    expect((await read(body.id)).state).toBe('cancelled')
    const times = await listOfferedTimes(context, input.clinicianId, product)
    expect(times).toContainEqual({ startTime: input.startTime, endTime: input.endTime })
  })

  test('is not booked without their consent to telehealth care', async () => {
    const patient = await newPatient(context)
    await sponsorPatient(context, patient.patientId, product.id, 100)
    const { body } = await book(await newInput(patient.patientId))
    expect(body).toMatchObject({ state: 'waiting-for-patient', needs: ['agreement'] })
  })
})

describe('a patient who pays', () => {
  test('gets the time held, and completes the booking', async () => {
    const patient = await newPatient(context)
    const { body } = await book({ ...(await newInput(patient.patientId)), summary: 'Control de la tensión.' })
    expect(body).toMatchObject({ state: 'waiting-for-patient', patientUrl: expect.stringMatching('/waitlist$') })
    expect(body.needs).toContain('payment')
    const [entry] = await findEntries(db, patient.accountId)
    const taken = await context.sendCall(takeOffer, { id: entry?.id ?? '' }, { token: patient.token })
    expect(taken.body).toMatchObject({ patientId: patient.patientId, summary: 'Control de la tensión.' })
  })

  test('loses the time when they let it lapse or the program gives it back', async () => {
    const patient = await newPatient(context)
    const input = await newInput(patient.patientId)
    const { body } = await book(input)
    await context.sendCall(cancelProgramBooking, { id: body.id }, { token: program.token })
    expect((await read(body.id)).state).toBe('lapsed')
    expect(await findEntries(db, patient.accountId)).toEqual([])
    expect(await listOfferedTimes(context, input.clinicianId, product)).toContainEqual({
      startTime: input.startTime,
      endTime: input.endTime,
    })
  })
})

describe('a booking is refused', () => {
  test('when the time is taken or not offered, and its reference can be used again', async () => {
    const [one, two] = [await coveredPatient(), await coveredPatient()]
    const input = await newInput(one.patientId)
    await book(input)
    const second = { ...input, patientId: two.patientId, reference: 'HIS-second' }
    expect(statusAndCodeOf(await book(second))).toEqual([409, 'SLOT_TAKEN'])
    const odd = { ...second, endTime: second.startTime }
    expect(statusAndCodeOf(await book(odd))).toEqual([409, 'SLOT_NOT_OFFERED'])
    expect((await book({ ...second, ...(await freeTime()) })).status).toBe(202)
  })

  test('for a patient who has another appointment then, a blocked account and a dependant who has come of age', async () => {
    const patient = await coveredPatient()
    const input = await newInput(patient.patientId)
    await book(input)
    await runCheckoutJobs(context)
    const clash = { ...(await newInput(patient.patientId)), startTime: input.startTime, endTime: input.endTime }
    expect(statusAndCodeOf(await book(clash))).toEqual([409, 'CONSULTATION_OVERLAPS'])
    const adult = await newDependant(context, patient, '2000-01-01')
    expect(statusAndCodeOf(await book(await newInput(adult)))).toEqual([404, 'PATIENT_NOT_FOUND'])
    const blocked = await newPatient(context)
    await db`update account set status = 'blocked' where id = ${blocked.accountId}`
    expect(statusAndCodeOf(await book(await newInput(blocked.patientId)))).toEqual([404, 'PATIENT_NOT_FOUND'])
  })

  test('to a key without the scope, and another program does not see it', async () => {
    const other = await newProgram(context, managers[1].staffId, managers[0].staffId)
    const { body } = await book(await newInput((await coveredPatient()).patientId))
    expect((await context.sendCall(getProgramBooking, { id: body.id }, { token: other.token })).status).toBe(404)
    const scopes: Scope[] = ['appointments:read']
    const token = await context.services.tokens.sign('machine', { subject: program.keyId, scopes })
    expect((await book(await newInput((await coveredPatient()).patientId), { ...program, token })).status).toBe(403)
  })
})

test('the script of docs/api.md books with an id and a secret', async () => {
  const patient = await coveredPatient()
  const [account] = await db`select phone from account where id = ${patient.accountId}`
  const CLIENT_SECRET = randomKey(256)
  await db`insert into api_key_secret (hash, key_id) values (${hashOf(CLIENT_SECRET)}, ${program.keyId})`
  await freeTime()
  const CUIDA_URL = await context.app.listen({ port: Number(context.env.PORT), host: '127.0.0.1' })
  const args = [SCRIPT, product.slug, account?.phone, 'ES', '1990-05-17', JSON.stringify(completeAnswers(product))]
  const env = { ...process.env, CUIDA_URL, CLIENT_ID: program.keyId, CLIENT_SECRET }
  const running = promisify(execFile)(process.execPath, args, { env })
  await vi.waitFor(async () => {
    await runCheckoutJobs(context)
    const rows = await db`select id from consultation where patient_id = ${patient.patientId}`
    expect(rows).toHaveLength(1)
  }, WAIT)
  expect(JSON.parse((await running).stdout)).toMatchObject({ state: 'booked' })
})
const SCRIPT = join(import.meta.dirname, '../../../docs/book-by-api-key.mjs')
const WAIT = { timeout: 60_000 }

describe('a program finds a patient', () => {
  const find = (phone: string, dateOfBirth: string) =>
    context.sendCall(
      findProgramPatients,
      { phone: { number: phone, country: 'ES' }, dateOfBirth },
      { token: program.token },
    )
  test('by the number and the date of birth, also a child, and without contact data', async () => {
    const patient = await newPatient(context)
    const child = await newDependant(context, patient, '2016-05-04')
    const [account] = await db`select phone from account where id = ${patient.accountId}`
    expect((await find(account?.phone, '1990-05-17')).body).toEqual({
      items: [{ id: patient.patientId, firstName: 'Ana' }],
    })
    expect((await find(account?.phone, '2016-05-04')).body).toEqual({ items: [{ id: child, firstName: 'Leo' }] })
    expect((await find(account?.phone, '1990-05-18')).body).toEqual({ items: [] })
    expect((await find('+34600999888', '1990-05-17')).body).toEqual({ items: [] })
  })

  test('and may not guess', async () => {
    const tries = await Promise.all(Array.from({ length: 12 }, () => find('+34600999777', '1990-05-17')))
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2)
  })
})

test('what programs did is in the audit, which stays intact', async () => {
  const rows = await db`select distinct act from audit where key_id = ${program.keyId} order by act`
  expect(rows.map(({ act }) => act)).toEqual(['keep-time', 'search'])
  expect(await findTampering(db, context.services.secrets)).toBeUndefined()
})

import { getConsultation } from '@cuida/core/care/call/api.ts'
import { getClinicianRating, rateConsultation } from '@cuida/core/care/rating/rating-api.ts'
import { describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician, insertConsultation, insertPatient } from '../test-people.ts'

const context = await createTestContext()
const ana = await insertPatient(context)

type Said = { stars: 1 | 2 | 3 | 4 | 5; comment?: string | null }
const rate = (id: string, input: Said, { token } = ana) =>
  context.sendCall(rateConsultation, { id, ...input }, { token })
const fetchRating = async (id: string) =>
  (await context.sendCall(getConsultation, { patientId: ana.patientId, id }, { token: ana.token })).body.rating
const over = () => insertConsultation(context, { patientId: ana.patientId, status: 'CLOSED' })

test('a patient rates a consultation and can change the rating [B1.7] [B2.23]', async () => {
  const id = await over()
  expect(await fetchRating(id)).toBeNull()
  expect((await rate(id, { stars: 2, comment: 'La imagen se cortaba.' })).status).toBe(200)
  expect(await fetchRating(id)).toEqual({ stars: 2, comment: 'La imagen se cortaba.' })
  await rate(id, { stars: 5 })
  expect(await fetchRating(id)).toEqual({ stars: 5, comment: null })
})

test('twenty concurrent requests make one rating', async () => {
  const id = await over()
  const answers = await Promise.all(Array.from({ length: 20 }, () => rate(id, { stars: 4 })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await context.db`select 1 from consultation_rating where consultation_id = ${id}`).toHaveLength(1)
})

test('another account’s consultation is not found', async () => {
  const { status, body } = await rate(await over(), { stars: 1 }, await insertPatient(context))
  expect([status, body.code]).toEqual([404, 'CONSULTATION_NOT_FOUND'])
})

test('a consultation that is not over cannot be rated', async () => {
  const id = await insertConsultation(context, { patientId: ana.patientId, status: 'CANCELLED' })
  const { status, body } = await rate(id, { stars: 1 })
  expect([status, body.code]).toEqual([409, 'NOT_OVER'])
})

test.each([
  ['no stars', { stars: 0 }, 'stars'],
  ['six stars', { stars: 6 }, 'stars'],
  ['half a star', { stars: 4.5 }, 'stars'],
  ['a comment of 1,001 characters', { stars: 5, comment: 'a'.repeat(1_001) }, 'comment'],
])('a rating is refused: %s', async (_, input, field) => {
  const { status, body } = await rate(await over(), input as Said)
  expect(status).toBe(400)
  expect(Object.keys(body.fields ?? {})).toContain(field)
})

describe('a clinician’s rating', () => {
  const ofClinician = async (id: string) => (await context.sendCall(getClinicianRating, { id })).body.rating
  const rated = async (clinicianId: string | null, stars: Said['stars'], status: 'CLOSED' | 'CANCELLED' = 'CLOSED') => {
    const id = await insertConsultation(context, { patientId: ana.patientId, status: 'CLOSED' })
    await context.db`update consultation set clinician_id = ${clinicianId} where id = ${id}`
    await rate(id, { stars, comment: 'Very kind.' })
    if (status !== 'CLOSED') await context.db`update consultation set status = ${status} where id = ${id}`
  }

  test('it is public from the fifth rating on, as numbers, and follows new ratings soon', async () => {
    const { clinicianId: id } = await insertClinician(context)
    for (const stars of [5, 5, 4, 4] as const) await rated(id, stars)
    expect(await ofClinician(id ?? '')).toBeNull()
    await rated(id, 5)
    await expect.poll(() => ofClinician(id ?? '')).toEqual({ average: 4.6, count: 5 })
    await rated(id, 1)
    await expect.poll(() => ofClinician(id ?? '')).toEqual({ average: 4, count: 6 })
  })

  test('it counts the clinician’s own finished consultations only', async () => {
    const { clinicianId: id } = await insertClinician(context)
    const other = await insertClinician(context)
    for (const stars of [3, 3, 3, 3] as const) await rated(id, stars)
    await rated(other.clinicianId, 5)
    await rated(id, 5, 'CANCELLED')
    expect(await ofClinician(id ?? '')).toBeNull()
  })

  test('a clinician who no longer works here, or is unknown, has none', async () => {
    const { clinicianId: id, staffId } = await insertClinician(context)
    for (const stars of [5, 5, 5, 5, 5] as const) await rated(id, stars)
    await context.db`update staff set status = 'blocked' where id = ${staffId}`
    expect(await ofClinician(id ?? '')).toBeNull()
    expect(await ofClinician('5b0e7a1c-0000-4d0b-9c3e-6a1d8f20b7e1')).toBeNull()
  })
})

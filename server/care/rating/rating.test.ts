import { getConsultation } from '@cuida/core/care/call/api.ts'
import { rateConsultation } from '@cuida/core/care/rating/rating-api.ts'
import { expect, test } from 'vitest'
import { fileWorld } from '../../testing/test-worlds.ts'
import { insertConsultation, insertPatient } from '../test-people.ts'

const world = await fileWorld()
const ana = await insertPatient(world)

type Said = { stars: 1 | 2 | 3 | 4 | 5; comment?: string | null }
const rate = (id: string, said: Said, { token } = ana) => world.tell(rateConsultation, { id, ...said }, { token })
const shown = async (id: string) =>
  (await world.tell(getConsultation, { patientId: ana.patientId, id }, { token: ana.token })).body.rating
const over = () => insertConsultation(world, { patientId: ana.patientId, status: 'CLOSED' })

test('a patient says how it was, and may think again', async () => {
  const id = await over()
  expect(await shown(id)).toBeNull()
  expect((await rate(id, { stars: 2, comment: 'La imagen se cortaba.' })).status).toBe(200)
  expect(await shown(id)).toEqual({ stars: 2, comment: 'La imagen se cortaba.' })
  await rate(id, { stars: 5 })
  expect(await shown(id)).toEqual({ stars: 5, comment: null })
})

test('twenty taps at once are one rating', async () => {
  const id = await over()
  const answers = await Promise.all(Array.from({ length: 20 }, () => rate(id, { stars: 4 })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await world.db`select 1 from consultation_rating where consultation_id = ${id}`).toHaveLength(1)
})

test('somebody else’s consultation is not found', async () => {
  const { status, body } = await rate(await over(), { stars: 1 }, await insertPatient(world))
  expect([status, body.code]).toEqual([404, 'CONSULTATION_NOT_FOUND'])
})

test('what did not take place cannot be rated', async () => {
  const id = await insertConsultation(world, { patientId: ana.patientId, status: 'CANCELLED' })
  const { status, body } = await rate(id, { stars: 1 })
  expect([status, body.code]).toEqual([409, 'NOT_OVER'])
})

test.each([
  ['no stars', { stars: 0 }, 'stars'],
  ['six stars', { stars: 6 }, 'stars'],
  ['half a star', { stars: 4.5 }, 'stars'],
  ['a comment of 1,001 characters', { stars: 5, comment: 'a'.repeat(1_001) }, 'comment'],
])('%s is refused by name', async (_, said, field) => {
  const { status, body } = await rate(await over(), said as Said)
  expect(status).toBe(400)
  expect(Object.keys(body.fields ?? {})).toContain(field)
})

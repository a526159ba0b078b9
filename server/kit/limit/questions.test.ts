import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { endSessions } from '../../access/session/session-store.ts'
import { newPatient, newSession } from '../../access/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'

const context = await createTestContext()
const patient = await newPatient(context)
const patientId = patient.patientId
const token = (await newSession(context, patient.accountId)).token

const ask = (query: string, { locale = 'es', id = patientId } = {}) =>
  context.app.inject({
    url: `/v1/patients/${id}/consultations${query}`,
    headers: { authorization: `Bearer ${token}`, 'x-locale': locale },
  })
/** How many bytes more are remembered after these. */
async function costOf(asked: () => Promise<unknown>): Promise<number> {
  const before = context.services.cache.bytes
  await asked()
  return context.services.cache.bytes - before
}

describe('one question is remembered once', () => {
  beforeAll(async () => {
    expect((await ask('?page=1&status=QUEUED')).statusCode).toBe(200)
  })
  async function costsNothing(asked: () => ReturnType<typeof ask>): Promise<void> {
    expect(await costOf(async () => expect((await asked()).statusCode).toBe(200))).toBe(0)
  }

  test('whatever language it claims to be in', () =>
    fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[a-zA-Z-]{0,40}$/), (rest) =>
        costsNothing(() => ask('?page=1&status=QUEUED', { locale: `es-${rest}${'x'.repeat(10_000)}` })),
      ),
      { numRuns: 30 },
    ))

  test.each([
    ['with what nobody declared', `?page=1&status=QUEUED&nobody=${'x'.repeat(5_000)}`],
    ['in another order', '?status=QUEUED&page=1'],
    ['in other letters', '?p%61ge=%31&status=%51UEUED'],
  ])('%s', (_, query) => costsNothing(() => ask(query)))

  test('with its path in other letters', () =>
    costsNothing(() =>
      ask('?page=1&status=QUEUED', { id: `%${patientId.charCodeAt(0).toString(16)}${patientId.slice(1)}` }),
    ))
})

test('a list has an end: of each length the database would keep a statement', async () => {
  expect((await ask(`?${'status=QUEUED&'.repeat(20)}`)).statusCode).toBe(200)
  expect((await ask(`?${'status=QUEUED&'.repeat(21)}`)).statusCode).toBe(400)
})

test('two questions are two answers', async () => {
  expect(await costOf(() => ask('?page=2&status=QUEUED'))).toBeGreaterThan(0)
  expect(await costOf(() => ask('?page=2&status=QUEUED', { locale: 'pt-BR' }))).toBeGreaterThan(0)
  expect((await ask('?page=2&status=QUEUED')).json().page).toBe(2)
  expect((await ask('?page=1&status=QUEUED')).json().page).toBe(1)
})

test('what a session asked is forgotten when it ends, in every process that hears of it', async () => {
  const { accountId, patientId: other } = await newPatient(context)
  const session = await newSession(context, accountId)
  const before = context.services.cache.bytes
  await context.sendCall(listConsultations, { patientId: other }, { token: session.token })
  expect(context.services.cache.bytes).toBeGreaterThan(before)
  await endSessions(context.db, [session.id], 'staff')
  await expect.poll(() => context.services.cache.bytes).toBeLessThanOrEqual(before)
})

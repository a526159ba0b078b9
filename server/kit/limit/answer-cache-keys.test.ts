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

const fetchList = (query: string, { locale = 'es', id = patientId } = {}) =>
  context.app.inject({
    url: `/v1/patients/${id}/consultations${query}`,
    headers: { authorization: `Bearer ${token}`, 'x-locale': locale },
  })
/** The growth of the answer cache in bytes. */
async function costOf(sendRequest: () => Promise<unknown>): Promise<number> {
  const before = context.services.cache.bytes
  await sendRequest()
  return context.services.cache.bytes - before
}

describe('one query is cached once', () => {
  beforeAll(async () => {
    expect((await fetchList('?page=1&status=QUEUED')).statusCode).toBe(200)
  })
  async function costsNothing(sendRequest: () => ReturnType<typeof fetchList>): Promise<void> {
    expect(await costOf(async () => expect((await sendRequest()).statusCode).toBe(200))).toBe(0)
  }

  test('one entry serves every x-locale header', () =>
    fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[a-zA-Z-]{0,40}$/), (suffix) =>
        costsNothing(() => fetchList('?page=1&status=QUEUED', { locale: `es-${suffix}${'x'.repeat(10_000)}` })),
      ),
      { numRuns: 30 },
    ))

  test.each([
    ['one entry serves undeclared parameters', `?page=1&status=QUEUED&nobody=${'x'.repeat(5_000)}`],
    ['one entry serves another order of parameters', '?status=QUEUED&page=1'],
    ['one entry serves encoded parameters', '?p%61ge=%31&status=%51UEUED'],
  ])('%s', (_, query) => costsNothing(() => fetchList(query)))

  test('one entry serves an encoded path', () =>
    costsNothing(() =>
      fetchList('?page=1&status=QUEUED', { id: `%${patientId.charCodeAt(0).toString(16)}${patientId.slice(1)}` }),
    ))
})

test('the length of a list is bounded, since the database prepares a statement for each length', async () => {
  expect((await fetchList(`?${'status=QUEUED&'.repeat(20)}`)).statusCode).toBe(200)
  expect((await fetchList(`?${'status=QUEUED&'.repeat(21)}`)).statusCode).toBe(400)
})

test('two queries are two entries', async () => {
  expect(await costOf(() => fetchList('?page=2&status=QUEUED'))).toBeGreaterThan(0)
  expect(await costOf(() => fetchList('?page=2&status=QUEUED', { locale: 'pt-BR' }))).toBeGreaterThan(0)
  expect((await fetchList('?page=2&status=QUEUED')).json().page).toBe(2)
  expect((await fetchList('?page=1&status=QUEUED')).json().page).toBe(1)
})

test('cached answers of a session are dropped when it ends, in every process', async () => {
  const { accountId, patientId: other } = await newPatient(context)
  const session = await newSession(context, accountId)
  const before = context.services.cache.bytes
  await context.sendCall(listConsultations, { patientId: other }, { token: session.token })
  expect(context.services.cache.bytes).toBeGreaterThan(before)
  await endSessions(context.db, [session.id], 'staff')
  await expect.poll(() => context.services.cache.bytes).toBeLessThanOrEqual(before)
})

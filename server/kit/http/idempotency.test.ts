import { randomUUID } from 'node:crypto'
import { createTemplate } from '@cuida/core/care/sharing/template-api.ts'
import { expect, test } from 'vitest'
import { insertClinician } from '../../care/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { servedCalls } from './serve.ts'

const context = await createTestContext()
const { db } = context
const clinician = await insertClinician(context)

const template = (text = 'Rest and drink') => ({ title: 'Rest', text, isShared: false })
const create = (key: string, input = template(), { token } = clinician) =>
  context.sendCall(createTemplate, input, { token, headers: { 'idempotency-key': key } })
const countTemplates = async () => {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from note_template where staff_id = ${clinician.staffId}`
  return row?.count
}

test('every POST says what its repetition does', () => {
  const undecided = servedCalls.filter(({ method, repeat }) => method === 'POST' && !repeat)
  expect(undecided.map(({ path }) => path)).toEqual([])
})

test('twenty requests with one key at the same time do the work once, and all have its answer', async () => {
  const before = (await countTemplates()) ?? 0
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(key)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`))).toEqual(
    new Set([`${answers[0]?.status} ${answers[0]?.body.id}`]),
  )
  expect(await countTemplates()).toBe(before + 1)
  expect((await create(key)).body).toEqual(answers[0]?.body)
})

test('the key of another member of staff is another key, and another body under a key is refused', async () => {
  const key = randomUUID()
  const { body } = await create(key)
  expect((await create(key, template(), await insertClinician(context))).body.id).not.toBe(body.id)
  expect(await create(key, template('Another text'))).toMatchObject({
    status: 422,
    body: { code: 'IDEMPOTENCY_MISMATCH' },
  })
})

test('the stored answer is encrypted', async () => {
  const key = randomUUID()
  const { body } = await create(key)
  const [row] = await db<{ text: string }[]>`select reply_text as text from idempotency where key = ${key}`
  expect(row?.text).toMatch(/^sealed:/)
  expect(row?.text).not.toContain(body.id)
})

test('a request that still runs is not done twice, and after its process died the next one takes over', async () => {
  const key = randomUUID()
  await create(key)
  await db`
    update idempotency set reply_text = null, running_until = clock_timestamp() + interval '1 hour' where key = ${key}`
  const before = await countTemplates()
  expect(await create(key)).toMatchObject({ status: 409, body: { code: 'STILL_RUNNING' } })
  expect(await countTemplates()).toBe(before)
  await db`update idempotency set running_until = clock_timestamp() where key = ${key}`
  expect((await create(key)).status).toBeLessThan(300)
})

test('after a refusal the work runs again under the same key', async () => {
  const key = randomUUID()
  const shared = { ...template(), isShared: true }
  const refused = await create(key, shared)
  expect((await create(key, shared)).status).toBe(refused.status)
  const [row] = await db`select running_until from idempotency where key = ${key}`
  expect(row?.running_until ?? null).toBeNull()
})

import { randomUUID } from 'node:crypto'
import { heartbeat } from '@cuida/core/access/session/session-api.ts'
import type { Config } from '@cuida/core/brand/config.ts'
import { listOpenQuestions } from '@cuida/core/support/questions/desk-question-api.ts'
import { askQuestion, listQuestions } from '@cuida/core/support/questions/question-api.ts'
import { afterEach, expect, test } from 'vitest'
import { productFor } from '../booking/test-people.ts'
import { bookConsultation, cancelTestBooking, setStartIn } from '../care/test-booked.ts'
import { insertClinician, insertPatient } from '../care/test-people.ts'
import { createPublicAddress } from '../checkout/order/test-orders.ts'
import { createTestContext } from '../testing/test-contexts.ts'

// Settings whose other tests use one value: here another value changes the behaviour.

const context = await createTestContext({ env: await createPublicAddress() })
const usual = { ...context.services.config }
afterEach(() => void Object.assign(context.services.config, usual))

const choose = (change: Partial<Config>) => void Object.assign(context.services.config, change)

test('minCancellationTimeInAdvanceMinutes sets how long before its start an appointment may be cancelled [B4.14]', async () => {
  const at = await bookConsultation(context, await productFor(context, 'scheduled'))
  await setStartIn(context, at, 90 * 60)
  expect(await cancelTestBooking(context, at)).toMatchObject({ status: 409, body: { code: 'TOO_LATE_TO_CANCEL' } })
  choose({ minCancellationTimeInAdvanceMinutes: 60 })
  expect((await cancelTestBooking(context, at)).status).toBe(200)
})

test('patientSessionLengthInMins sets how long a session may be idle [A4.13]', async () => {
  const { token, sessionId } = await insertPatient(context)
  const sendHeartbeat = async () => {
    await context.db`
      update session set last_seen_at = clock_timestamp() - interval '6 minutes' where id = ${sessionId}`
    return (await context.sendCall(heartbeat, {}, { token })).status
  }
  expect(await sendHeartbeat()).toBe(204)
  choose({ patientSessionLengthInMins: 5 })
  expect(await sendHeartbeat()).toBe(410)
})

const question = () => ({ key: randomUUID(), topic: 'nutrition' as const, text: '¿Puedo cenar antes de entrenar?' })

test('questionAnswerHours sets the working hours within which a question is answered [B3.11]', async () => {
  const fetchSettings = async () => {
    const { token } = await insertPatient(context)
    const { dueAt } = (await context.sendCall(askQuestion, question(), { token })).body
    const { answerHours } = (await context.sendCall(listQuestions, {}, { token })).body
    return { answerHours, due: Date.parse(String(dueAt)) }
  }
  const before = await fetchSettings()
  choose({ questionAnswerHours: 240 })
  const after = await fetchSettings()
  expect([before.answerHours, after.answerHours]).toEqual([48, 240])
  expect(after.due - before.due).toBeGreaterThanOrEqual(192 * 3_600_000)
})

test("questionProducts sets whose clinicians answer a topic's questions [B3.11]", async () => {
  const nutrition = await insertClinician(context, { products: ['301'] })
  const hormones = await insertClinician(context, { products: ['201'] })
  const { token } = await insertPatient(context)
  const { id } = (await context.sendCall(askQuestion, question(), { token })).body
  const readers = async () => {
    const lists = [nutrition, hormones].map((staff) => context.sendCall(listOpenQuestions, {}, { token: staff.token }))
    return (await Promise.all(lists)).map(({ body }) => body.items.some((item) => item.id === id))
  }
  expect(await readers()).toEqual([true, false])
  choose({ questionProducts: { nutrition: ['201'] } })
  expect(await readers()).toEqual([false, true])
})

import { saveSummary } from '@cuida/core/care/booked/booked-api.ts'
import { getConsultation } from '@cuida/core/care/call/api.ts'
import { getQueue, takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { SUMMARY_MAX } from '@cuida/core/kit/assumptions.ts'
import { expect, test } from 'vitest'
import { newDependant, newPatient } from '../../booking/test-people.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { bookConsultation, insertStaffFor, setStartIn } from '../test-booked.ts'
import { insertConsultation } from '../test-people.ts'

const { context, product } = await createCheckoutContext()
const summary = 'I have slept badly since May.'
const write = (id: string, { token }: { token: string }, text = summary) =>
  context.sendCall(saveSummary, { id, summary: text }, { token })

test('the summary can be written and changed until the clinician takes the consultation, and the desk shows it', async () => {
  const at = await bookConsultation(context, product)
  const { consultationId: id, patient } = at
  const clinician = await insertStaffFor(context, at.clinicianId)
  await setStartIn(context, at, 60)
  await context.db`update consultation set summary = null where id = ${id}`
  expect((await write(id, patient, 'My back hurts at night.')).status).toBe(204)
  expect((await write(id, patient, `  ${summary} `)).status).toBe(204)
  const { body: queue } = await context.sendCall(getQueue, {}, { token: clinician.token })
  expect(queue.items).toMatchObject([{ id, reason: summary }])
  await context.sendCall(takeConsultation, { id }, { token: clinician.token })
  expect(statusAndCodeOf(await write(id, patient, 'My back hurts at night.'))).toEqual([409, 'TOO_LATE_TO_CHANGE'])
  const { body } = await context.sendCall(getConsultation, { id, patientId: patient.patientId }, patient)
  expect(body.summary).toBe(summary)
})

test("the holder writes a dependant's summary, a stranger finds no consultation", async () => {
  const holder = await newPatient(context)
  const patientId = await newDependant(context, holder, '2018-02-03')
  const id = await insertConsultation(context, { patientId })
  expect((await write(id, holder)).status).toBe(204)
  expect(statusAndCodeOf(await write(id, await newPatient(context)))).toEqual([404, 'CONSULTATION_NOT_FOUND'])
})

test.each([
  ['too short', 'Badly'],
  ['too long', 'a'.repeat(SUMMARY_MAX + 1)],
  ['a card number', 'My card is 4444 4444 4444 4422'],
])('a summary that is refused at booking is refused here: %s', async (_, text) => {
  const patient = await newPatient(context)
  const id = await insertConsultation(context, { patientId: patient.patientId })
  expect((await write(id, patient, text)).status).toBe(400)
  const [row] = await context.db`select summary from consultation where id = ${id}`
  expect(row?.summary).not.toBe(text)
})

import { getBoard } from '@cuida/core/care/board/board-api.ts'
import { getConsultation } from '@cuida/core/care/call/api.ts'
import { getDeskConsultation, getQueue, takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { nextOpening } from '@cuida/core/catalogue/hours.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSecondProcess, newCart, newClinician, newPatient, productFor } from '../../booking/test-people.ts'
import {
  createPublicAddress,
  orderWithCard,
  readConsultation,
  runCheckoutJobs,
} from '../../checkout/order/test-orders.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import {
  insertClinician,
  insertConsultation,
  insertPatient,
  type TestClinician,
  type TestPatient,
} from '../test-people.ts'

const context = await createTestContext({ env: await createPublicAddress() })
const other = closeAfterTests(await createSecondProcess(context))
beforeEach(() => context.db`update consultation set status = 'CLOSED', here_at = null where status = 'QUEUED'`)

const CHEST = { questionId: 'signs', answer: ['cough', 'chest'], urgent: ['chest'] }

interface Waiting {
  id: string
  patient: TestPatient
}
async function waits(
  symptoms: unknown[] = [],
  more: Partial<Parameters<typeof insertConsultation>[1]> = {},
): Promise<Waiting> {
  const patient = await insertPatient(context)
  return { patient, id: await insertConsultation(context, { patientId: patient.patientId, symptoms, ...more }) }
}
const queue = async ({ token }: TestClinician, at: TestContext = context) => {
  await notifyChanged(context.db, ['queue'])
  return (await at.sendCall(getQueue, {}, { token })).body.items
}
const fetchConsultation = async ({ id, patient }: Waiting) => {
  await notifyChanged(context.db, ['queue', `consultation:${id}`])
  return (await context.sendCall(getConsultation, { patientId: patient.patientId, id }, { token: patient.token })).body
}
const take = (id: string, { token }: TestClinician) => context.sendCall(takeConsultation, { id }, { token })

describe('a possible emergency', () => {
  test('the patient is listed first, in the urgent column with their answer, in every process', async () => {
    const clinician = await insertClinician(context)
    const first = await waits()
    const second = await waits()
    const chest = await waits([CHEST])
    for (const at of [context, other])
      await expect
        .poll(async () => (await queue(clinician, at)).map(({ id, queueColumn, urgent }) => [id, queueColumn, urgent]))
        .toEqual([
          [chest.id, 'urgent', 'chest'],
          [first.id, 'waiting', null],
          [second.id, 'waiting', null],
        ])
  })

  test('the patient comes before those who reported back and before late appointments', async () => {
    const clinician = await insertClinician(context)
    const { clinicianId } = await insertClinician(context)
    const late = await waits([], { booked: { clinicianId, inMinutes: -20 } })
    await context.db`update consultation set late_for = starts_at where id = ${late.id}`
    const present = await waits()
    await context.db`update consultation set here_at = now() where id = ${present.id}`
    const chest = await waits([CHEST])
    await expect.poll(async () => (await queue(clinician)).map(({ id }) => id)).toEqual([chest.id, late.id, present.id])
  })

  test('the patient’s own position is first too, and their screen shows the emergency number', async () => {
    await insertClinician(context)
    const first = await waits()
    await expect.poll(async () => (await fetchConsultation(first)).position).toBe(1)
    const chest = await waits([CHEST])
    await expect
      .poll(async () => [(await fetchConsultation(chest)).position, (await fetchConsultation(first)).position])
      .toEqual([1, 2])
    expect([(await fetchConsultation(chest)).isUrgent, (await fetchConsultation(first)).isUrgent]).toEqual([
      true,
      false,
    ])
    // The server's urgency mark is only for the desk.
    expect((await fetchConsultation(chest)).symptoms).toEqual([{ questionId: 'signs', answer: ['cough', 'chest'] }])
  })

  test('once taken, the patient leaves the other desks’ urgent column and stays marked for the holder', async () => {
    const one = await insertClinician(context)
    const two = await insertClinician(context)
    const chest = await waits([CHEST])
    expect((await Promise.all([take(chest.id, one), take(chest.id, two)])).map(({ status }) => status).sort()).toEqual([
      204, 409,
    ])
    const [row] = await context.db`select held_by from consultation where id = ${chest.id}`
    const [winner, loser] = row?.held_by === one.staffId ? [one, two] : [two, one]
    expect((await queue(winner)).map(({ id, queueColumn, urgent }) => [id, queueColumn, urgent])).toContainEqual([
      chest.id,
      'mine',
      'chest',
    ])
    expect((await queue(loser)).map(({ id }) => id)).not.toContain(chest.id)
    const { body } = await context.sendCall(getDeskConsultation, { id: chest.id }, { token: winner.token })
    expect(body.urgent).toBe('chest')
  })

  test('an appointment is marked in the agenda and becomes urgent when it is due', async () => {
    const clinician = await insertClinician(context)
    const { clinicianId } = clinician
    const later = await waits([CHEST], { booked: { clinicianId, inMinutes: 300 } })
    const now = await waits([CHEST], { booked: { clinicianId, inMinutes: 5 } })
    const queueColumns = new Map(
      (await queue(clinician)).map(({ id, queueColumn, urgent }) => [id, `${queueColumn} ${urgent}`]),
    )
    expect([queueColumns.get(now.id), queueColumns.get(later.id)]).toEqual(['urgent chest', 'agenda chest'])
  })

  test('a manager without patients sees it, a clinician of other products does not', async () => {
    const manager = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
    const stranger = await insertClinician(context, { products: ['product-2'] })
    const chest = await waits([CHEST])
    expect((await queue(manager))[0]).toMatchObject({ id: chest.id, queueColumn: 'urgent' })
    expect(await queue(stranger)).toEqual([])
  })

  test('the board shows a count and a time, without name or reason', async () => {
    const boss = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
    const board = async () => {
      await notifyChanged(context.db, ['queue'])
      return (await context.sendCall(getBoard, {}, { token: boss.token })).body
    }
    await expect.poll(async () => (await board()).urgent).toBeNull()
    await waits()
    const chest = await waits([CHEST])
    await waits([CHEST])
    const [row] = await context.db`select queued_at from consultation where id = ${chest.id}`
    await expect.poll(async () => (await board()).urgent).toEqual({ count: 2, since: row?.queued_at.toISOString() })
    expect(JSON.stringify(await board())).not.toMatch(/chest|Ana/)
  })

  test('the mark is removed with the answers', async () => {
    const { id } = await waits([CHEST])
    await context.db`update consultation set symptoms = '[]' where id = ${id}`
    expect([...(await context.db`select is_urgent from consultation where id = ${id}`)]).toEqual([{ is_urgent: false }])
  })
})

describe('the urgency mark is set by the server', () => {
  test('the mark comes from the product’s question when the order is placed; a mark sent by the browser is ignored', async () => {
    const product = await productFor(context, 'onDemand')
    await newClinician(context, product)
    const opens = nextOpening(product.workingHours, context.services.config, new Date())
    context.services.now = () => opens ?? new Date()
    const question = product.symptomCollector.find(({ urgent }) => urgent)
    const [answer] = question?.urgent?.answers ?? []
    const ordered = async (givenAnswer: unknown) => {
      const patient = await newPatient(context)
      const at = { patient, product, sessionKey: await newCart(context, patient, product, { ageConfirmed: true }) }
      const symptoms = [{ questionId: question?.key ?? '', answer: givenAnswer, urgent: ['forged'] }]
      const { body } = await orderWithCard(context, at, 'good', { symptoms })
      await runCheckoutJobs(context)
      const found = await readConsultation(context, body.workflowId)
      return [found?.is_urgent, found?.symptoms.find((one: { questionId: string }) => one.questionId === question?.key)]
    }
    const none = question && 'options' in question ? [question.options.at(-1)?.value] : false
    const answerValue = question && 'options' in question ? [answer] : answer
    expect(await ordered(none)).toEqual([false, { questionId: question?.key, answer: none }])
    expect(await ordered(answerValue)).toEqual([
      true,
      { questionId: question?.key, answer: answerValue, urgent: [answer] },
    ])
    context.services.now = () => new Date()
  })
})

describe('a queue is shared by products with the same clinicians', () => {
  test('patients of other clinicians are not ahead, patients of the same clinicians are', async () => {
    await insertClinician(context, { products: ['sleep', 'skin'] })
    await insertClinician(context, { products: ['teeth'] })
    const teeth = await waits([], { productId: 'teeth' })
    const skin = await waits([], { productId: 'skin' })
    const sleep = await waits([], { productId: 'sleep' })
    const nobodys = await waits([], { productId: 'nobody-offers-it' })
    await expect
      .poll(async () => {
        const positions = []
        for (const each of [teeth, skin, sleep, nobodys]) positions.push((await fetchConsultation(each)).position)
        return positions
      })
      .toEqual([1, 1, 2, 1])
  })

  test('the positions in a queue have no gaps, whatever the order of arrival [C10.5]', async () => {
    const clinician = await insertClinician(context)
    const line: Waiting[] = []
    for (let at = 0; at < 40; at++) line.push(await waits(at % 13 === 7 ? [CHEST] : []))
    await context.db`update consultation set here_at = now() where id in ${context.db([line[30]?.id ?? '', line[7]?.id ?? ''])}`
    const order = (await queue(clinician)).map(({ id }) => id)
    expect(order.length).toBe(40)
    const positions = new Map<string, number | null>()
    for (const each of line) positions.set(each.id, (await fetchConsultation(each)).position)
    expect(order.map((id) => positions.get(id))).toEqual(order.map((_, at) => at + 1))
  })
})

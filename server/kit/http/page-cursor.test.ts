import { randomUUID } from 'node:crypto'
import { getRecord } from '@cuida/core/care/record/desk-record-api.ts'
import { getMedicalHistory, listAccessLog } from '@cuida/core/care/record/record-api.ts'
import { listPayments } from '@cuida/core/checkout/payment/payment-api.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { listQuestions } from '@cuida/core/support/questions/question-api.ts'
import { describe, expect, test, vi } from 'vitest'
import { insertClinician, insertConsultation, insertPatient, type TestPatient } from '../../care/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertSubscription } from '../../testing/test-money.ts'
import { audit } from '../audit.ts'
import { notifyChanged } from '../db/changes.ts'

// A long history can be paged completely, once and in order, while new items arrive.
const MANY = 250

const context = await createTestContext()

/** Three items in one microsecond, hundreds in one millisecond: the timestamp alone does not order them. */
const moment = (at: string) =>
  context.db`'2026-03-01 09:00:00.123456+00'::timestamptz - ${context.db.unsafe(at)} / 3 * interval '1 microsecond'`

interface Row {
  id: string
}
interface Grown {
  ana: TestPatient
  ask: (before?: string) => Promise<{ status: number; items: Row[] }>
  grow: () => Promise<unknown>
  known: string[]
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

const LISTS = {
  async consultations() {
    const ana = await insertPatient(context)
    const { patientId } = ana
    await context.db`
      insert into consultation (patient_id, product_id, product_slug, product_name, type, status, contact_method,
        queued_at, symptoms, summary, created_at)
      select ${patientId}, 'product-1', 'product-1', 'Nutrition', 'on-demand', 'CLOSED', 'video', ${moment('n')}, '[]',
        'I would like to sleep better', ${moment('n')} from generate_series(1, ${MANY}) n`
    const known = idsOf(
      await context.db<Row[]>`select id from consultation where patient_id = ${patientId} order by created_at desc, id`,
    )
    const ask = async (before?: string) => {
      const input = { patientId, pageSize: '100', ...(before ? { before } : {}) }
      const { status, body } = await context.sendCall(listConsultations, input, { token: ana.token })
      return { status, items: body.items }
    }
    return { ana, ask, known, grow: () => insertConsultation(context, { patientId, status: 'CLOSED' }) }
  },
  async payments() {
    const ana = await insertPatient(context)
    const { subscription } = await insertSubscription(
      context,
      ana.accountId,
      ana.patientId,
      await insertClinician(context),
    )
    await context.db`
      insert into subscription_payment (subscription_id, provider, provider_payment_id, status, amount, currency, version, paid_at)
      select ${subscription}, 'monei', gen_random_uuid()::text, 'SUCCEEDED', 1900, 'EUR', 1, ${moment('n')}
      from generate_series(1, ${MANY}) n`
    const known = idsOf(
      await context.db<Row[]>`
        select id from subscription_payment where subscription_id = ${subscription} order by paid_at desc, id`,
    )
    const ask = async (before?: string) => {
      const input = { id: ana.patientId, pageSize: '100', ...(before ? { before } : {}) }
      const { status, body } = await context.sendCall(listPayments, input, { token: ana.token })
      return { status, items: body.items }
    }
    const grow = () => context.db`
      insert into subscription_payment (subscription_id, provider, provider_payment_id, status, amount, currency, version, paid_at)
      values (${subscription}, 'monei', ${randomUUID()}, 'SUCCEEDED', 1900, 'EUR', 1, clock_timestamp())`
    return { ana, ask, known, grow }
  },
  async questions() {
    const ana = await insertPatient(context)
    const insert = (at: ReturnType<typeof moment>, many: number) => context.db`
      insert into question (patient_id, key, topic, text, asked_at, due_at)
      select ${ana.patientId}, gen_random_uuid(), 'nutrition', 'Can I have dinner at noon?', ${at}, now() + interval '2 days'
      from generate_series(1, ${many}) n`
    await insert(moment('n'), MANY)
    const known = idsOf(
      await context.db<Row[]>`select id from question where patient_id = ${ana.patientId} order by asked_at desc, id`,
    )
    const ask = async (before?: string) => {
      const { status, body } = await context.sendCall(listQuestions, before ? { before } : {}, { token: ana.token })
      return { status, items: body.items }
    }
    return { ana, ask, known, grow: async () => insert(context.db`clock_timestamp()`, 1) }
  },
} satisfies Record<string, () => Promise<Grown>>

describe.each(Object.entries(LISTS))('%s', (_, make) => {
  test('all items are reached in order and once, while new ones arrive', async () => {
    const { ana, ask, grow, known } = await make()
    const ids: string[] = []
    for (let page = 0; page < 4; page++) {
      const { status, items } = await ask(ids.at(-1))
      expect(status).toBe(200)
      ids.push(...idsOf(items))
      await grow()
    }
    expect(ids).toEqual(known)
    // Items that arrived meanwhile are at the head of a new first page.
    await notifyChanged(context.db, [`account:${ana.accountId}`])
    await vi.waitFor(async () => expect(idsOf((await ask()).items).slice(4)).toEqual(known.slice(0, 96)), 10_000)
  })

  test('a page after another account’s item or an unknown one is refused', async () => {
    const ownList = await make()
    const otherList = await make()
    for (const before of [otherList.known[7], randomUUID()]) expect((await ownList.ask(before)).status).toBe(404)
  })
})

test('consultations in another order are paged by number', async () => {
  const { patientId, token } = await insertPatient(context)
  const before = await insertConsultation(context, { patientId })
  const input = { patientId, before, sortBy: 'startTime:asc' as const }
  expect(await context.sendCall(listConsultations, input, { token })).toMatchObject({
    status: 400,
    body: { fields: { before: 'NOT_ALLOWED' } },
  })
})

test('access log entries of a record are all reached, in order and once, while new ones arrive', async () => {
  const { patientId, token } = await insertPatient(context)
  const { staffId } = await insertClinician(context)
  const openList = () =>
    context.db.begin((tx) =>
      audit(tx, context.services.secrets, {
        staffId,
        act: 'read-record',
        subject: { kind: 'record', id: patientId },
        detail: { because: 'attending' },
      }),
    )
  for (let n = 0; n < 45; n++) await openList()
  const fetchPage = async (page: number, until?: string) =>
    (
      await context.sendCall(
        listAccessLog,
        { id: patientId, page: String(page), pageSize: '20', ...(until ? { until } : {}) },
        { token },
      )
    ).body
  const first = await fetchPage(1)
  const allItems = [...first.items]
  // In a later millisecond than the first page, so that the access log entry of this read appears on the next visit.
  await new Promise((resolve) => setTimeout(resolve, 5))
  for (let page = 2; page <= 3; page++) {
    await openList()
    allItems.push(...(await fetchPage(page, first.items[0]?.at)).items)
  }
  const known = await context.db`
    select at from audit where subject_id = ${patientId} order by seq desc offset 2`
  expect(allItems.map(({ at }) => at)).toEqual(known.map(({ at }) => at.toISOString()))
})

test('a clinician sees all consultations, and a patient every answer to their questions', async () => {
  const { ana, known } = await LISTS.consultations()
  const { patientId, token } = ana
  const clinician = await insertClinician(context)
  const held = await insertConsultation(context, { patientId, status: 'ACTIVE', heldBy: clinician.staffId })
  await context.db`
    insert into edit_request (patient_id, section, text, state, answered_by, answered_at, answer)
    select ${patientId}, 'allergy', 'It was in 2019, number ' || n, 'declined', ${clinician.staffId}, now(), 'It stays as it is'
    from generate_series(1, ${MANY}) n`
  const { body } = await context.sendCall(getRecord, { patientId }, { token: clinician.token })
  expect(body.consultations.map(({ id }) => id).sort()).toEqual([...known, held].sort())
  const history = await context.sendCall(getMedicalHistory, { id: patientId }, { token })
  expect(history.body.requests).toHaveLength(MANY)
})

import { randomUUID } from 'node:crypto'
import { getRecord } from '@cuida/core/care/record/desk-record-api.ts'
import { getMedicalHistory } from '@cuida/core/care/record/record-api.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import type { Call } from '@cuida/core/kit/call.ts'
import { expect, test } from 'vitest'
import { insertClinician, insertConsultation, insertPatient } from '../../care/test-people.ts'
import { createActors } from '../../testing/test-actors.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { audit } from '../audit.ts'
import { jsonSchemaOf } from '../http/schema.ts'
import { servedCalls } from '../http/serve.ts'

const context = await createTestContext()
const { db } = context
const { tokens, staff, holder } = await createActors(context)

const isPaged = ({ list }: Call) => list === 'paged'

test('every read whose answer is a list says whether it has pages or what bounds it', () => {
  const undecided = servedCalls.filter(({ method, reply, list, contentType }) => {
    if (method !== 'GET' || !reply || list || contentType) return false
    const schema = jsonSchemaOf(reply) as { type?: string; properties?: { items?: { type?: string } } }
    return schema.type === 'array' || schema.properties?.items?.type === 'array'
  })
  expect(undecided.map(({ path }) => path)).toEqual([])
})

/** Moments of the new rows, before now: several in one microsecond, so that the moment alone does not order them. */
const at = db`'2026-03-01 09:00:00.123456+00'::timestamptz + n / 3 * interval '1 microsecond'`

interface PagedList {
  input?: object
  token?: string | undefined
  /** Adds this many rows to what the list shows; `round` differs each time. */
  grow: (many: number, round: number) => Promise<unknown>
}

const own = { id: holder.patient, patientId: holder.patient }

/** How each paged list grows. A call that is missing here fails the test. */
const LISTS: Record<string, PagedList> = {
  '/patients/:patientId/consultations': {
    input: own,
    token: tokens.holder,
    grow: (many) => db`
      insert into consultation (patient_id, product_id, product_slug, product_name, type, status, contact_method,
        queued_at, symptoms, summary, created_at)
      select ${holder.patient}, 'product-1', 'product-1', 'Nutrition', 'on-demand', 'CLOSED', 'video', ${at}, '[]',
        'I would like to sleep better', ${at} from generate_series(1, ${many}) n`,
  },
  '/patients/:id/payments': {
    input: own,
    token: tokens.holder,
    grow: (many) => db`
      insert into subscription_payment (subscription_id, provider, provider_payment_id, status, amount, currency, version,
        paid_at)
      select ${holder.subscription}, 'monei', gen_random_uuid()::text, 'SUCCEEDED', 1900, 'EUR', 1, ${at}
      from generate_series(1, ${many}) n`,
  },
  '/questions': {
    token: tokens.holder,
    grow: (many) => db`
      insert into question (patient_id, key, topic, text, asked_at, due_at)
      select ${holder.patient}, gen_random_uuid(), 'nutrition', 'Can I have dinner at noon?', ${at}, now() + interval '2 days'
      from generate_series(1, ${many}) n`,
  },
  '/patients/:patientId/prescriptions': {
    input: own,
    token: tokens.holder,
    grow: (many) => db`
      insert into prescription (consultation_id, patient_id, author_id, clinician_id, key, provider, provider_id, items,
        signed_at, valid_until, state)
      select consultation_id, patient_id, author_id, clinician_id, gen_random_uuid(), provider, gen_random_uuid()::text,
        items, ${at}, current_date + 9, 'issued'
      from prescription p, generate_series(1, ${many}) n where p.id = ${holder.prescription}`,
  },
  '/patients/:id/medical-history/access-log': {
    input: own,
    token: tokens.holder,
    grow: async (many) => {
      const entry = {
        staffId: staff.inCare,
        act: 'read-record',
        subject: { kind: 'record', id: holder.patient },
      } as const
      for (let n = 0; n < many; n++)
        await db.begin((tx) => audit(tx, context.services.secrets, { ...entry, detail: { because: 'attending' } }))
    },
  },
  '/desk/error-reports': {
    grow: (many, round) => db`
      insert into error_report (fingerprint, program, name, release, handled, frames, last_at, done_at, done_by)
      select md5(${round} || ' ' || n), 'api', 'Error', '0.1.0', true, '[]', ${at},
        case when n % 2 = 0 then now() end, case when n % 2 = 0 then ${staff.manager}::uuid end
      from generate_series(1, ${many}) n`,
  },
  '/desk/undelivered-notifications': {
    grow: (many) => db`
      insert into undelivered_notification (notification_id, account_id, kind, channels, found_at)
      select gen_random_uuid(), ${holder.account}, 'cancelled', '{sms}', ${at} from generate_series(1, ${many}) n`,
  },
  '/desk/tasks': {
    grow: (many) => db`
      insert into reconciliation_task (kind, provider, provider_payment_id, ours, theirs, found_at)
      select 'UNKNOWN_PAYMENT', 'monei', gen_random_uuid()::text, 0, 100, ${at} from generate_series(1, ${many}) n`,
  },
  '/desk/orders': {
    grow: (many) => db`
      insert into care_order (cart_id, account_id, patient_id, product_id, product_slug, product_name, status, amount,
        currency, price, payment_method, failure_reason, created_at)
      select cart_id, account_id, patient_id, product_id, product_slug, product_name, 'FAILED', amount, currency, price,
        payment_method, 'EXPIRED', ${at} from care_order o, generate_series(1, ${many}) n where o.id = ${holder.order}`,
  },
  '/desk/disputes': {
    grow: (many) => db`
      with paid as (
        insert into subscription_payment (subscription_id, provider, provider_payment_id, status, amount, currency, version,
          paid_at)
        select ${holder.subscription}, 'monei', gen_random_uuid()::text, 'SUCCEEDED', 1900, 'EUR', 1, ${at}
        from generate_series(1, ${many}) n returning id
      )
      insert into dispute (subscription_payment_id, kind, state, amount, deadline, opened_at)
      select id, 'chargeback', 'open', 1900, case when n % 2 = 0 then ${at} end, ${at}
      from (select id, row_number() over () as n from paid) p`,
  },
  '/desk/promo-codes': {
    grow: (many, round) => db`
      insert into promo_code (code, percentage, campaign, created_at)
      select 'R' || ${round}::int || '-' || n, 10, 'Autumn', ${at} from generate_series(1, ${many}) n`,
  },
  '/desk/subscriptions': {
    grow: (many) => db`
      insert into subscription (account_id, patient_id, plan_id, plan_name, provider, amount, first_amount, trial_days,
        currency, status, created_at)
      select ${holder.account}, ${holder.patient}, '1', 'Monthly plan', 'monei', 1900, 950, 14, 'EUR', 'CANCELED', ${at}
      from generate_series(1, ${many}) n`,
  },
  '/desk/companies': {
    grow: (many, round) => db`
      insert into company (slug, name, created_by, ended_at)
      select 'c' || ${round}::int || '-' || n, 'Company ' || n / 3 || case when n % 2 = 0 then '' else ' ' || n || ${round}::int end,
        ${staff.manager}, case when n % 2 = 0 then now() end
      from generate_series(1, ${many}) n`,
  },
  '/desk/webhooks/:id/deliveries': await webhookDeliveries(),
  '/desk/companies/:id/links': await linkSets(),
}

async function webhookDeliveries(): Promise<PagedList> {
  const [endpoint] = await db<{ id: string }[]>`
    insert into webhook_endpoint (url, description, events, requested_by)
    values ('https://program.example/cuida', 'Accounting', '{order.paid}', ${staff.manager}) returning id`
  const grow = (many: number) => db`
    insert into webhook_delivery (endpoint_id, type, data, at, state)
    select ${endpoint?.id ?? ''}, 'order.paid', '{}', ${at}, 'failed' from generate_series(1, ${many}) n`
  return { input: { id: endpoint?.id }, grow }
}

async function linkSets(): Promise<PagedList> {
  const [company] = await db<{ id: string }[]>`
    insert into company (slug, name, created_by) values ('links', 'Links', ${staff.manager}) returning id`
  const grow = (many: number) => db`
    with sets as (
      insert into company_link_set (company_id, made_at, made_by)
      select ${company?.id ?? ''}, ${at}, ${staff.manager} from generate_series(1, ${many}) n returning id, company_id
    )
    insert into company_link (company_id, set_id, token_hash, expires_at)
    select company_id, id, uuid_send(gen_random_uuid()), now() + interval '9 days' from sets`
  return { input: { id: company?.id }, grow }
}

interface Answer {
  items: object[]
  next: string | null
}

const identityOf = (item: object): string =>
  JSON.stringify('id' in item ? item.id : 'fingerprint' in item ? item.fingerprint : item)

test.each(servedCalls.filter(isPaged).map((call) => [call.path, call] as const))(
  '%s shows each row once while others are added',
  async (path, call) => {
    const list = LISTS[path]
    if (!list) throw new Error('say in this test how the list grows')
    const ask = async (query: object) => {
      const token = 'token' in list ? list.token : tokens.manager
      const { status, body } = await context.sendCall(call, { ...list.input, ...query } as never, { token })
      expect(status).toBe(200)
      return body as unknown as Answer
    }
    await list.grow(23, 0)
    // Polled lists are answered from memory until a change is announced.
    context.services.cache.clear()
    const known: string[] = []
    for (let page = 1; page <= 20; page++) {
      const { items, next } = await ask({ page: String(page), pageSize: '7' })
      known.push(...items.map(identityOf))
      if (next === null) break
    }
    expect(known.length).toBeGreaterThanOrEqual(23)
    const walked: string[] = []
    let answer = await ask({ pageSize: '3' })
    for (let round = 1; ; round++) {
      walked.push(...answer.items.map(identityOf))
      if (answer.next === null) break
      // New rows before, between and after those that were shown.
      if (round < 5) await list.grow(5, round)
      answer = await ask({ pageSize: '3', after: answer.next })
    }
    if (path.endsWith('access-log')) return expect(walked).toHaveLength(known.length)
    expect(new Set(walked).size).toBe(walked.length)
    expect(walked.filter((id) => known.includes(id))).toEqual(known)
  },
)

test.each(servedCalls.filter(isPaged).map((call) => [call.path, call] as const))(
  '%s refuses a position that is none of its own',
  async (path, call) => {
    const { input, token = tokens.manager } = LISTS[path] ?? {}
    const positions = ['AAAA', randomUUID(), ...[[], ['x'], ['1', 'x'], ['1', '2', '3', '4', '5']].map(encode)]
    for (const after of positions)
      expect((await context.sendCall(call, { ...input, after } as never, { token })).body).toMatchObject({
        code: 'INVALID',
        fields: { after: 'INVALID' },
      })
  },
)

const encode = (texts: readonly string[]) => Buffer.from(JSON.stringify(texts)).toString('base64url')

test('a position holds in every order of a list', async () => {
  const { patientId, token } = await insertPatient(context)
  for (const inMinutes of [60, null, 30, null, 90])
    await insertConsultation(context, {
      patientId,
      status: 'CANCELLED',
      ...(inMinutes === null ? {} : { booked: { clinicianId: holder.clinician, inMinutes } }),
    })
  for (const sortBy of ['startTime:asc', 'startTime:desc', 'createdAt:asc', 'createdAt:desc'] as const) {
    const ask = async (query: object) =>
      (await context.sendCall(listConsultations, { patientId, sortBy, ...query }, { token })).body
    const { items } = await ask({})
    const first = await ask({ pageSize: '2' })
    const others = await ask({ after: first.next ?? '' })
    expect([...first.items, ...others.items]).toEqual(items)
    expect([items.length, others.next]).toEqual([5, null])
  }
})

const MANY = 250

async function consultationsOfMany() {
  const ana = await insertPatient(context)
  const rows = await db<{ id: string }[]>`
    insert into consultation (patient_id, product_id, product_slug, product_name, type, status, contact_method,
      queued_at, symptoms, summary, created_at)
    select ${ana.patientId}, 'product-1', 'product-1', 'Nutrition', 'on-demand', 'CLOSED', 'video', ${at}, '[]',
      'I would like to sleep better', ${at} from generate_series(1, ${MANY}) n returning id`
  return { ana, known: rows.map(({ id }) => id) }
}

test('a clinician sees all consultations, and a patient every answer to their questions', async () => {
  const { ana, known } = await consultationsOfMany()
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

import { randomUUID } from 'node:crypto'
import { WebhookEvent } from '@cuida/core/kit/webhook-event.ts'
import { beforeEach, expect, test } from 'vitest'
import { insertClinician, insertConsultation, insertPatient } from '../../care/test-people.ts'
import { asPatient } from '../../kit/db/row-security.ts'
import { createActors } from '../../testing/test-actors.ts'
import { createTestContext } from '../../testing/test-contexts.ts'

const context = await createTestContext()
const { db } = context
const newManager = () => insertClinician(context, { role: 'clinical-manager', isClinician: false })
const [ana, luis] = [await newManager(), await newManager()]
const patient = await insertPatient(context)
const clinician = await insertClinician(context)

await db`
  insert into webhook_endpoint (url, description, events, requested_by, decided_by, decided_at, is_approved, secret, secret_at,
    verified_at)
  values ('https://hospital.example/', 'Hospital', ${WebhookEvent.options}, ${ana.staffId}, ${luis.staffId}, now(), true,
    'sealed', now(), now())`

beforeEach(async () => {
  await db`delete from webhook_delivery`
})

/** The events since the test began, or since they were last read. */
async function events(): Promise<string[]> {
  const rows = await db<{ type: string; at: Date }[]>`delete from webhook_delivery returning type, at`
  return rows.map(({ type }) => type)
}

const insertScheduled = async (status: string, startsAt = new Date(Date.now() + 86_400_000)) => {
  const [row] = await db<{ id: string }[]>`
    insert into consultation (patient_id, product_id, product_slug, product_name, type, status, contact_method, starts_at,
      ends_at)
    values (${patient.patientId}, 'product-1', 'p', 'P', 'scheduled', ${status}, 'video', ${startsAt},
      ${new Date(startsAt.getTime() + 900_000)})
    returning id`
  return row?.id ?? ''
}
const move = (id: string, status: string) => db`
  update consultation set status = ${status},
    held_by = ${['ACTIVE', 'CLOSING', 'CLOSED'].includes(status) ? clinician.staffId : null} where id = ${id}`

test('every event has a trigger that writes it', async () => {
  const functions = await db<{ source: string }[]>`
    select prosrc as source from pg_proc where proname like 'announce\\_%'`
  const source = functions.map((each) => each.source).join()
  const isWritten = (type: string) => source.includes(`'${type}'`) || source.includes(`'${type.split('.')[0]}.' ||`)
  expect(WebhookEvent.options.filter((type) => !isWritten(type))).toEqual([])
})

test('a consultation is announced with each step, and with its id alone', async () => {
  const id = await insertScheduled('PENDING')
  expect(await events()).toEqual([])
  await move(id, 'QUEUED')
  expect(await db`select type, data from webhook_delivery`).toEqual([{ type: 'consultation.booked', data: { id } }])
  await events()
  await db`update consultation set starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour' where id = ${id}`
  expect(await events()).toEqual(['consultation.rescheduled'])
  await db`update consultation set summary = 'changed', starts_at = starts_at where id = ${id}`
  expect(await events()).toEqual([])
  await move(id, 'ACTIVE')
  expect(await events()).toEqual(['consultation.started'])
  await db`insert into consultation_action (consultation_id, type, role) values (${id}, 'UNASSIGNED', 'SYSTEM')`
  await move(id, 'QUEUED')
  expect(await events()).toEqual(['consultation.missed'])
  await move(id, 'ACTIVE')
  await move(id, 'CLOSING')
  await move(id, 'ACTIVE')
  await move(id, 'CLOSING')
  await move(id, 'CLOSED')
  expect(await events()).toEqual(['consultation.started', 'consultation.completed'])
  const broken = await insertScheduled('QUEUED')
  await move(broken, 'CLOSED_WITH_ERROR')
  expect(await events()).toEqual(['consultation.booked', 'consultation.failed'])
})

test('a cancellation is announced once, and only of what was booked', async () => {
  const booked = await insertScheduled('QUEUED')
  expect(await events()).toEqual(['consultation.booked'])
  await move(booked, 'CANCELLING')
  await move(booked, 'CANCELLED')
  expect(await events()).toEqual(['consultation.cancelled'])
  const unpaid = await insertScheduled('PENDING')
  await move(unpaid, 'CANCELLING')
  await move(unpaid, 'CANCELLED')
  await move(await insertScheduled('PENDING'), 'EXPIRED')
  expect(await events()).toEqual([])
})

test('a subscription is announced with each change of its state', async () => {
  const [row] = await db<{ id: string }[]>`
    insert into subscription (account_id, patient_id, plan_id, plan_name, provider, amount, first_amount, trial_days, currency)
    values (${patient.accountId}, ${patient.patientId}, 'plan', 'Plan', 'monei', 1900, 1900, 0, 'EUR') returning id`
  const id = row?.id ?? ''
  const change = async (status: string, days: number) => {
    await db`
      update subscription set status = ${status}, current_period_end = '2026-01-01'::date + ${days}::integer where id = ${id}`
    return events()
  }
  expect(await change('ACTIVE', 30)).toEqual(['subscription.started'])
  expect(await change('ACTIVE', 30)).toEqual([])
  expect(await change('ACTIVE', 60)).toEqual(['subscription.renewed'])
  expect(await change('PAST_DUE', 60)).toEqual(['subscription.past_due'])
  expect(await change('ACTIVE', 90)).toEqual(['subscription.renewed'])
  expect(await change('PAUSED', 90)).toEqual(['subscription.paused'])
  expect(await change('ACTIVE', 120)).toEqual(['subscription.resumed'])
  expect(await change('CANCELED', 120)).toEqual(['subscription.ended'])
})

test('an order is announced when it is paid, cancelled and refunded', async () => {
  const { holder } = await createActors(context)
  const change = async (values: Record<string, unknown>) => {
    await db`update care_order set ${db(values)} where id = ${holder.order}`
    return events()
  }
  await change({ status: 'PROCESSING', refunded: 0 })
  expect(await change({ status: 'ACTIVE' })).toEqual(['order.paid'])
  expect(await change({ status: 'ACTIVE' })).toEqual([])
  expect(await change({ cancelled_at: new Date(), cancelled_by: 'patient' })).toEqual(['order.cancelled'])
  expect(await change({ refunded: 1 })).toEqual(['order.refunded'])
  expect(await change({ refunded: 2, cancelled_at: new Date() })).toEqual(['order.refunded'])
})

test('a prescription and a letter are announced with their consultation', async () => {
  const consultationId = await insertConsultation(context, { patientId: patient.patientId })
  await events()
  const ids = { id: expect.any(String), consultationId }
  const [row] = await db<{ id: string }[]>`
    insert into prescription (consultation_id, patient_id, author_id, clinician_id, key, provider, items, valid_until, state)
    values (${consultationId}, ${patient.patientId}, ${clinician.staffId}, ${clinician.clinicianId}, ${randomUUID()},
      'medikit', '[{}]', '2027-01-01', 'sending') returning id`
  const change = (state: string) => db`
    update prescription set state = ${state}, provider_id = 'p-1', cancel_reason = 'Another medicine is better'
    where id = ${row?.id ?? ''}`
  expect(await events()).toEqual([])
  await change('issued')
  expect(await db`select type, data from webhook_delivery`).toEqual([{ type: 'prescription.issued', data: ids }])
  await events()
  await change('cancelling')
  await change('cancelled')
  expect(await events()).toEqual(['prescription.cancelled'])
  await db`
    insert into letter (consultation_id, author_id, clinician_id, kind, text, key, code)
    values (${consultationId}, ${clinician.staffId}, ${clinician.clinicianId}, 'certificate', 'text', ${randomUUID()},
      '0123456789AB')`
  expect(await db`select type, data from webhook_delivery`).toEqual([{ type: 'document.available', data: ids }])
})

test('an event in a patient’s request is written, though the patient’s role sees no endpoint', async () => {
  const id = await insertScheduled('QUEUED')
  await events()
  await asPatient(patient.accountId, () => move(id, 'CANCELLING'))
  expect(await events()).toEqual(['consultation.cancelled'])
})

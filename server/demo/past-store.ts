import { flagClinicalAnswers } from '@cuida/core/booking/questions/visible-questions.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { priceOf } from '@cuida/core/checkout/price/price.ts'
import type { ActionRole, ActionType } from '@cuida/core/consultation/status/actions.ts'
import { dayAfter, momentOf, weekdayOf } from '@cuida/core/kit/zone.ts'
import { encryptText } from '../kit/crypto/encrypted-text.ts'
import { hashOf, randomKey } from '../kit/crypto/secrets.ts'
import type { Tx } from '../kit/db/db.ts'
import type { Demo, FindProduct } from './demo-shape.ts'
import { harmlessAnswers } from './past-answers.ts'
import { type Family, insertedId } from './people-store.ts'

type Past = Demo['patients'][number]['pastConsultations'][number]

interface Story {
  past: Past
  accountId: string
  patientId: string
  product: Product
  answers: ReturnType<typeof answersTo>
  bookedAt: Date
  startsAt: Date
  endsAt: Date
}

/** As an order has them; plain objects, for JSON. */
const answersTo = ({ symptomCollector }: Product, summary: string) =>
  flagClinicalAnswers(symptomCollector, harmlessAnswers(symptomCollector, summary)).map((answer) => ({ ...answer }))

const HOUR = 3_600_000
const BEFORE = 14 * HOUR

/** Inserts a consultation that was booked, paid and then held or cancelled, with all its dependent rows. */
export async function insertPastConsultation(
  tx: Tx,
  { past, family, demo, product: find }: { past: Past; family: Family; demo: Demo; product: FindProduct },
): Promise<void> {
  const product = find(past.product)
  const startsAt = timeOf(past, demo)
  const endsAt = new Date(startsAt.getTime() + product.durationMinutes * 60_000)
  const patientId = (past.patient && family.dependants.get(past.patient)) || family.holderId
  const bookedAt = new Date(startsAt.getTime() - BEFORE)
  const answers = answersTo(product, past.summary)
  const story = { past, product, patientId, answers, accountId: family.accountId, bookedAt, startsAt, endsAt }
  const consultationId = await insertConsultation(tx, story, await insertOrder(tx, story, await insertCart(tx, story)))
  if (past.notes) await insertHeld(tx, story, consultationId, past.notes)
  else await insertCancelled(tx, story, consultationId)
}

const insertCart = (tx: Tx, { past, product, accountId, patientId, answers, bookedAt }: Story): Promise<string> =>
  insertedId(tx`
    insert into cart (key_hash, product_id, account_id, patient_id, symptoms, summary, contact_method, clinician_id,
      age_confirmed, created_at, changed_at)
    values (${hashOf(randomKey(256))}, ${product.id}, ${accountId}, ${patientId}, ${tx.json(answers)}, ${past.summary},
      ${past.contactMethod}, ${past.clinicianId}, true, ${bookedAt}, ${bookedAt}) returning id`)

async function insertOrder(tx: Tx, story: Story, cartId: string): Promise<string> {
  const { past, product, accountId, patientId, bookedAt } = story
  const price = priceOf(product, {})
  const orderId = await insertedId(tx`
    insert into care_order (cart_id, account_id, patient_id, product_id, product_slug, product_name, status, amount,
      currency, refunded, price, payment_method, card_type, masked_card_number, created_at, changed_at)
    values (${cartId}, ${accountId}, ${patientId}, ${product.id}, ${product.slug}, ${product.name}, 'ACTIVE',
      ${price.total}, ${price.currency}, ${past.notes ? 0 : price.total}, ${tx.json(price)}, 'CARD_FIRST_PAYMENT', 'visa',
      '•••• 4242', ${bookedAt}, ${bookedAt}) returning id`)
  for (const status of ['PROCESSING', 'ACTIVE'])
    await tx`insert into order_event (order_id, status, source, at) values (${orderId}, ${status}, 'app', ${bookedAt})`
  return orderId
}

function insertConsultation(tx: Tx, story: Story, orderId: string): Promise<string> {
  const { past, product, patientId, answers, bookedAt, startsAt, endsAt } = story
  const times = product.scheduled ? { starts_at: startsAt, ends_at: endsAt } : { queued_at: startsAt }
  return insertedId(tx`
    insert into consultation ${tx({
      order_id: orderId,
      patient_id: patientId,
      product_id: product.id,
      product_slug: product.slug,
      product_name: product.name,
      type: product.scheduled ? 'scheduled' : 'on-demand',
      status: past.notes ? 'CLOSED' : 'CANCELLED',
      contact_method: past.contactMethod,
      clinician_id: past.clinicianId,
      symptoms: tx.json(answers),
      summary: past.summary,
      created_at: bookedAt,
      changed_at: past.notes ? endsAt : startsAt,
      ...times,
    })} returning id`)
}

async function insertHeld(tx: Tx, story: Story, consultationId: string, notes: string): Promise<void> {
  const { past, patientId, bookedAt, startsAt, endsAt } = story
  const staffId = await insertedId(tx<{ id: string }[]>`select id from staff where clinician_id = ${past.clinicianId}`)
  const medium = past.contactMethod === 'video' ? 'VIDEO' : 'PHONE'
  await insertAction(tx, consultationId, 'QUEUED', 'SYSTEM', bookedAt)
  await insertAction(tx, consultationId, 'ASSIGNED', 'CLINICIAN', startsAt, staffId)
  await insertAction(tx, consultationId, `${medium}_CALL_STARTED`, 'CLINICIAN', startsAt, staffId)
  await insertAction(tx, consultationId, `${medium}_CALL_COMPLETED`, 'CLINICIAN', endsAt, staffId)
  await insertAction(tx, consultationId, 'CLOSED', 'CLINICIAN', endsAt, staffId)
  await tx`
    insert into note (consultation_id, author_id, text, signed_at)
    values (${consultationId}, ${staffId}, ${encryptText(tx, 'note.text', notes)}, ${endsAt})`
  for (const text of past.allergies)
    await tx`
      insert into history_entry (patient_id, kind, text, status, author_id, written_at)
      values (${patientId}, 'allergy', ${encryptText(tx, 'history_entry.text', text)}, 'active', ${staffId}, ${endsAt})`
}

async function insertCancelled(tx: Tx, { bookedAt }: Story, consultationId: string): Promise<void> {
  await insertAction(tx, consultationId, 'QUEUED', 'SYSTEM', bookedAt)
  await insertAction(tx, consultationId, 'CANCELLED', 'PATIENT', new Date(bookedAt.getTime() + HOUR))
}

async function insertAction(
  tx: Tx,
  consultationId: string,
  type: ActionType,
  role: ActionRole,
  at: Date,
  staffId: string | null = null,
): Promise<void> {
  await tx`
    insert into consultation_action (consultation_id, type, role, staff_id, at)
    values (${consultationId}, ${type}, ${role}, ${staffId}, ${at})`
}

/** The start of the clinician's working hours on that day, or on the last working day before it. */
function timeOf({ clinicianId, daysAgo }: Past, { clinicians }: Demo): Date {
  const clinician = clinicians.find(({ id }) => id === clinicianId)
  const hoursOn = (day: string) => clinician?.weeklyHours.find(({ weekday }) => weekday === weekdayOf(day))
  let day = dayAfter(new Date().toISOString().slice(0, 10), -daysAgo)
  for (let back = 0; back < 7 && !hoursOn(day); back++) day = dayAfter(day, -1)
  return momentOf(clinician?.timeZone ?? 'UTC', day, hoursOn(day)?.starts ?? '10:00')
}

import type { OrderedSymptom } from '@cuida/core/booking/questions/visible-questions.ts'
import { alertsOf } from '@cuida/core/care/record/history.ts'
import { type Statements, statementOf } from '@cuida/core/care/record/statement.ts'
import type { ClinicalSubject } from '@cuida/core/catalogue/product/question.ts'
import { decryptRows } from '../../kit/crypto/encrypted-text.ts'
import type { Sql } from '../../kit/db/db.ts'
import type { Services } from '../../services.ts'
import { questionsOf } from '../answers.ts'
import { entriesOf } from './history-store.ts'

interface Booking {
  slug: string
  symptoms: OrderedSymptom[]
  at: Date
}

async function bookingsOf(sql: Sql, patientId: string): Promise<Booking[]> {
  const rows = await sql<Booking[]>`
    select product_slug as slug, symptoms, created_at as at from consultation
    where patient_id = ${patientId} and status not in ('PENDING', 'EXPIRED') order by created_at desc, id`
  return decryptRows(sql, rows, { symptoms: 'consultation.symptoms' })
}

/** The newest booking with a statement about the subject; a later booking without one does not revoke it. */
const latestAbout = (bookings: readonly Booking[], subject: ClinicalSubject): Booking | undefined =>
  bookings.find(({ symptoms }) => symptoms.some(({ about }) => about === subject))

/** The patient's latest statement about each subject, over all bookings. */
export async function statementsOf(services: Services, sql: Sql, patientId: string): Promise<Statements> {
  const bookings = await bookingsOf(sql, patientId)
  const [latest] = bookings
  const questions = latest ? questionsOf(services, latest.slug, services.config.patientAppLanguage) : []
  const one = (subject: ClinicalSubject) => {
    const booking = latestAbout(bookings, subject)
    return statementOf(subject, booking?.symptoms ?? [], questions, booking?.at.toISOString() ?? '')
  }
  return { allergies: one('allergies'), medicines: one('medicines') }
}

/**
 * Allergies to check a prescription against: those in the record, most severe first, then those the patient stated.
 */
export async function knownAllergies(sql: Sql, patientId: string): Promise<string[]> {
  const [entries, bookings] = await Promise.all([entriesOf(sql, patientId), bookingsOf(sql, patientId)])
  const { symptoms = [] } = latestAbout(bookings, 'allergies') ?? {}
  const { text } = statementOf('allergies', symptoms, [], '')
  return [...alertsOf(entries).map((entry) => entry.text), ...(text ? [text] : [])]
}

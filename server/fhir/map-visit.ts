import type { Note } from '@cuida/core/care/consultation.ts'
import type { ConsultationStatus } from '@cuida/core/consultation/status/status.ts'
import type { Appointment, DocumentReference, Encounter } from '@medplum/fhirtypes'
import { CLINIC_REFERENCE, coded, patientReference, SYSTEMS } from './codes.ts'
import type { IssuedLetter, TimedConsultation, UploadedDocument } from './fhir-store.ts'

/** Paid consultations only: PENDING and EXPIRED are orders, which nobody was promised. */
const APPOINTMENT_STATUS: Readonly<Record<ConsultationStatus, Appointment['status']>> = {
  PENDING: 'proposed',
  QUEUED: 'booked',
  ACTIVE: 'arrived',
  CLOSING: 'fulfilled',
  CLOSED: 'fulfilled',
  CLOSED_WITH_ERROR: 'fulfilled',
  CANCELLING: 'cancelled',
  CANCELLED: 'cancelled',
  EXPIRED: 'cancelled',
}
const ENCOUNTER_STATUS: Readonly<Record<ConsultationStatus, Encounter['status']>> = {
  PENDING: 'planned',
  QUEUED: 'planned',
  ACTIVE: 'in-progress',
  CLOSING: 'in-progress',
  CLOSED: 'finished',
  CLOSED_WITH_ERROR: 'finished',
  CANCELLING: 'cancelled',
  CANCELLED: 'cancelled',
  EXPIRED: 'cancelled',
}

const practitionerOf = ({ clinicianId, clinician }: TimedConsultation) =>
  clinicianId && clinician ? { reference: `Practitioner/${clinicianId}`, display: clinician } : undefined

/** Undefined for a consultation on demand, which has no time. `name`: the product's, in the reader's language. */
export function appointmentOf(
  consultation: TimedConsultation,
  patientId: string,
  name: string,
): Appointment | undefined {
  const { id, status, startsAt, endsAt, createdAt, changedAt } = consultation
  if (!startsAt || !endsAt) return undefined
  const practitioner = practitionerOf(consultation)
  return {
    resourceType: 'Appointment',
    id,
    meta: { lastUpdated: changedAt.toISOString() },
    status: APPOINTMENT_STATUS[status],
    serviceType: [{ text: name }],
    start: startsAt.toISOString(),
    end: endsAt.toISOString(),
    minutesDuration: Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000),
    created: createdAt.toISOString(),
    participant: [
      { actor: patientReference(patientId), status: 'accepted' },
      ...(practitioner ? [{ actor: practitioner, status: 'accepted' as const }] : []),
    ],
  }
}

/** A consultation by phone or video: the period is that of its calls. */
export function encounterOf(consultation: TimedConsultation, patientId: string, name: string): Encounter {
  const { id, encounterUuid, status, contactMethod, startsAt, changedAt, began, ended } = consultation
  const practitioner = practitionerOf(consultation)
  return {
    resourceType: 'Encounter',
    id,
    meta: { lastUpdated: changedAt.toISOString() },
    identifier: [{ system: SYSTEMS.uri, value: `urn:uuid:${encounterUuid}` }],
    status: ENCOUNTER_STATUS[status],
    class: { system: SYSTEMS.encounterClass, code: 'VR', display: 'virtual' },
    type: [{ text: contactMethod }],
    serviceType: { text: name },
    subject: patientReference(patientId),
    ...(practitioner
      ? { participant: [{ type: [coded('participation', 'ATND', 'attender')], individual: practitioner }] }
      : {}),
    ...(began ? { period: { start: began.toISOString(), ...(ended ? { end: ended.toISOString() } : {}) } } : {}),
    ...(startsAt ? { appointment: [{ reference: `Appointment/${id}` }] } : {}),
    serviceProvider: CLINIC_REFERENCE,
  }
}

const textAttachment = (text: string, at: string) => ({
  contentType: 'text/plain; charset=utf-8',
  data: Buffer.from(text).toString('base64'),
  creation: at,
})

const visit = (consultationId: string) => ({ encounter: [{ reference: `Encounter/${consultationId}` }] })

/** A signed note; an amendment names the note that it amends. */
export const noteDocumentOf = (note: Note, consultationId: string, patientId: string): DocumentReference => ({
  resourceType: 'DocumentReference',
  id: note.id,
  meta: { lastUpdated: note.signedAt },
  status: 'current',
  docStatus: note.amends ? 'amended' : 'final',
  type: { coding: [{ system: SYSTEMS.loinc, code: '11488-4', display: 'Consult note' }] },
  subject: patientReference(patientId),
  date: note.signedAt,
  author: [{ display: note.author }],
  ...(note.amends
    ? { relatesTo: [{ code: 'appends' as const, target: { reference: `DocumentReference/${note.amends}` } }] }
    : {}),
  ...(note.reason ? { description: note.reason } : {}),
  content: [{ attachment: textAttachment(note.text, note.signedAt) }],
  context: visit(consultationId),
})

export function letterDocumentOf(letter: IssuedLetter, patientId: string): DocumentReference {
  const { id, consultationId, kind, recipient, text, author, signedAt } = letter
  const at = signedAt.toISOString()
  return {
    resourceType: 'DocumentReference',
    id,
    meta: { lastUpdated: at },
    status: 'current',
    docStatus: 'final',
    type:
      kind === 'referral'
        ? { coding: [{ system: SYSTEMS.loinc, code: '57133-1', display: 'Referral note' }] }
        : { text: kind },
    subject: patientReference(patientId),
    date: at,
    author: [{ display: author }],
    ...(recipient ? { description: recipient } : {}),
    content: [{ attachment: textAttachment(text, at) }],
    context: visit(consultationId),
  }
}

/** An uploaded file; its bytes are at `url`, with the same session. */
export function fileDocumentOf(document: UploadedDocument, patientId: string, api: string): DocumentReference {
  const { id, consultationId, name, type, size, createdAt } = document
  const at = createdAt.toISOString()
  return {
    resourceType: 'DocumentReference',
    id,
    meta: { lastUpdated: at },
    status: 'current',
    subject: patientReference(patientId),
    date: at,
    content: [
      {
        attachment: {
          contentType: type,
          size,
          url: `${api}/consultations/${consultationId}/documents/${id}`,
          creation: at,
          ...(name ? { title: name } : {}),
        },
      },
    ],
    context: visit(consultationId),
  }
}

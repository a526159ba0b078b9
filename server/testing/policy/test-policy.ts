import { randomUUID } from 'node:crypto'
import { PARACETAMOL_ITEM } from '../../care/prescription/test-prescriptions.ts'
import { AGENDA_POLICY } from './test-agenda-policy.ts'
import { callPage, DESK_POLICY } from './test-desk-policy.ts'
import { FHIR_POLICY } from './test-fhir-policy.ts'
import { MONEY_POLICY } from './test-money-policy.ts'
import type { IdKind, Rule } from './test-rule.ts'
import { WAITING_POLICY } from './test-waiting-policy.ts'

/** Who may name the documents of a consultation (test-policy.ts). */
const documentPolicy: Record<string, Rule> = {
  'POST /consultations/:id/documents': {
    ids: { 'path.id': 'consultation' },
    opens: ['holder'],
    heard: 'UNSUPPORTED_FILE',
  },
  'GET /consultations/:id/documents/:documentId': {
    ids: { 'path.id': 'consultation', 'path.documentId': 'document' },
    opens: ['holder'],
    heard: 'DOCUMENT_WAITING',
  },
  'DELETE /consultations/:id/documents/:documentId': {
    ids: { 'path.id': 'consultation', 'path.documentId': 'document' },
    opens: ['holder'],
  },
  'POST /desk/consultations/:id/documents': {
    ids: { 'path.id': 'consultation' },
    opens: ['inCare'],
    heard: 'UNSUPPORTED_FILE',
  },
  'GET /desk/consultations/:id/documents/:documentId': {
    ids: { 'path.id': 'consultation', 'path.documentId': 'document' },
    opens: ['inCare'],
    heard: 'DOCUMENT_WAITING',
  },
  'POST /desk/consultations/:id/documents/:documentId/hide': {
    ids: { 'path.id': 'consultation', 'path.documentId': 'document' },
    opens: ['inCare'],
    rest: { reason: 'Asked for on the phone by the patient' },
  },
}

// The authorisation table, route by route: a second opinion to the handlers (product 4.4). It lists what each id in a
// path, query or body names; server/testing/actors.test.ts tries all of them as every actor, and fails for a route or
// an id that is missing here. One line a route.

export const PUBLIC_KINDS: readonly IdKind[] = ['clinician', 'product']

const HOLDER = ['holder'] as const
const CARE = ['inCare'] as const
const MANAGER = ['manager'] as const
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const days = { from: soon(0).slice(0, 10), to: soon(60 * 24).slice(0, 10) }
const address = { country: 'ES', postalCode: '28001', state: 'M', city: 'Madrid', district: '', street: 'Calle Mayor' }
const REASON = 'Asked for on the phone by the patient'

const entry = { kind: 'allergy', text: 'Penicillin', onset: null, severity: null, status: 'active', relative: null }

export const POLICY: Record<string, Rule> = {
  // First, while the holder's session is open.
  ...FHIR_POLICY,
  'POST /cart': {
    ids: { 'body.productId': 'product', 'body.patientId': 'patient', 'body.clinicianId': 'clinician' },
    opens: HOLDER,
  },
  'PUT /cart/:sessionKey': {
    ids: {
      'path.sessionKey': 'cart',
      'body.productId': 'product',
      'body.patientId': 'patient',
      'body.clinicianId': 'clinician',
    },
    opens: HOLDER,
  },
  'GET /cart/:sessionKey': { ids: { 'path.sessionKey': 'cart' }, opens: HOLDER },
  'GET /cart/:sessionKey/promo-code': { ids: { 'path.sessionKey': 'cart' }, opens: HOLDER },
  'PUT /cart/:sessionKey/promo-code': {
    ids: { 'path.sessionKey': 'cart' },
    opens: HOLDER,
    rest: { code: 'NO-SUCH-CODE' },
  },
  'DELETE /cart/:sessionKey/promo-code': { ids: { 'path.sessionKey': 'cart' }, opens: HOLDER },
  'GET /cart/:sessionKey/price': { ids: { 'path.sessionKey': 'cart' }, opens: HOLDER },
  'GET /schedule/clinician/:id/slots': {
    ids: { 'path.id': 'clinician', 'query.productId': 'product' },
    opens: HOLDER,
    rest: days,
  },
  'POST /schedule/clinician/:id/lock': {
    ids: { 'path.id': 'clinician', 'body.productId': 'product', 'body.sessionKey': 'cart' },
    opens: HOLDER,
  },
  'POST /schedule/clinician/:id/unlock': { ids: { 'path.id': 'clinician', 'body.sessionKey': 'cart' }, opens: HOLDER },
  'POST /questions': {
    ids: { 'body.patientId': 'patient' },
    opens: HOLDER,
    rest: { key: randomUUID(), topic: 'nutrition', text: '¿Puedo cambiar la cena por la comida?' },
  },
  'POST /waitlist': {
    ids: { 'body.productId': 'product', 'body.clinicianId': 'clinician', 'body.patientId': 'patient' },
    opens: HOLDER,
  },
  'POST /waitlist/:id/take': { ids: { 'path.id': 'waitlistEntry' }, opens: HOLDER, heard: 'OFFER_EXPIRED' },
  'DELETE /waitlist/:id': { ids: { 'path.id': 'waitlistEntry' }, opens: HOLDER },
  'GET /clinicians/:id': { ids: { 'path.id': 'clinician' }, opens: HOLDER },
  'GET /clinicians/:id/week': { ids: { 'path.id': 'clinician' }, opens: HOLDER },
  'GET /clinicians/:id/rating': { ids: { 'path.id': 'clinician' }, opens: HOLDER },
  'POST /order': {
    ids: {
      'body.cartSessionKey': 'cart',
      'body.productId': 'product',
      'body.patientId': 'patient',
      'body.savedCardId': 'card',
    },
    opens: HOLDER,
    rest: {
      paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT' },
      cardToken: 'token-of-a-card',
      sessionId: 'form-1',
      cardholderName: 'ANA',
    },
  },
  'POST /order/:id/challenge/end': { ids: { 'path.id': 'order' }, opens: HOLDER },
  'POST /order/:id/pix/end': { ids: { 'path.id': 'order' }, opens: HOLDER },
  'POST /order/:id/pix/again': { ids: { 'path.id': 'order' }, opens: HOLDER },
  'DELETE /payment/card/:id': { ids: { 'path.id': 'card' }, opens: HOLDER },
  'GET /order/:id': { ids: { 'path.id': 'order' }, opens: HOLDER },
  'PATCH /order/:id/cancel': {
    ids: { 'path.id': 'order' },
    opens: HOLDER,
    rest: { reason: 'TIME' },
  },
  'GET /patients/:id/payments': { ids: { 'path.id': 'patient' }, opens: HOLDER },

  'PUT /account/tasks/:id/read': { ids: { 'path.id': 'question' }, opens: HOLDER },
  'GET /payments/:id': { ids: { 'path.id': 'payment' }, opens: HOLDER },
  'GET /payments/:id/receipt': { ids: { 'path.id': 'payment' }, opens: HOLDER, heard: 'NO_RECEIPT' },
  'PATCH /consultations/:id/schedule': {
    ids: { 'path.id': 'consultation', 'body.clinicianId': 'clinician' },
    opens: HOLDER,
    rest: { startTime: soon(60 * 24), endTime: soon(60 * 24 + 20) },
    heard: 'PRODUCT_NOT_FOUND',
  },
  'PUT /consultations/:id/summary': {
    ids: { 'path.id': 'consultation' },
    opens: HOLDER,
    rest: { summary: 'I would like to sleep better' },
  },
  'GET /patients/:patientId/consultations': {
    ids: { 'path.patientId': 'patient' },
    opens: HOLDER,
  },
  'GET /patients/:patientId/consultations/:id': {
    ids: { 'path.patientId': 'patient', 'path.id': 'consultation' },
    opens: HOLDER,
  },
  'DELETE /user/sessions/:id': { ids: { 'path.id': 'session' }, opens: HOLDER },
  'PUT /user/passkeys/:id': { ids: { 'path.id': 'passkey' }, opens: HOLDER, rest: { name: 'Phone' } },
  'POST /user/passkeys/:id/removal': { ids: { 'path.id': 'passkey' }, opens: HOLDER },
  'GET /patients/:patientId/discounts': { ids: { 'path.patientId': 'patient' }, opens: HOLDER },
  'GET /patients/:patientId/subscription/:subscriptionId/': {
    ids: { 'path.patientId': 'patient', 'path.subscriptionId': 'subscription' },
    opens: HOLDER,
  },
  'POST /patients/:patientId/subscription/subscribe': { ids: { 'path.patientId': 'patient' }, opens: HOLDER },
  'POST /patients/:patientId/subscription/unsubscribe': {
    ids: { 'path.patientId': 'patient', 'body.subscriptionId': 'subscription' },
    opens: HOLDER,
  },
  'POST /patients/:patientId/subscription/card': {
    ids: { 'path.patientId': 'patient', 'body.subscriptionId': 'subscription' },
    opens: HOLDER,
    rest: { cardToken: 'card-token' },
  },
  'GET /patients/:id/addresses/:kind': { ids: { 'path.id': 'patient' }, opens: HOLDER, rest: { kind: 'home' } },
  'PUT /patients/:id/addresses/:kind': {
    ids: { 'path.id': 'patient' },
    opens: HOLDER,
    rest: { kind: 'home', ...address },
  },
  'GET /dependants/:id': { ids: { 'path.id': 'dependant' }, opens: HOLDER },
  'PATCH /dependants/:id': { ids: { 'path.id': 'dependant' }, opens: HOLDER, rest: { lastName: 'Prueba' } },
  'POST /patients/:id/export': {
    ids: { 'path.id': 'patient' },
    opens: HOLDER,
    rest: { password: 'not this one' },
    heard: 'WRONG_CREDENTIALS',
  },
  'DELETE /patients/:id': {
    ids: { 'path.id': 'patient' },
    opens: HOLDER,
    rest: { password: 'not this one' },
    heard: 'WRONG_CREDENTIALS',
  },
  'POST /consultations/:id/call-ticket': { ids: { 'path.id': 'consultation' }, opens: HOLDER, rest: callPage },
  'POST /consultations/:id/rating': {
    ids: { 'path.id': 'consultation' },
    opens: HOLDER,
    rest: { stars: 5 },
    heard: 'NOT_OVER',
  },
  'POST /consultations/:id/guests': {
    ids: { 'path.id': 'consultation' },
    opens: HOLDER,
    rest: { kind: 'companion', name: 'Luis' },
    heard: 'GUEST_THERE',
  },
  'GET /consultations/:id/guests': { ids: { 'path.id': 'consultation' }, opens: HOLDER },
  'POST /consultations/:id/guests/:guestId/consent': {
    ids: { 'path.id': 'consultation', 'path.guestId': 'callGuest' },
    opens: HOLDER,
  },
  'DELETE /consultations/:id/guests/:guestId': {
    ids: { 'path.id': 'consultation', 'path.guestId': 'callGuest' },
    opens: HOLDER,
  },
  'POST /consultations/:id/guest-ticket': { ids: { 'path.id': 'consultation' }, opens: HOLDER, rest: callPage },
  'POST /consultations/:id/call-declined': { ids: { 'path.id': 'consultation' }, opens: HOLDER },
  'GET /patients/:id/medical-history': { ids: { 'path.id': 'patient' }, opens: HOLDER },
  'POST /patients/:id/medical-history/edit-requests': {
    ids: { 'path.id': 'patient', 'body.entryId': 'entry' },
    opens: HOLDER,
    rest: { section: 'allergy', text: 'It was in 2019, not in 2009' },
  },
  'GET /patients/:id/medical-history/access-log': { ids: { 'path.id': 'patient' }, opens: HOLDER },
  // A manager who is no clinician has no access to any record: 403.
  'GET /desk/patients/:patientId/record': { ids: { 'path.patientId': 'patient' }, opens: CARE },
  'POST /desk/patients/:patientId/record/entries': { ids: { 'path.patientId': 'patient' }, opens: CARE, rest: entry },
  'POST /desk/patients/:patientId/record/entries/:entryId/supersede': {
    ids: { 'path.patientId': 'patient', 'path.entryId': 'entry' },
    opens: CARE,
    rest: { ...entry, reason: REASON },
  },
  'POST /desk/edit-requests/:id/accept': { ids: { 'path.id': 'editRequest' }, opens: CARE, rest: entry },
  'POST /desk/edit-requests/:id/decline': {
    ids: { 'path.id': 'editRequest' },
    opens: CARE,
    rest: { answer: 'We spoke about it on the phone' },
  },
  'POST /desk/break-glass/:id/review': {
    ids: { 'path.id': 'emergencyAccess' },
    opens: MANAGER,
    rest: { verdict: 'justified', review: REASON },
  },
  'POST /desk/consultations/:id/notes/:noteId/amendments': {
    ids: { 'path.id': 'consultation', 'path.noteId': 'note' },
    opens: CARE,
    rest: { text: 'Rest, and more water', reason: REASON },
  },
  'GET /patients/:patientId/prescriptions': { ids: { 'path.patientId': 'patient' }, opens: HOLDER },
  'GET /patients/:patientId/prescriptions/:id/access': {
    ids: { 'path.patientId': 'patient', 'path.id': 'prescription' },
    opens: HOLDER,
    heard: 'NOT_ISSUED',
  },
  'GET /consultations/:id/document': {
    ids: { 'path.id': 'consultation', 'query.prescriptionId': 'prescription', 'query.letterId': 'letter' },
    opens: HOLDER,
    rest: { type: 'prescription' },
    heard: 'DOCUMENT_NOT_READY',
  },
  'POST /desk/consultations/:id/letters': {
    ids: { 'path.id': 'consultation' },
    opens: CARE,
    rest: { key: randomUUID(), kind: 'certificate', text: 'Rest for three days' },
  },
  'POST /desk/consultations/:id/follow-up': {
    ids: { 'path.id': 'consultation', 'body.productId': 'product' },
    opens: CARE,
    rest: { startTime: soon(60), endTime: soon(90) },
    // The cast's clinicians offer nothing that is booked ahead.
    heard: 'CLINICIAN_NOT_FOUND',
  },
  'GET /desk/consultations/:id/prescriptions': { ids: { 'path.id': 'consultation' }, opens: CARE },
  'POST /desk/consultations/:id/prescriptions': {
    ids: { 'path.id': 'consultation' },
    opens: CARE,
    rest: { key: randomUUID(), validUntil: soon(60 * 24 * 20).slice(0, 10), items: [PARACETAMOL_ITEM] },
  },
  // The tested partner signs prescriptions in the desk's own form.
  'POST /desk/consultations/:id/prescriptions/window': {
    ids: { 'path.id': 'consultation' },
    opens: CARE,
    heard: 'SIGNED_HERE',
  },
  'POST /desk/consultations/:id/prescriptions/signed': {
    ids: { 'path.id': 'consultation' },
    opens: CARE,
    rest: { providerId: 'p-1' },
    heard: 'SIGNED_HERE',
  },
  'POST /desk/consultations/:id/prescriptions/:prescriptionId/cancel': {
    ids: { 'path.id': 'consultation', 'path.prescriptionId': 'prescription' },
    opens: CARE,
    rest: { reason: REASON },
    heard: 'NOT_CANCELLABLE',
  },
  ...documentPolicy,
  'POST /program/bookings': {
    ids: { 'body.patientId': 'patient', 'body.productId': 'product', 'body.clinicianId': 'clinician' },
    opens: ['machine'],
    rest: { reference: 'HIS-1', startTime: soon(60), endTime: soon(90) },
    // The cast's clinicians offer nothing that is booked ahead.
    heard: 'CLINICIAN_NOT_FOUND',
  },
  'GET /program/bookings/:id': { ids: { 'path.id': 'programBooking' }, opens: ['machine'] },
  'GET /patients/:id/health-links': { ids: { 'path.id': 'patient' }, opens: HOLDER },
  'POST /patients/:id/health-links': { ids: { 'path.id': 'patient' }, opens: HOLDER, rest: { days: 1 } },
  'DELETE /patients/:id/health-links/:linkId': {
    ids: { 'path.id': 'patient', 'path.linkId': 'healthLink' },
    opens: HOLDER,
  },
  'DELETE /program/bookings/:id': { ids: { 'path.id': 'programBooking' }, opens: ['machine'] },
  ...WAITING_POLICY,
  ...DESK_POLICY,
  ...AGENDA_POLICY,
  ...MONEY_POLICY,
}

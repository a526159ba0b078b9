import type { Rule } from './test-rule.ts'

const CARE = ['inCare'] as const
const CARE_OR_MANAGER = ['inCare', 'manager'] as const
const MANAGER = ['manager'] as const
const REASON = 'Asked for on the phone by the patient'
/** `:kind` says whether a person is a patient or staff. */
const person = { kind: 'patient' }
const action = { ...person, reason: REASON }
/** The certificate fingerprint of a page in a call. */
export const callPage = { fingerprint: `sha-256 ${'0A:'.repeat(31)}0A` }

/** The desk part of server/testing/policy/test-policy.ts: consultations, agenda, people. */
export const DESK_POLICY: Record<string, Rule> = {
  'DELETE /desk/me/sessions/:id': { ids: { 'path.id': 'deskSession' }, opens: CARE },
  'PUT /desk/me/passkeys/:id': { ids: { 'path.id': 'deskPasskey' }, opens: CARE, rest: { name: 'Laptop' } },
  'POST /desk/me/passkeys/:id/removal': { ids: { 'path.id': 'deskPasskey' }, opens: CARE },
  'GET /desk/consultations/:id': { ids: { 'path.id': 'consultation' }, opens: CARE },
  // A manager who is no clinician cannot take any consultation.
  'POST /desk/consultations/:id/take': { ids: { 'path.id': 'consultation' }, opens: CARE, refused: { manager: 403 } },
  'POST /desk/consultations/:id/call': {
    ids: { 'path.id': 'consultation' },
    opens: CARE,
    rest: { medium: 'video', event: 'started' },
  },
  'POST /desk/consultations/:id/call-ticket': { ids: { 'path.id': 'consultation' }, opens: CARE, rest: callPage },
  'POST /desk/consultations/:id/guests': {
    ids: { 'path.id': 'consultation' },
    opens: CARE,
    rest: { kind: 'interpreter', name: 'Sonia' },
  },
  'GET /desk/consultations/:id/guests': { ids: { 'path.id': 'consultation' }, opens: CARE },
  'DELETE /desk/consultations/:id/guests/:guestId': {
    ids: { 'path.id': 'consultation', 'path.guestId': 'callGuest' },
    opens: CARE,
  },
  'POST /desk/consultations/:id/guest-ticket': { ids: { 'path.id': 'consultation' }, opens: CARE, rest: callPage },
  'POST /desk/consultations/:id/phone-call': {
    ids: { 'path.id': 'consultation' },
    opens: CARE,
    heard: 'NO_DESK_PHONE',
  },
  'POST /desk/consultations/:id/phone-number': { ids: { 'path.id': 'consultation' }, opens: CARE },
  'PUT /desk/consultations/:id/notes': {
    ids: { 'path.id': 'consultation' },
    opens: CARE,
    rest: { text: 'Rest', version: 0 },
  },
  'POST /desk/consultations/:id/close': {
    ids: { 'path.id': 'consultation' },
    opens: CARE,
    rest: { text: 'Rest', outcome: 'technical-failure' },
  },
  'POST /desk/consultations/:id/cancel': {
    ids: { 'path.id': 'consultation' },
    opens: CARE,
    rest: { reason: 'UNAVAILABLE' },
  },
  'GET /desk/consultations/:id/colleagues': { ids: { 'path.id': 'consultation' }, opens: CARE },
  'POST /desk/consultations/:id/transfer': {
    ids: { 'path.id': 'consultation', 'body.clinicianId': 'clinician' },
    opens: CARE,
    rest: { reason: 'OTHER' },
    heard: 'COLLEAGUE_NOT_AVAILABLE',
  },
  'GET /desk/consultations/:id/reassignment-candidates': { ids: { 'path.id': 'consultation' }, opens: MANAGER },
  'POST /desk/consultations/:id/requeue': { ids: { 'path.id': 'consultation' }, opens: CARE, heard: 'NOT_NOW' },
  'PUT /desk/note-templates/:id': {
    ids: { 'path.id': 'noteTemplate' },
    opens: CARE,
    rest: { title: 'Cough', text: 'Rest' },
  },
  'DELETE /desk/note-templates/:id': { ids: { 'path.id': 'noteTemplate' }, opens: CARE },
  // A question on a topic that `inCare` answers; a manager sees it and answers only questions that need no clinician.
  'GET /desk/questions/:id': { ids: { 'path.id': 'question' }, opens: CARE_OR_MANAGER },
  'PUT /desk/questions/:id/topic': {
    ids: { 'path.id': 'question' },
    opens: CARE_OR_MANAGER,
    rest: { topic: 'nutrition' },
  },
  'POST /desk/questions/:id/answer': {
    ids: { 'path.id': 'question' },
    opens: CARE,
    rest: { text: 'Drink water before you go to bed' },
    refused: { manager: 403 },
  },
  'GET /desk/people/:kind/:id': { ids: { 'path.id': 'account' }, opens: MANAGER, rest: person },
  'POST /desk/people/:kind/:id/sessions/end': {
    ids: { 'path.id': 'account', 'body.sessionId': 'session' },
    opens: MANAGER,
    rest: action,
  },
  'POST /desk/people/:kind/:id/block': { ids: { 'path.id': 'account' }, opens: MANAGER, rest: action },
  'POST /desk/promo-codes/:id/disable': { ids: { 'path.id': 'promoCode' }, opens: MANAGER, rest: { reason: REASON } },
  'POST /desk/people/:kind/:id/unblock': { ids: { 'path.id': 'account' }, opens: MANAGER, rest: action },
}

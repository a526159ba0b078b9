import type { Rule } from './test-rule.ts'

const REASON = 'Asked for on the phone by the patient'
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const day = at(0).slice(0, 10)
/** The manager's; the booked clinician could too, but the test cast does not include that clinician. */
const moving = (id: string): Rule => ({
  ids: { 'path.id': 'consultation', [id]: 'clinician' },
  opens: ['manager'],
  heard: 'PRODUCT_NOT_FOUND',
})

/** Who may change working hours and move bookings (test-policy.ts). */
export const AGENDA_POLICY: Record<string, Rule> = {
  'GET /desk/consultations/:id/times': { ...moving('query.clinicianId'), rest: { day } },
  'PATCH /desk/consultations/:id/schedule': {
    ...moving('body.clinicianId'),
    rest: { startTime: at(600), endTime: at(620), reason: REASON },
  },
  // A clinician may change their own photo too: server/access/photo/photo.test.ts.
  'POST /desk/clinicians/:id/photo': { ids: { 'path.id': 'clinician' }, opens: ['manager'], heard: 'UNSUPPORTED_FILE' },
  'DELETE /desk/clinicians/:id/photo': { ids: { 'path.id': 'clinician' }, opens: ['manager'] },
  // Clinicians may change their own agenda; this one is another clinician's.
  'PUT /desk/agenda/:id/days/:day': {
    ids: { 'path.id': 'clinician' },
    opens: ['manager'],
    rest: { day, hours: null, reason: REASON },
  },
  'GET /desk/agenda/:id/absence-hours': {
    ids: { 'path.id': 'clinician' },
    opens: ['manager'],
    rest: { startTime: at(600), endTime: at(6000) },
  },
  // An absence in the past: a current one would cancel the other actors' bookings.
  'POST /desk/agenda/:id/absences': {
    ids: { 'path.id': 'clinician' },
    opens: ['manager'],
    heard: 'NOT_A_STRETCH',
    rest: { startTime: at(-6000), endTime: at(-600), reason: REASON, resolutions: [] },
  },
  'GET /desk/agenda/:id/times': {
    ids: { 'path.id': 'clinician', 'query.productId': 'product' },
    opens: ['manager'],
    rest: { day },
  },
  'POST /desk/agenda/:id/offers': {
    ids: { 'path.id': 'clinician', 'body.productId': 'product' },
    opens: ['manager'],
    // No account has this number: NUMBER_NOT_FOUND proves that the manager passed the access check.
    heard: 'NUMBER_NOT_FOUND',
    rest: { phone: '600 99 88 77', startTime: at(600), endTime: at(620) },
  },
}

import type { Rule } from './test-rule.ts'

const REASON = 'Asked for on the phone by the patient'
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const day = at(0).slice(0, 10)
/** The manager's; a clinician's own would do too, but nobody of the cast has this one booked. */
const moving = (id: string): Rule => ({
  ids: { 'path.id': 'consultation', [id]: 'clinician' },
  opens: ['manager'],
  heard: 'PRODUCT_NOT_FOUND',
})

/** Who may change hours and move what is booked (test-policy.ts). */
export const AGENDA_POLICY: Record<string, Rule> = {
  'GET /desk/consultations/:id/times': { ...moving('query.clinicianId'), rest: { day } },
  'PATCH /desk/consultations/:id/schedule': {
    ...moving('body.clinicianId'),
    rest: { startTime: at(600), endTime: at(620), reason: REASON },
  },
  // Their own face is theirs to choose too: server/access/photo/photo.test.ts.
  'POST /desk/clinicians/:id/photo': { ids: { 'path.id': 'clinician' }, opens: ['manager'], heard: 'UNSUPPORTED_FILE' },
  'DELETE /desk/clinicians/:id/photo': { ids: { 'path.id': 'clinician' }, opens: ['manager'] },
  // A clinician's own is theirs to change; this one is somebody else's.
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
  // An absence that is over already: everybody else would lose what they have booked.
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
    // Nobody has this number: the manager is past the door.
    heard: 'NUMBER_NOT_FOUND',
    rest: { phone: '600 99 88 77', startTime: at(600), endTime: at(620) },
  },
}

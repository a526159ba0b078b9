import type { Rule } from './test-rule.ts'

/** Who may name the files of whose consultation (test-policy.ts). */
export const documentPolicy: Record<string, Rule> = {
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

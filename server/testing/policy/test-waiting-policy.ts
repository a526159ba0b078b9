import type { Rule } from './test-rule.ts'

const HOLDER = ['holder'] as const

/** The queue part of server/testing/policy/test-policy.ts. */
export const WAITING_POLICY: Record<string, Rule> = {
  'POST /consultations/:id/here': { ids: { 'path.id': 'consultation' }, opens: HOLDER, heard: 'NOT_NOW' },
  'PUT /consultations/:id/late-choice': {
    ids: { 'path.id': 'consultation' },
    opens: HOLDER,
    rest: { choice: 'WAIT' },
    heard: 'NOT_NOW',
  },
  'GET /consultations/:id/same-hour': { ids: { 'path.id': 'consultation' }, opens: HOLDER },
  'PUT /consultations/:id/after-hours': {
    ids: { 'path.id': 'consultation' },
    opens: HOLDER,
    rest: { choice: 'NEXT_OPENING' },
    heard: 'NOT_NOW',
  },
  'PUT /consultations/:id/away': { ids: { 'path.id': 'consultation' }, opens: HOLDER, rest: { away: true } },
}

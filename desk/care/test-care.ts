import { listGuestsAtDesk } from '@cuida/core/care/guest/guest-api.ts'
import { listDeskPrescriptions } from '@cuida/core/care/prescription/prescription-api.ts'
import { type DeskConsultation, getDeskConsultation, getQueue } from '@cuida/core/care/queue/desk-api.ts'
import { getRecord } from '@cuida/core/care/record/desk-record-api.ts'
import { listTemplates } from '@cuida/core/care/sharing/template-api.ts'
import { mockDeskServer } from '../test-desk-screen.ts'

export const TEST_TIME = '2026-11-26T10:00:00Z'
export const ANA = { id: 'p-1', firstName: 'Ana', lastName: 'Ruiz', age: 36 }

const NOTHING_SAID = { state: 'not-asked', text: null, at: null } as const
export const EMPTY_STATEMENTS = { allergies: NOTHING_SAID, medicines: NOTHING_SAID }

/** A waiting patient whom no clinician has taken. */
export const WAITING_CONSULTATION = {
  id: 'c-1',
  type: 'on-demand',
  status: 'QUEUED',
  contactMethod: 'video',
  productName: 'General',
  queuedAt: '2026-11-26T09:50:00Z',
  startTime: null,
  missedCalls: 0,
  isConfirmed: false,
  isHere: false,
  asideUntil: null,
  transfer: null,
  reason: null,
  leftBy: null,
  urgent: null,
  queueColumn: 'waiting',
  heldByMe: false,
  patient: {
    ...ANA,
    dateOfBirth: '1990-05-01',
    sex: 'Female',
    maskedPhone: '•••678',
    document: null,
    phone: { countryCode: 'ES', number: '+34612345678' },
  },
  answers: [],
  symptoms: [],
  statements: EMPTY_STATEMENTS,
  summary: null,
  callState: 'none',
  callMedium: null,
  callDeclined: false,
  voice: null,
  phoneCall: null,
  missedCallsPaidBack: false,
  isAway: false,
  actions: [],
  closedFor: null,
  failedFor: null,
  notes: [],
  symptomsDocuments: [],
  journalDocuments: [],
  mayGive: false,
  draft: { text: '', privateText: '', version: 0 },
  productId: 'product-1',
  privateNote: null,
  letters: [],
  followUp: null,
} as unknown as DeskConsultation
/** A consultation that the signed-in clinician holds. */
export const HELD_CONSULTATION = {
  ...WAITING_CONSULTATION,
  status: 'ACTIVE',
  heldByMe: true,
  queueColumn: 'mine',
} as DeskConsultation

export const TEST_RECORD = {
  patient: { ...ANA, dateOfBirth: '1990-05-01', sex: 'Female' },
  because: 'attending',
  at: TEST_TIME,
  mayWrite: true,
  entries: [],
  statements: EMPTY_STATEMENTS,
  requests: [],
  consultations: [],
}

/** A clinician's desk with only this consultation. */
export function renderAtDesk(
  consultation: object = HELD_CONSULTATION,
  role: 'clinician' | 'clinical-manager' | 'clinician-and-clinical-manager' = 'clinician',
) {
  const server = mockDeskServer(role)
  server.reply(getDeskConsultation, { ...HELD_CONSULTATION, ...consultation })
  server.reply(getQueue, { items: [] })
  server.reply(getRecord, TEST_RECORD)
  server.reply(listGuestsAtDesk, { items: [], mayInvite: false })
  server.reply(listDeskPrescriptions, {
    items: [],
    usual: [],
    routes: ['oral'],
    earlier: [],
    allergies: [],
    signing: 'here',
  })
  server.reply(listTemplates, { items: [] })
  return server
}

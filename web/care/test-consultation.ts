import { getConsultation } from '@cuida/core/care/call/api.ts'
import type { Consultation } from '@cuida/core/care/consultation.ts'
import { listGuests } from '@cuida/core/care/guest/guest-api.ts'
import { listPrescriptions } from '@cuida/core/care/prescription/prescription-api.ts'
import { getForecast } from '@cuida/core/care/queue/forecast-api.ts'
import { getOrder } from '@cuida/core/checkout/order/api.ts'
import { anaId, mockPatientServer } from '../kit/test-patient-screen.ts'

/** The tests' current time: an hour and a half before the booked time. */
export const TEST_TIME = '2026-11-26T10:00:00Z'
export const START_TIME = '2026-11-26T11:30:00Z'

/** Ana's video consultation, today at 12:30 in Madrid. */
export const BOOKED_CONSULTATION = {
  id: 'c-1',
  encounterUuid: 'e-1',
  orderId: 'o-1',
  type: 'scheduled',
  status: 'QUEUED',
  patientStatus: 'QUEUED',
  preferredContactMethod: 'video',
  product: { id: '101', name: 'General', slug: 'general-consultation' },
  patient: { id: anaId, firstName: 'Ana' },
  clinician: { id: 'd-1', name: 'Dra. Marta Vidal', specialty: 'General medicine', photoUrl: null, hue: 1 },
  startTime: START_TIME,
  endTime: '2026-11-26T11:45:00Z',
  createdAt: '2026-11-20T10:00:00Z',
  timesOfferedFor: null,
  position: null,
  expectedWait: null,
  promisedBy: null,
  answerBy: null,
  ahead: null,
  calendarSequence: 0,
  lateChoice: null,
  afterHoursSince: null,
  reopensAt: null,
  keptUntil: null,
  isHere: false,
  isAway: false,
  isUrgent: false,
  missedCalls: 0,
  symptomCollectorCompleted: true,
  symptoms: [],
  summary: 'I have slept badly since May.',
  failedFor: null,
  closedFor: null,
  isReassigned: false,
  isConfirmed: false,
  videoCallId: null,
  callState: 'none',
  maskedPhone: null,
  actions: [],
  letters: [],
  notes: [],
  symptomsDocuments: [],
  journalDocuments: [],
  documentsRemovable: false,
  rating: null,
} as Consultation
/** An on-demand consultation that waits in the queue. */
export const WAITING_CONSULTATION = {
  ...BOOKED_CONSULTATION,
  type: 'on-demand',
  clinician: null,
  startTime: null,
  endTime: null,
  position: 2,
  createdAt: '2026-11-26T09:50:00Z',
} as Consultation
export const TEST_ORDER = {
  id: 'o-1',
  status: 'ACTIVE',
  amount: 2900,
  currency: 'EUR',
  paymentId: 'pay-1',
  cancelledBy: null,
  refund: null,
  product: BOOKED_CONSULTATION.product,
  patient: BOOKED_CONSULTATION.patient,
  consultations: [{ id: 'c-1', startTime: START_TIME }],
}

/** A mock server with this consultation. */
export function setUpConsultation(consultation: object = {}, order: object = {}) {
  const server = mockPatientServer()
  server.reply(getConsultation, { ...BOOKED_CONSULTATION, ...consultation })
  server.reply(getOrder, { ...TEST_ORDER, ...order })
  server.reply(listGuests, { items: [], mayInvite: false })
  server.reply(listPrescriptions, { items: [] })
  server.reply(getForecast, { wait: null, from: null, closed: false })
  return server
}

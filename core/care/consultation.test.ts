import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ConsultationSummary } from '../consultation/consultation-summary.ts'
import { ActionRole, ActionType } from '../consultation/status/actions.ts'
import { CallFailure, CloseOutcome } from '../consultation/status/closing.ts'
import { DeskAction } from '../consultation/status/desk-action.ts'
import { ConsultationStatus, PatientStatus } from '../consultation/status/status.ts'
import { Consultation } from './consultation.ts'

const id = '5f0c2c4e-6d0e-4f53-9c6e-0f4d6a1a2b3c'
const at = '2026-11-21T12:00:00Z'
const summary = {
  id,
  encounterUuid: id,
  orderId: null,
  type: 'on-demand',
  status: 'QUEUED',
  patientStatus: 'QUEUED',
  preferredContactMethod: 'video',
  product: { id: '1', name: 'A doctor', slug: 'doctor' },
  patient: { id, firstName: 'Ana' },
  clinician: null,
  startTime: null,
  endTime: null,
  createdAt: at,
  timesOfferedFor: null,
}
const whole = {
  ...summary,
  position: 2,
  expectedWait: { from: 5, to: 10 },
  promisedBy: at,
  answerBy: null,
  ahead: null,
  isHere: false,
  isUrgent: false,
  isAway: false,
  symptomCollectorCompleted: true,
  symptoms: [],
  summary: null,
  missedCalls: 0,
  failedFor: null,
  closedFor: null,
  isReassigned: false,
  calendarSequence: 0,
  lateChoice: null,
  afterHoursSince: null,
  reopensAt: null,
  keptUntil: null,
  isConfirmed: false,
  videoCallId: null,
  callState: 'none',
  maskedPhone: null,
  actions: [],
  notes: [],
  letters: [],
  symptomsDocuments: [],
  journalDocuments: [],
  documentsRemovable: true,
  rating: null,
}
const clinician = { id, name: 'Eva Sanz', specialty: 'Medicine', photoUrl: null, hue: 120 }
const note = { id, text: 'Rest.', signedAt: at, author: 'Eva Sanz', amends: null, reason: null }
const action = { type: 'QUEUED', createdAt: at, user: { role: 'SYSTEM' } }

describe('a consultation as its patient reads it', () => {
  test('the patient sees its status before a clinician holds it', () => {
    expect(v.parse(ConsultationSummary, summary)).toEqual(summary)
    expect(v.parse(Consultation, whole)).toEqual(whole)
  })
  test('the patient sees the clinician, the actions, the notes and their rating', () => {
    const over = {
      ...whole,
      clinician,
      status: 'CLOSED',
      patientStatus: 'CLOSED',
      type: 'scheduled',
      startTime: at,
      endTime: at,
      actions: [action],
      notes: [note, { ...note, amends: id, reason: 'More.' }],
      rating: { stars: 5, comment: null },
    }
    expect(v.parse(Consultation, over)).toEqual(over)
  })
  test.each(['none', 'ringing', 'ongoing'])('whether it rings: %s', (callState) => {
    expect(v.is(Consultation, { ...whole, callState, videoCallId: id })).toBe(true)
  })
  test('the patient sees every reason for a failed call and every outcome', () => {
    for (const failedFor of CallFailure.options) expect(v.is(Consultation, { ...whole, failedFor })).toBe(true)
    for (const closedFor of CloseOutcome.options) expect(v.is(Consultation, { ...whole, closedFor })).toBe(true)
    for (const type of ['scheduled', 'on-demand', 'medical-update'])
      expect(v.is(ConsultationSummary, { ...summary, type })).toBe(true)
  })
  test('internal actions of staff are left out', () => {
    const consultation = v.parse(Consultation, {
      ...whole,
      deskNotes: 'x',
      clinician: { ...clinician, email: 'eva@example.com' },
      actions: [{ ...action, staffId: id, user: { role: 'CLINICIAN', staffId: id } }],
      patient: { id, firstName: 'Ana', cpf: '1' },
      product: { ...summary.product, margin: 1 },
    })
    expect(consultation).toEqual({ ...whole, clinician, actions: [{ ...action, user: { role: 'CLINICIAN' } }] })
  })
  test.each([
    ['a wait without an upper bound', { expectedWait: { from: 5 } }],
    ['an unknown call state', { callState: 'broken' }],
    ['a note without an author', { notes: [{ ...note, author: undefined }] }],
    ['an action without a role', { actions: [{ ...action, user: {} }] }],
    ['a clinician without a name', { clinician: { id } }],
  ])('a reply with %s is invalid', (_, change) => expect(v.is(Consultation, { ...whole, ...change })).toBe(false))
})

test('staff see why a call attempt failed', () => {
  expect(v.parse(DeskAction, { ...action, failedFor: 'NO_ANSWER' })).toEqual({ ...action, failedFor: 'NO_ANSWER' })
  expect(v.is(DeskAction, action)).toBe(false)
})

test('actions, roles and states have the names of the specification', () => {
  const media = ['VIDEO', 'PHONE'].flatMap((medium) =>
    ['STARTED', 'FAILED', 'ENDED', 'COMPLETED', 'CANCELLED'].map((event) => `${medium}_CALL_${event}`),
  )
  const others = ['UNASSIGNED', 'ASSIGNED', 'QUEUED', 'CLOSED', 'CLOSED_WITH_ERROR', 'CANCELLED']
  expect([...ActionType.options].sort()).toEqual([...media, ...others].sort())
  expect(ActionRole.options).toEqual(['PATIENT', 'CLINICIAN', 'CLINICIAN_AND_CLINICAL_MANAGER', 'SYSTEM'])
  const ended = ['CLOSED', 'CLOSED_WITH_ERROR', 'CANCELLING', 'CANCELLED']
  expect(ConsultationStatus.options).toEqual(['PENDING', 'QUEUED', 'ACTIVE', 'CLOSING', ...ended, 'EXPIRED'])
  expect(PatientStatus.options).toEqual(['PROCESSING', 'ORDER_CANCELLED', 'QUEUED', 'ACTIVE', 'COMPLETE', ...ended])
})

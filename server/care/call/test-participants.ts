import { createCallTicket } from '@cuida/core/care/call/api.ts'
import { createDeskCallTicket, recordCall } from '@cuida/core/care/queue/desk-api.ts'
import type { FastifyInstance } from 'fastify'
import type { TestContext } from '../../testing/test-context.ts'
import { insertCall, type TestClinician, type TestPatient } from '../test-people.ts'
import { type Caller, openCall, TEST_FINGERPRINT } from './test-caller.ts'

export type CallEvent = 'started' | 'failed' | 'ended' | 'completed'

export const buyPatientTicket = async ({ sendCall }: TestContext, id: string, { token }: TestPatient) =>
  (await sendCall(createCallTicket, { id, fingerprint: TEST_FINGERPRINT }, { token })).body.ticket
export const buyClinicianTicket = async ({ sendCall }: TestContext, id: string, { token }: TestClinician) =>
  (await sendCall(createDeskCallTicket, { id, fingerprint: TEST_FINGERPRINT }, { token })).body.ticket
export const recordVideo = ({ sendCall }: TestContext, id: string, { token }: TestClinician, event: CallEvent) =>
  sendCall(recordCall, { id, medium: 'video', event }, { token })

export interface JoinedParticipants {
  id: string
  patient: TestPatient
  clinician: TestClinician
  ana: Caller
  marta: Caller
  callSession: number
}

/** Joins both sides: first the clinician, then the patient, who may use another process. */
export async function joinBoth(context: TestContext, app: FastifyInstance): Promise<JoinedParticipants> {
  const { id, patient, clinician } = await insertCall(context)
  const marta = await openCall(context.app, await buyClinicianTicket(context, id, clinician))
  await marta.next('joined')
  const ana = await openCall(app, await buyPatientTicket(context, id, patient))
  const { callSession } = await ana.next('joined')
  await marta.next('peer-joined')
  return { id, patient, clinician, ana, marta, callSession }
}

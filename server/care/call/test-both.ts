import { createCallTicket } from '@cuida/core/care/call/api.ts'
import { createDeskCallTicket, recordCall } from '@cuida/core/care/queue/desk-api.ts'
import type { FastifyInstance } from 'fastify'
import type { World } from '../../testing/test-world.ts'
import { insertCall, type TestClinician, type TestPatient } from '../test-people.ts'
import { type Caller, FINGERPRINT, openCall } from './test-caller.ts'

export type CallEvent = 'started' | 'failed' | 'ended' | 'completed'

export const buyPatientTicket = async ({ tell }: World, id: string, { token }: TestPatient) =>
  (await tell(createCallTicket, { id, fingerprint: FINGERPRINT }, { token })).body.ticket
export const buyClinicianTicket = async ({ tell }: World, id: string, { token }: TestClinician) =>
  (await tell(createDeskCallTicket, { id, fingerprint: FINGERPRINT }, { token })).body.ticket
export const recordVideo = ({ tell }: World, id: string, { token }: TestClinician, event: CallEvent) =>
  tell(recordCall, { id, medium: 'video', event }, { token })

export interface Both {
  id: string
  patient: TestPatient
  clinician: TestClinician
  ana: Caller
  marta: Caller
  pairing: number
}

/** Both in a call: the clinician first, the patient, maybe through another process, after. */
export async function bringBothIn(world: World, there: FastifyInstance): Promise<Both> {
  const { id, patient, clinician } = await insertCall(world)
  const marta = await openCall(world.app, await buyClinicianTicket(world, id, clinician))
  await marta.next('joined')
  const ana = await openCall(there, await buyPatientTicket(world, id, patient))
  const { pairing } = await ana.next('joined')
  await marta.next('peer-joined')
  return { id, patient, clinician, ana, marta, pairing }
}

import { randomInt } from 'node:crypto'
import { ringPatient, setDeskPhone } from '@cuida/core/care/phone/phone-api.ts'
import { recordCall, takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { jsonRequest } from '@cuida/simulators/test-simulators.ts'
import type { JobName, Jobs } from '../../kit/jobs/jobs.ts'
import type { TestContext } from '../../testing/test-context.ts'
import {
  insertClinician,
  insertConsultation,
  insertPatient,
  type TestClinician,
  type TestPatient,
} from '../test-people.ts'
import { phoneJobs } from './phone-jobs.ts'

export interface PhoneConsultation {
  id: string
  clinician: TestClinician
  patient: TestPatient
  phones: { desk: string; patient: string }
}

type Plays = { plays: 'answers' | 'busy' | 'no-answer' | 'fails'; rings?: number; talks?: number }

/** Sets what a simulated phone does when it rings; by default at once. */
export const setPhoneBehaviour = ({ simulatorsUrl }: TestContext, number: string, how: Plays) =>
  fetch(`${simulatorsUrl}/simulators/phones`, jsonRequest('PUT', { number, rings: 0, ...how }))

/** A patient taken by a clinician with a desk phone, and the behaviour of both phones. */
export async function createPhoneConsultation(
  context: TestContext,
  patientPlays: Plays,
  deskPlays: Plays = { plays: 'answers' },
): Promise<PhoneConsultation> {
  const patient = await insertPatient(context)
  const clinician = await insertClinician(context)
  const desk = `+3491${randomInt(1e6, 1e7)}`
  await context.sendCall(setDeskPhone, { number: desk }, { token: clinician.token })
  const [account] = await context.db`select phone from account where id = ${patient.accountId}`
  const id = await insertConsultation(context, { patientId: patient.patientId, contactMethod: 'phone' })
  await context.sendCall(takeConsultation, { id }, { token: clinician.token })
  const phones = { desk, patient: String(account?.phone) }
  await setPhoneBehaviour(context, phones.desk, deskPlays)
  await setPhoneBehaviour(context, phones.patient, patientPlays)
  return { id, clinician, patient, phones }
}

export const ringTestPatient = (context: TestContext, { id, clinician }: PhoneConsultation) =>
  context.sendCall(ringPatient, { id }, { token: clinician.token })
export const recordPhoneEvent = (
  context: TestContext,
  { id, clinician }: PhoneConsultation,
  event: 'started' | 'failed' | 'ended' | 'completed',
  medium: 'phone' | 'video' = 'phone',
) => context.sendCall(recordCall, { id, medium, event }, { token: clinician.token })
export const retakeConsultation = (context: TestContext, { id, clinician }: PhoneConsultation) =>
  context.sendCall(takeConsultation, { id }, { token: clinician.token })

export async function readPhoneCall({ db }: TestContext, id: string) {
  const [row] = await db`
    select id, state, outcome, reference from phone_call where consultation_id = ${id} order by created_at desc limit 1`
  return row as { id: string; state: string; outcome: string | null; reference: string | null }
}

/** Runs the due phone jobs. */
export async function runPhoneJobs({ db, services }: TestContext): Promise<void> {
  const handlers: { [N in JobName]?: (payload: Jobs[N]) => Promise<void> } = phoneJobs(services)
  for (;;) {
    const [job] = await db<{ name: JobName; payload: never; id: string }[]>`
      select j.id, t.identifier as name, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where j.run_at <= clock_timestamp() and t.identifier in ${db(Object.keys(handlers))} order by j.id limit 1`
    if (!job) return
    await db`delete from graphile_worker._private_jobs where id = ${job.id}`
    await handlers[job.name]?.(job.payload)
  }
}

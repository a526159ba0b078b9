import { getRecord } from '@cuida/core/care/record/desk-record-api.ts'
import { isScheduling, type PatientResourceType } from '@cuida/core/fhir/resource-types.ts'
import type { Sex } from '@cuida/core/profile/account/profile.ts'
import type { FastifyRequest } from 'fastify'
import { recordAccess } from '../care/record/access-log-store.ts'
import { findSubject } from '../care/record/history-store.ts'
import { relationOf } from '../care/record/relation-store.ts'
import { hasRole } from '../kit/http/access.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { isWithin } from '../kit/limit/address-range.ts'
import { fullAddressOf } from '../kit/limit/client-address.ts'
import type { MachineCaller, PatientCaller, StaffCaller } from '../kit/session/caller.ts'
import { type Patient, patientsOf } from '../profile/store.ts'
import type { Services } from '../services.ts'

export interface FhirReader {
  services: Services
  caller: PatientCaller | StaffCaller | MachineCaller
  request: FastifyRequest
}

/** A patient whom the caller may read. */
export interface ReadablePatient {
  id: string
  firstName: string
  lastName: string
  dateOfBirth: string
  sex: Sex
  /** Contact data and numbers; undefined for the desk, whose record does not show them. */
  contact: Patient | undefined
}

/** Whether the desk's record of a patient has such resources. */
export const isAtTheDesk = (type: PatientResourceType | 'everything'): boolean => type !== 'Coverage'

/**
 * The access decision of the FHIR API. A patient's session reads its family. A clinician reads a patient's record by
 * the rule of the desk's record, and the patient sees the same entry in the access log. A program's key decides which
 * calls it may make (`scope`); it reads every patient of the clinic, without contact data, and the patient sees it in
 * the access log. Undefined: not found.
 */
export async function findReadablePatient(
  { services, caller, request }: FhirReader,
  patientId: string,
  what: PatientResourceType | 'everything',
): Promise<ReadablePatient | undefined> {
  if (caller.kind === 'patient') return (await findFamily(services, caller)).find(({ id }) => id === patientId)
  const { db, now, env } = services
  if (caller.kind === 'machine') {
    if (!isAtTheDesk(what)) return undefined
    const known = await findSubject(db, patientId, now())
    if (!known) return undefined
    // Who has an appointment and when is no access to the record.
    if (what === 'everything' || !isScheduling(what))
      await recordAccess(services, { keyId: caller.keyId, patientId, act: 'read-record' })
    return { ...known, contact: undefined }
  }
  if (env.DESK_ADDRESSES && !isWithin(env.DESK_ADDRESSES, fullAddressOf(request)))
    throw new Refusal('NOT_FROM_HERE', 403)
  if (!hasRole(getRecord, caller) || !isAtTheDesk(what)) return undefined
  const relation = await relationOf(db, patientId, caller, now())
  const subject = relation && (await findSubject(db, patientId, now()))
  if (!relation || !subject) return undefined
  await recordAccess(services, { staffId: caller.staffId, patientId, act: 'read-record' }, relation)
  return { ...subject, contact: undefined }
}

/** The patients for whom the account acts, the holder first. */
export async function findFamily({ db }: Services, { accountId }: PatientCaller): Promise<ReadablePatient[]> {
  return (await patientsOf(db, accountId)).map((patient) => ({ ...patient, contact: patient }))
}

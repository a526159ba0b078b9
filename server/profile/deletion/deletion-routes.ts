import { deletePatient, exportPatient } from '@cuida/core/profile/account/account-api.ts'
import { retentionOf } from '@cuida/core/profile/deletion/retention.ts'
import type { FastifyInstance } from 'fastify'
import { endSessions } from '../../access/session/session-store.ts'
import { forgetCookie } from '../../access/session/token-delivery.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { serve } from '../../kit/http/serve.ts'
import { consumeRateLimit, type RateLimit } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { enqueueAccountNotice } from '../account/account-notifications.ts'
import { findOtherSessions, type HolderAccount } from '../account/account-store.ts'
import { accountAfterSignIn, accountWithProof } from '../account/password-check.ts'
import { type Patient, patientOf, patientsOf } from '../store.ts'
import {
  closeAccount,
  deleteOptionalData,
  findDeletionRefusal,
  lockIdentity,
  lockPatientsForDeletion,
  notifyRecordReaders,
} from './deletion-store.ts'
import { findExport } from './export-store.ts'

/** Each export reads a whole record; a person who wants a copy needs fewer. */
const EXPORTS: RateLimit = { name: 'exports', most: 10, seconds: 3_600 }

/** Exports all data of the holder with the dependants they may act for, or of one dependant. */
export function exportRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services
  serve(app, services, exportPatient, async ({ id, ...proof }, { db, caller, request, now, reply, refuse }) => {
    const { accountId } = caller
    const family = await patientsOf(db, accountId)
    const patient = family.find((one) => one.id === id) ?? refuse('PATIENT_NOT_FOUND')
    const account = await accountWithProof(services, request, { accountId, proof })
    if (typeof account === 'string') return refuse(account)
    await consumeRateLimit(db, secrets, EXPORTS, accountId)
    const ids = patient.isDependant ? [id] : family.map((one) => one.id)
    const found = await findExport(db, { ids, accountId: patient.isDependant ? undefined : accountId })
    const exportedAt = now().toISOString()
    reply.header('content-disposition', `attachment; filename="cuida-${exportedAt.slice(0, 10)}.json"`)
    return { exportedAt, ...found }
  })
}

/** Clears the session cookie like a sign-out, so server/app.ts serves it among the routes with cookies. */
export function deletionRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, deletePatient, async ({ id, ...proof }, { db, caller, request, reply, refuse }) => {
    const { accountId } = caller
    const patient = (await patientOf(db, accountId, id)) ?? refuse('PATIENT_NOT_FOUND')
    const account =
      proof.password === undefined && !proof.passkey
        ? ((await accountAfterSignIn(services, caller)) ?? 'STEP_UP_REQUIRED')
        : await accountWithProof(services, request, { accountId, proof })
    if (typeof account === 'string') return refuse(account)
    const deletedAt = await deletePatientData(services, account, patient)
    if (typeof deletedAt === 'string') return refuse(deletedAt)
    if (!patient.isDependant) forgetCookie(services, 'patient', reply)
    return { id, deletedAt: deletedAt.toISOString() }
  })
}

type NotNow = 'PATIENT_NOT_FOUND' | 'CONSULTATION_ONGOING' | 'PAYMENT_ONGOING'

/**
 * Deletes a patient: a dependant alone, or a holder with everybody in their charge, in one transaction. Access ends,
 * optional data is deleted, and data under legal retention is locked (product 4.2). Returns the time of deletion, or
 * the reason for refusing it.
 */
export async function deletePatientData(
  { db, now, config }: Pick<Services, 'db' | 'now' | 'config'>,
  account: HolderAccount,
  patient: Patient,
): Promise<Date | NotNow> {
  return db.begin(async (tx) => {
    const leaving = await lockPatientsForDeletion(tx, account.id, patient.id)
    const ids = leaving.map(({ id }) => id)
    if (!ids.includes(patient.id)) return 'PATIENT_NOT_FOUND'
    const obstacle = await findDeletionRefusal(tx, ids)
    if (obstacle) return obstacle
    const deletedAt = now()
    const country = config.countryCodes[0] ?? ''
    for (const one of leaving) await lockIdentity(tx, one, deletedAt, retentionOf(deletedAt, one.lastCareAt, country))
    await deleteOptionalData(tx, ids)
    if (!patient.isDependant) {
      const sessions = await findOtherSessions(tx, account.id, null)
      if (sessions.length > 0) await endSessions(tx, sessions, 'deleted')
      await closeAccount(tx, account.id, deletedAt)
      await enqueueAccountNotice(tx, 'deleted', account)
    }
    await notifyRecordReaders(tx, ids)
    await notifyChanged(tx, [`account:${account.id}`])
    return deletedAt
  })
}

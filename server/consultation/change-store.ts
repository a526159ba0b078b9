import type { ConsultationType } from '@cuida/core/consultation/consultation-summary.ts'
import type { CallFailure, CloseOutcome } from '@cuida/core/consultation/status/closing.ts'
import { MISSED_CALL_INTERVAL_MINUTES } from '@cuida/core/consultation/status/missed.ts'
import { type ConsultationStatus, callOf } from '@cuida/core/consultation/status/status.ts'
import type { Step } from '@cuida/core/consultation/status/steps.ts'
import { notifyChanged } from '../kit/db/changes.ts'
import type { Tx } from '../kit/db/db.ts'
import { enqueue } from '../kit/jobs/jobs.ts'
import type { StaffCaller } from '../kit/session/caller.ts'
import { actionsOf, insertActions, type StoredAction } from './action-store.ts'
import { clearCall, endPhoneCall } from './call-end-store.ts'

/** A consultation with its actions, whose row is locked until the transaction ends. */
export interface LockedConsultation {
  id: string
  status: ConsultationStatus
  type: ConsultationType
  heldBy: string | null
  clinicianId: string | null
  productId: string
  patientId: string
  accountId: string
  orderId: string | null
  startTime: Date | null
  afterHoursSince: Date | null
  keptUntil: Date | null
  timesOfferedFor: Date | null
  draftVersion: number
  actions: StoredAction[]
}

/**
 * Locks the consultation's row, so that decisions based on its actions are saved before the next request decides: the
 * same action sent five times at once is done once, and the others see its result. `for no key update` lets rows that
 * only refer to it (a signal, an action) be inserted meanwhile, which would deadlock otherwise.
 */
export async function lockConsultation(tx: Tx, id: string): Promise<LockedConsultation | undefined> {
  const [row] = await tx`
    select c.id, c.status, c.type, c.held_by, c.clinician_id, c.product_id, c.patient_id, c.draft_version, c.order_id, c.starts_at,
      c.after_hours_since, c.kept_until, c.times_offered_for,
      coalesce(p.account_id, h.account_id) as account_id
    from consultation c
    join patient p on p.id = c.patient_id
    left join patient h on h.id = p.holder_id
    where c.id = ${id}
    for no key update of c`
  return (
    row && {
      id: row.id,
      status: row.status,
      type: row.type,
      heldBy: row.held_by,
      clinicianId: row.clinician_id,
      productId: row.product_id,
      patientId: row.patient_id,
      accountId: row.account_id,
      orderId: row.order_id,
      startTime: row.starts_at,
      afterHoursSince: row.after_hours_since,
      keptUntil: row.kept_until,
      timesOfferedFor: row.times_offered_for,
      draftVersion: row.draft_version,
      actions: await actionsOf(tx, id),
    }
  )
}

/**
 * Saves a step of the holder, or of the clinician who takes the consultation: status and actions. Notifies all
 * screens that show it.
 */
export async function saveStep(
  tx: Tx,
  from: LockedConsultation,
  step: Step,
  by: Pick<StaffCaller, 'staffId' | 'clinicianId'>,
  failure?: CallFailure,
): Promise<void> {
  // A waiting consultation has no holder, and an on-demand one no clinician either.
  const waits = step.status === 'QUEUED'
  // A member of staff who cancels another holder's consultation does not become its holder.
  const ends = step.status === 'CANCELLED'
  const holder = waits ? null : ends ? (from.heldBy ?? by.staffId) : by.staffId
  const taker = waits ? null : ends ? from.clinicianId : by.clinicianId
  const clinicianId = from.type === 'on-demand' ? taker : from.clinicianId
  await tx`
    update consultation
    set status = ${step.status}, held_by = ${holder}, clinician_id = ${clinicianId},
      transferred_by = case when ${waits} then null else transferred_by end,
      transfer_reason = case when ${waits} then null else transfer_reason end,
      changed_at = clock_timestamp(), here_at = null, left_at = null, times_offered_for = null,
      after_hours_since = case when not ${waits} or kept_until is not null then after_hours_since end
    where id = ${from.id} and status = ${from.status}`
  await insertActions(tx, from.id, by.staffId, step.actions, failure)
  const before = callOf(from.actions).medium
  const after = callOf([...from.actions, ...step.actions]).medium
  if (before && before !== after) await clearCall(tx, from.id)
  if (before === 'phone' && after !== 'phone') await hangUp(tx, from.id, step)
  await notifyChanged(tx, [
    ...topicsOf(from),
    `staff:${by.staffId}`,
    'queue',
    ...(before === after ? [] : [`call:${from.id}`]),
  ])
}

/** Hangs up the line, except after a completed call: the two may still be saying goodbye. */
async function hangUp(tx: Tx, consultationId: string, { actions }: Step): Promise<void> {
  const types = actions.map(({ type }) => type)
  const talked = types.includes('PHONE_CALL_COMPLETED')
  const outcome = talked ? 'talked' : types.includes('PHONE_CALL_FAILED') ? 'missed' : 'ended'
  const line = await endPhoneCall(tx, consultationId, outcome)
  if (line?.reference && !talked)
    await enqueue(tx, 'hangUpCall', { reference: line.reference }, { key: `hang-up:${line.id}` })
}

/** Saves a cancellation by the patient. The consultation has no holder, so no call can be on. */
export async function saveCancelling(tx: Tx, from: LockedConsultation, step: Step): Promise<void> {
  await tx`
    update consultation set status = ${step.status}, changed_at = clock_timestamp(), here_at = null
    where id = ${from.id} and status = ${from.status}`
  await insertActions(tx, from.id, null, step.actions)
  await notifyChanged(tx, [...topicsOf(from), 'queue'])
}

export async function consultationOfOrder(tx: Tx, orderId: string): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`select id from consultation where order_id = ${orderId}`
  return row?.id
}

/** Topics of the screens of both sides that show this consultation. */
export const topicsOf = ({ id, accountId }: Pick<LockedConsultation, 'id' | 'accountId'>): string[] => [
  `account:${accountId}`,
  `consultation:${id}`,
]

/** The outcome, in addition to the status. */
export async function saveClosedFor(tx: Tx, id: string, outcome: CloseOutcome): Promise<void> {
  await tx`update consultation set closed_for = ${outcome} where id = ${id}`
}

/** Why the last call failed; null once there is another one. */
export async function saveFailedFor(tx: Tx, id: string, failure: CallFailure | null): Promise<void> {
  await tx`update consultation set failed_for = ${failure} where id = ${id} and failed_for is distinct from ${failure}`
}

/** After a missed call others are called first, until the next missed call may count. */
export async function moveBehindOthers(tx: Tx, id: string): Promise<void> {
  await tx`
    update consultation set deferred_until = clock_timestamp() + make_interval(mins => ${MISSED_CALL_INTERVAL_MINUTES})
    where id = ${id}`
}

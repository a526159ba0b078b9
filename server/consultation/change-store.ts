import type { ConsultationType } from '@cuida/core/consultation/consultation-summary.ts'
import type { CallFailure, CloseOutcome } from '@cuida/core/consultation/status/closing.ts'
import { MISSES_APART_MINUTES } from '@cuida/core/consultation/status/missed.ts'
import { type ConsultationStatus, callOf } from '@cuida/core/consultation/status/status.ts'
import type { Step } from '@cuida/core/consultation/status/steps.ts'
import { notifyChanged } from '../kit/db/changes.ts'
import type { Tx } from '../kit/db/db.ts'
import { enqueue } from '../kit/jobs/jobs.ts'
import type { StaffCaller } from '../kit/session/caller.ts'
import { actionsOf, insertActions, type StoredAction } from './action-store.ts'
import { clearCall, endPhoneCall } from './call-end-store.ts'

/** A consultation whose row is ours until the transaction ends, with its whole record. */
export interface Locked {
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
 * Takes the consultation's row lock, so that whatever is decided from its record is saved before anybody else decides:
 * the same action sent five times at once is done once, and the others see what the first made of it. "No key": rows
 * that only refer to it (a signal, an action) need not wait, which would be a deadlock.
 */
export async function lockConsultation(tx: Tx, id: string): Promise<Locked | undefined> {
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

/** Saves a step of the holder or of whoever takes it: status, actions, and word to everybody who looks at it. */
export async function saveStep(
  tx: Tx,
  from: Locked,
  step: Step,
  by: Pick<StaffCaller, 'staffId' | 'clinicianId'>,
  failure?: CallFailure,
): Promise<void> {
  // Who waits is held by nobody; an on-demand consultation then belongs to no clinician either.
  const waits = step.status === 'QUEUED'
  // Who ends what somebody else holds does not hold it for that.
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

/** Who says that they talked may be saying goodbye: that line is left to the two of them. */
async function hangUp(tx: Tx, consultationId: string, { actions }: Step): Promise<void> {
  const types = actions.map(({ type }) => type)
  const talked = types.includes('PHONE_CALL_COMPLETED')
  const outcome = talked ? 'talked' : types.includes('PHONE_CALL_FAILED') ? 'missed' : 'ended'
  const line = await endPhoneCall(tx, consultationId, outcome)
  if (line?.reference && !talked)
    await enqueue(tx, 'hangUpCall', { reference: line.reference }, { key: `hang-up:${line.id}` })
}

/** A patient's own end of it: nobody holds it, so no call can be on. */
export async function saveCancelling(tx: Tx, from: Locked, step: Step): Promise<void> {
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

/** Whoever reads this consultation, on either side. */
export const topicsOf = ({ id, accountId }: Pick<Locked, 'id' | 'accountId'>): string[] => [
  `account:${accountId}`,
  `consultation:${id}`,
]

/** How it ended, beside the status that says that it did. */
export async function saveClosedFor(tx: Tx, id: string, outcome: CloseOutcome): Promise<void> {
  await tx`update consultation set closed_for = ${outcome} where id = ${id}`
}

/** Why the last try came to nothing; null once there is another. */
export async function saveFailedFor(tx: Tx, id: string, failure: CallFailure | null): Promise<void> {
  await tx`update consultation set failed_for = ${failure} where id = ${id} and failed_for is distinct from ${failure}`
}

/** Who was not reached lets others be called first, for as long as nobody may say again that they were not reached. */
export async function stepAside(tx: Tx, id: string): Promise<void> {
  await tx`
    update consultation set aside_until = clock_timestamp() + make_interval(mins => ${MISSES_APART_MINUTES})
    where id = ${id}`
}

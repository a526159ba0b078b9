import { encryptText } from './crypto/encrypted-text.ts'
import type { Secrets } from './crypto/secrets.ts'
import type { Db, Tx } from './db/db.ts'

// Product 4.5: who did what to whom, why and when. Append-only by triggers of the table; each row's `hash` hashes the
// previous row's.

type PromoAct = 'create-promo-code' | 'disable-promo-code'
type CompanyAct = 'create-company' | 'change-company' | 'end-company' | 'make-company-links' | 'take-back-company-links'
type RecordAct =
  | 'read-record'
  | 'read-consultation'
  | 'write-record'
  | 'amend-note'
  | 'break-glass'
  | 'review-break-glass'
type RefundAct = 'ask-refund' | 'approve-refund' | 'decline-refund' | 'withdraw-refund' | 'retry-refund'
type DisputeAct = 'record-dispute' | 'answer-dispute' | 'decide-dispute'
type SubscriptionAct = 'pause-subscription' | 'resume-subscription' | 'release-subscription'
type MoneyAct = RefundAct | DisputeAct | SubscriptionAct | 'release-payment' | 'resolve-task'
type PrescriptionAct = 'prescribe' | 'cancel-prescription'
type InvitationAct = 'invite-staff' | 'withdraw-invitation' | 'approve-invitation' | 'decline-invitation'
type TeamAct = InvitationAct | 'join-team' | 'renew-staff' | 'change-clinician'
type ApiKeyAct = 'request-api-key' | 'approve-api-key' | 'decline-api-key' | 'issue-api-secret' | 'revoke-api-key'
type WebhookAct =
  | 'request-webhook'
  | 'approve-webhook'
  | 'decline-webhook'
  | 'issue-webhook-secret'
  | 'verify-webhook'
  | 'pause-webhook'
  | 'resume-webhook'
  | 'end-webhook'
  | 'repeat-webhook'
type QuestionAct = 'answer-question' | 'route-question'

/** A member of staff, or a partner's program with an API key. */
export type Actor = { staffId: string; keyId?: undefined } | { keyId: string; staffId?: undefined }

export type AuditEntry = Actor & AuditedAct

export interface AuditedAct {
  act:
    | 'search'
    | 'view'
    | 'block'
    | 'unblock'
    | 'end-session'
    | 'end-sessions'
    | 'end-own-session'
    | 'add-passkey'
    | 'remove-passkey'
    | 'block-passkey'
    | 'agenda'
    | 'keep-time'
    | PromoAct
    | CompanyAct
    | RecordAct
    | PrescriptionAct
    | MoneyAct
    | QuestionAct
    | TeamAct
    | ApiKeyAct
    | WebhookAct
    | 'hide-document'
    | 'transfer'
    | 'reassign'
    | 'invite-guest'
    | 'remove-guest'
  /**
   * `record` names the health record of the patient with this id; `patient` names the account and says nothing about
   * health.
   */
  subject?: {
    kind:
      | 'patient'
      | 'staff'
      | 'clinician'
      | 'promo-code'
      | 'company'
      | 'record'
      | 'prescription'
      | 'order'
      | 'task'
      | 'dispute'
      | 'subscription'
      | 'document'
      | 'question'
      | 'api-key'
      | 'webhook'
    id: string
  }
  /** 10 to 500 characters; optional for searches, reads and entries in a record. */
  reason?: string
  /** Ids and counts that must be known later, never what a person typed. */
  detail?: Record<string, unknown>
}

interface Row {
  seq: number
  at: Date
  staffId: string | null
  keyId: string | null
  act: string
  subjectKind: string | null
  subjectId: string | null
  reason: string | null
  detail: string | null
}

/** Appends to the hash chain in the transaction of the action. Concurrent appends wait until it commits. */
export async function audit(
  tx: Tx,
  secrets: Secrets,
  { staffId, keyId, act, subject, reason, detail }: AuditEntry,
): Promise<void> {
  const [head] = await tx<{ seq: string; hash: Buffer; at: Date }[]>`
    update audit_head set seq = seq + 1
    returning seq, hash, date_trunc('milliseconds', clock_timestamp()) as at`
  if (!head) throw new Error('The table audit_head is empty: the hash chain of the audit cannot be continued')
  const row: Row = {
    seq: Number(head.seq),
    at: head.at,
    staffId: staffId ?? null,
    keyId: keyId ?? null,
    act,
    subjectKind: subject?.kind ?? null,
    subjectId: subject?.id ?? null,
    // Signed as it is stored, so that the chain is verified without the data keys.
    reason: encryptText(tx, 'audit.reason', reason ?? null),
    detail: detail ? JSON.stringify(detail) : null,
  }
  const hash = secrets.sign('audit', chainText(row, head.hash))
  await tx`
    insert into audit (seq, at, staff_id, key_id, act, subject_kind, subject_id, reason, detail, previous, hash)
    values (${row.seq}, ${row.at}, ${row.staffId}, ${row.keyId}, ${act}, ${row.subjectKind}, ${row.subjectId}, ${row.reason},
      ${row.detail}, ${head.hash}, ${hash})`
  await tx`update audit_head set hash = ${hash}`
}

function chainText(row: Row, previous: Buffer): string {
  const { seq, at, staffId, keyId, act, subjectKind, subjectId, reason, detail } = row
  const actor = keyId ? { keyId } : staffId
  const fields = [seq, at.toISOString(), actor, act, subjectKind, subjectId, reason, detail]
  return JSON.stringify([...fields, previous.toString('base64')])
}

/** Sequence number of the first row that was changed or is missing; undefined when the chain is intact. */
export async function findTampering(db: Db, secrets: Secrets): Promise<number | undefined> {
  // Reads all rows and the head of the chain in one snapshot; the next check covers rows appended meanwhile.
  const found = await db.begin('isolation level repeatable read read only', async (tx) => ({
    seq: await findTamperingIn(tx, secrets),
  }))
  return found.seq
}

export async function findTamperingIn(tx: Tx, secrets: Secrets): Promise<number | undefined> {
  const [head] = await tx<{ seq: string; hash: Buffer }[]>`select seq, hash from audit_head`
  let previous: Buffer = Buffer.alloc(0)
  let seq = 0
  for await (const rows of chain(tx)) {
    for (const row of rows) {
      seq++
      const text = chainText({ ...row, seq: Number(row.seq) }, previous)
      const isIntact = Number(row.seq) === seq && previous.equals(row.previous)
      if (!isIntact || !secrets.isSigned('audit', text, row.hash)) return seq
      previous = row.hash
    }
  }
  return Number(head?.seq) === seq && head?.hash.equals(previous) ? undefined : seq + 1
}

type Stored = Row & { previous: Buffer; hash: Buffer }

const chain = (tx: Tx) =>
  tx<Stored[]>`
    select seq, at, staff_id as "staffId", key_id as "keyId", act, subject_kind as "subjectKind", subject_id as "subjectId", reason,
      detail, previous, hash
    from audit order by seq`.cursor(500)

// One access log entry covers this many minutes: an open screen repeats its queries after every change.
const LOOK_MINUTES = 15

/** Records the read, unless the same person recorded the same one within `LOOK_MINUTES`. */
export async function auditRead(
  db: Db,
  secrets: Secrets,
  access: { staffId: string; subject: NonNullable<AuditedAct['subject']> },
) {
  const [recent] = await db`
    select 1 from audit where subject_id = ${access.subject.id} and staff_id = ${access.staffId} and act = 'view'
      and at > clock_timestamp() - make_interval(mins => ${LOOK_MINUTES}) limit 1`
  if (!recent) await db.begin((tx) => audit(tx, secrets, { ...access, act: 'view' }))
}

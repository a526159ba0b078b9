import type { AccountExport } from '@cuida/core/profile/deletion/export.ts'
import type { Row } from 'postgres'
import type { EncryptedColumn } from '../../kit/crypto/encrypted-columns.ts'
import { decryptRows } from '../../kit/crypto/encrypted-text.ts'
import type { Sql } from '../../kit/db/db.ts'

/** Rows as JSON without internal data (keys, hashes, other people). */
async function rows(query: PromiseLike<readonly Row[]>): Promise<Record<string, unknown>[]> {
  return (await query).map(({ item }) => item)
}

/**
 * All personal data of these patients; with the account, its sessions and its orders when the holder is among them.
 */
export async function findExport(
  sql: Sql,
  { ids, accountId }: { ids: readonly string[]; accountId: string | undefined },
): Promise<Omit<AccountExport, 'exportedAt'>> {
  const patientFilter = sql`patient_id in ${sql(ids)}`
  const account = accountId ?? null
  const [own] = await rows(sql`select to_jsonb(a) - 'password_hash' as item from account a where id = ${account}`)
  return {
    account: own ?? null,
    patients: await decryptRows<Record<string, unknown>>(
      sql,
      await rows(sql`
      select to_jsonb(p) - '{account_id,company_id}'::text[] || jsonb_build_object('company', c.name) as item
      from patient p left join company c on c.id = p.company_id where p.id in ${sql(ids)}`),
      { gender_info: 'patient.gender_info' },
    ),
    passkeys: await rows(sql`
      select jsonb_build_object('id', k.id, 'name', k.name, 'transports', k.transports, 'is_backed_up', k.is_backed_up,
        'created_at', k.created_at, 'last_used_at', k.last_used_at, 'blocked_at', k.blocked_at) as item
      from passkey k where k.account_id = ${account} order by k.created_at`),
    addresses: await rows(
      sql`select to_jsonb(a) as item from address a where ${patientFilter} order by patient_id, kind`,
    ),
    consents: await rows(sql`
      select to_jsonb(c) - '{account_id,seq,text_hash}'::text[] || jsonb_build_object('text', t.body::json) as item
      from consent c join consent_text t on t.hash = c.text_hash where ${patientFilter} order by c.seq`),
    companyDiscounts: await rows(sql`select to_jsonb(d) as item from company_discount d where ${patientFilter}`),
    carts: await decryptRows<Record<string, unknown>>(
      sql,
      await rows(sql`
      select to_jsonb(c) - 'key_hash' - 'source' as item from cart c
      where ${patientFilter} or (account_id = ${account} and patient_id is null) order by created_at`),
      { symptoms: 'cart.symptoms', summary: 'cart.summary' },
    ),
    waitlist: await rows(sql`
      select to_jsonb(w) - 'cart_id' as item from waitlist_entry w
      where ${patientFilter} or (account_id = ${account} and patient_id is null) order by created_at`),
    programBookings: await rows(sql`
      select jsonb_build_object('id', b.id, 'reference', b.reference, 'patient_id', b.patient_id, 'program', k.name,
        'product_id', b.product_id, 'clinician_id', b.clinician_id, 'starts_at', b.starts_at, 'created_at', b.created_at) as item
      from program_booking b join api_key k on k.id = b.key_id where b.patient_id in ${sql(ids)} order by b.created_at`),
    healthLinks: await decryptInside(
      sql,
      'openings',
      { recipient: 'health_link_opening.recipient' },
      await decryptRows<Record<string, unknown>>(
        sql,
        await rows(sql`
      select to_jsonb(l) - '{token_hash,secret,passcode_hash}'::text[] || jsonb_build_object('openings', (
        select coalesce(jsonb_agg(jsonb_build_object('recipient', o.recipient, 'at', o.at) order by o.at), '[]')
        from health_link_opening o where o.link_id = l.id)) as item
      from health_link l where l.patient_id in ${sql(ids)} order by l.created_at`),
        { label: 'health_link.label' },
      ),
    ),
    notifications: await rows(
      sql`select to_jsonb(n) - 'account_id' as item from notification_settings n where n.account_id = ${account}`,
    ),
    undeliveredNotifications: await decryptRows<Record<string, unknown>>(
      sql,
      await rows(sql`
      select jsonb_build_object('consultation_id', u.consultation_id, 'subscription_id', u.subscription_id, 'kind', u.kind,
        'channels', u.channels, 'found_at', u.found_at, 'resolved_at', u.resolved_at, 'reason', u.reason) as item
      from undelivered_notification u left join consultation c on c.id = u.consultation_id
      where u.account_id = ${account} or c.patient_id in ${sql(ids)} order by u.found_at`),
      { reason: 'undelivered_notification.reason' },
    ),
    orders: await decryptRows<Record<string, unknown>>(
      sql,
      await rows(
        sql`select to_jsonb(o) - array['challenge_url', 'challenge_request'] as item from care_order o where ${patientFilter} order by created_at`,
      ),
      { cancel_reason: 'care_order.cancel_reason' },
    ),
    invoices: await rows(sql`
      select jsonb_build_object('id', i.id, 'order_id', i.order_id, 'subscription_payment_id', i.subscription_payment_id,
        'state', i.state, 'number', i.number, 'created_at', i.created_at) as item
      from invoice i
      left join care_order o on o.id = i.order_id
      left join subscription_payment p on p.id = i.subscription_payment_id
      left join subscription s on s.id = p.subscription_id
      where o.patient_id in ${sql(ids)} or s.account_id = ${account} order by i.created_at`),
    savedCards: await rows(sql`
      select to_jsonb(c) - '{account_id,fingerprint,provider_customer_id,provider_card_id,removed_at}'::text[] as item
      from saved_card c where c.account_id = ${account} and c.removed_at is null order by c.created_at`),
    consultations: await decryptInside(
      sql,
      'rating',
      { comment: 'consultation_rating.comment' },
      await decryptRows<Record<string, unknown>>(
        sql,
        await rows(sql`
      select to_jsonb(c) - '{held_by,slot_hold_id,draft,private_draft,draft_version,transferred_by,transfer_reason}'::text[] || jsonb_build_object('actions', (
        select coalesce(jsonb_agg(jsonb_build_object('type', a.type, 'role', a.role, 'at', a.at, 'failed_for', a.failed_for) order by a.id), '[]')
        from consultation_action a where a.consultation_id = c.id), 'rating', (
        select jsonb_build_object('stars', r.stars, 'comment', r.comment, 'rated_at', r.rated_at)
        from consultation_rating r where r.consultation_id = c.id), 'guests', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', g.kind, 'name', coalesce(g.shown_name, g.name),
          'invited_by', g.invited_by, 'invited_at', g.invited_at, 'consented_at', g.consented_at,
          'joined_at', g.joined_at, 'left_at', g.left_at, 'ended_by', g.ended_by, 'ended_at', g.ended_at)
          order by g.invited_at), '[]')
        from call_guest g where g.consultation_id = c.id)) as item
      from consultation c where ${patientFilter} order by created_at`),
        { symptoms: 'consultation.symptoms', summary: 'consultation.summary' },
      ),
    ),
    notes: await decryptRows<Record<string, unknown>>(
      sql,
      await rows(sql`
      select jsonb_build_object('consultation_id', n.consultation_id, 'text', n.text, 'signed_at', n.signed_at,
        'author', t.name, 'amends', n.amends, 'id', n.id, 'reason', n.reason) as item
      from note n join staff t on t.id = n.author_id join consultation c on c.id = n.consultation_id
      where c.patient_id in ${sql(ids)} order by n.signed_at`),
      { text: 'note.text', reason: 'note.reason' },
    ),
    ...(await findRecord(sql, ids)),
    issuedDocuments: await rows(sql`
      select to_jsonb(a) as item from issued_document a join consultation c on c.id = a.consultation_id
      where c.patient_id in ${sql(ids)} order by a.issued_at`),
    letters: await decryptRows<Record<string, unknown>>(
      sql,
      await rows(sql`
      select to_jsonb(l) - '{author_id,clinician_id,key}'::text[] || jsonb_build_object('author', t.name) as item
      from letter l join staff t on t.id = l.author_id join consultation c on c.id = l.consultation_id
      where c.patient_id in ${sql(ids)} order by l.signed_at`),
      { recipient: 'letter.recipient', text: 'letter.text' },
    ),
    prescriptions: await decryptRows<Record<string, unknown>>(
      sql,
      await rows(sql`
      select to_jsonb(r) - '{author_id,clinician_id,key}'::text[] || jsonb_build_object('author', t.name) as item
      from prescription r join staff t on t.id = r.author_id where ${patientFilter} order by r.signed_at`),
      {
        items: 'prescription.items',
        cancel_reason: 'prescription.cancel_reason',
        allergy_reason: 'prescription.allergy_reason',
      },
    ),
    documents: await decryptRows<Record<string, unknown>>(
      sql,
      await rows(sql`
      select jsonb_build_object('id', d.id, 'consultation_id', d.consultation_id, 'side', d.side, 'name', d.name,
        'type', d.type, 'size', d.size, 'created_at', d.created_at,
        'path', '/v1/consultations/' || d.consultation_id || '/documents/' || d.id) as item
      from consultation_document d join consultation c on c.id = d.consultation_id
      where c.patient_id in ${sql(ids)} and d.hidden_at is null order by d.created_at`),
      { name: 'consultation_document.name' },
    ),
    subscriptions: await rows(sql`
      select jsonb_build_object('id', s.id, 'plan', s.plan_name, 'status', s.status, 'amount', s.amount,
        'first_amount', s.first_amount, 'currency', s.currency, 'trial_days', s.trial_days,
        'current_period_end', s.current_period_end, 'created_at', s.created_at, 'payments', (
          select coalesce(jsonb_agg(jsonb_build_object('status', p.status, 'amount', p.amount, 'refunded', p.refunded,
            'currency', p.currency, 'paid_at', p.paid_at) order by p.paid_at), '[]')
          from subscription_payment p where p.subscription_id = s.id)) as item
      from subscription s where s.account_id = ${account} order by s.created_at`),
    invitations: await rows(sql`
      select jsonb_build_object('campaign_id', r.campaign_id, 'slug', r.slug, 'created_at', r.created_at) as item
      from referrer r where r.account_id = ${account} order by r.created_at`),
    invitationDiscounts: await rows(sql`
      select to_jsonb(d) - 'referral_id' as item from referral_discount d
      where d.account_id = ${account} order by d.created_at`),
    sessions: await rows(sql`
      select jsonb_build_object('created_at', created_at, 'last_seen_at', last_seen_at, 'ended_at', ended_at) as item
      from session where account_id = ${account} order by created_at`),
  }
}

/** Consultations with their ratings. */
/** Opens columns of what an item contains: one object, several, or none. */
async function decryptInside(
  sql: Sql,
  property: string,
  columns: Readonly<Record<string, EncryptedColumn>>,
  items: Record<string, unknown>[],
) {
  const decryptItem = async (item: Record<string, unknown>) => {
    const inner = item[property] as Record<string, unknown> | Record<string, unknown>[] | null
    if (!inner) return item
    const opened = await decryptRows(sql, [inner].flat(), columns)
    return { ...item, [property]: Array.isArray(inner) ? opened : opened[0] }
  }
  return Promise.all(items.map(decryptItem))
}

/** The medical history with all versions, correction requests, the patient's questions, and the access log. */
async function findRecord(sql: Sql, ids: readonly string[]) {
  return {
    medicalHistory: await decryptRows<Record<string, unknown>>(
      sql,
      await rows(sql`
      select to_jsonb(e) - 'author_id' || jsonb_build_object('author', t.name) as item
      from history_entry e join staff t on t.id = e.author_id
      where e.patient_id in ${sql(ids)} order by e.written_at`),
      { text: 'history_entry.text', reason: 'history_entry.reason' },
    ),
    editRequests: await decryptRows<Record<string, unknown>>(
      sql,
      await rows(sql`
      select to_jsonb(r) - 'answered_by' || jsonb_build_object('answered_by', t.name) as item
      from edit_request r left join staff t on t.id = r.answered_by
      where r.patient_id in ${sql(ids)} order by r.created_at`),
      { text: 'edit_request.text', answer: 'edit_request.answer' },
    ),
    questions: await decryptRows<Record<string, unknown>>(
      sql,
      await rows(sql`
      select to_jsonb(q) - '{key,answered_by}'::text[] || jsonb_build_object('answered_by', t.name) as item
      from question q left join staff t on t.id = q.answered_by
      where q.patient_id in ${sql(ids)} order by q.asked_at`),
      { text: 'question.text', answer: 'question.answer' },
    ),
    webinars: await rows(sql`
      select jsonb_build_object('webinar', w.webinar_id, 'registered_at', w.taken_at) as item
      from webinar_seat w where w.patient_id in ${sql(ids)} order by w.taken_at`),
    lessons: await rows(sql`
      select to_jsonb(l) - 'patient_id' as item from lesson_progress l where l.patient_id in ${sql(ids)} order by l.seen_at`),
    readMarks: await rows(sql`
      select jsonb_build_object('item', r.item_id, 'read_at', r.read_at) as item
      from read_mark r where r.patient_id in ${sql(ids)} order by r.read_at`),
    accessLog: await decryptRows<Record<string, unknown>>(
      sql,
      await rows(sql`
      select jsonb_build_object(a.subject_kind || '_id', a.subject_id, 'at', a.at, 'who', coalesce(t.name, k.name), 'act', a.act, 'reason', a.reason,
        'because', a.detail::json -> 'because', 'consultation_id', a.detail::json -> 'consultationId') as item
      from audit a left join staff t on t.id = a.staff_id left join api_key k on k.id = a.key_id
      where (a.subject_kind = 'record' and a.subject_id in ${sql(ids)} and a.act <> 'review-break-glass')
        or (a.subject_kind = 'document' and a.act = 'view' and a.subject_id in (
          select d.id from consultation_document d join consultation c on c.id = d.consultation_id
          where c.patient_id in ${sql(ids)}))
      order by a.seq`),
      { reason: 'audit.reason' },
    ),
  }
}

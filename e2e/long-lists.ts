import type { Page } from '@playwright/test'
import { connect, type Tx } from '../server/kit/db/db.ts'
import type { Messages } from './messages.ts'

interface Filling {
  country: string
  currency: string
  /** The question with chest pain among its options. */
  urgent: string
  /** The clinician at the desk. */
  clinician: { email: string }
  /** The patient in the app. */
  patient: { phone: string }
}

/** The people of each partner whose lists are long. */
export const CASTS = [
  {
    partner: 'vida-ligera',
    language: 'es' as const,
    locale: 'es-ES',
    country: 'ES',
    currency: 'EUR',
    urgent: 'warning-signs',
    patient: { phone: '+34600000001', typed: '600 00 00 01' },
    clinician: { email: 'marta.vidal@vidaligera.example', totpSecret: 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U' },
    manager: { email: 'elena.ruiz@vidaligera.example', totpSecret: 'OVZGY6LTNFXHI3DFONZWK3TDMVZGKZLE' },
  },
  {
    partner: 'bem-leve',
    language: 'pt-BR' as const,
    locale: 'pt-BR',
    country: 'BR',
    currency: 'BRL',
    urgent: 'alarm-signs',
    patient: { phone: '+5511900000001', typed: '11 90000-0001' },
    clinician: { email: 'helena.prado@bemleve.example', totpSecret: 'JBSWY3DPMJSW23DFOZSWQZLMMVXGC4DS' },
    manager: { email: 'beatriz.moura@bemleve.example', totpSecret: 'MJSWC5DSNF5G233VOJQWEZLNNRSXMZJV' },
  },
]

/** Inserts forty rows of everything that the desk and a patient's app list. */
export async function fillLongLists(databaseUrl: string, filling: Filling): Promise<void> {
  const db = connect(databaseUrl, { max: 1, name: 'e2e' })
  try {
    await db.begin(async (tx) => {
      await makePatients(tx, filling)
      await fillQueueAndDay(tx, filling)
      await fillRecords(tx)
      await fillMoney(tx, filling)
      await fillClinic(tx, filling)
      await fillApp(tx, filling)
    })
  } finally {
    await db.end()
  }
}

/** Patients with long names. */
async function makePatients(db: Tx, { country }: Filling): Promise<void> {
  await db`
    create temp table forty as
    select n, gen_random_uuid() as account, gen_random_uuid() as patient, gen_random_uuid() as cart,
      gen_random_uuid() as bought, gen_random_uuid() as attempt, gen_random_uuid() as plan
    from generate_series(1, 40) n`
  await db`
    insert into account (id, phone, country, email, password_hash)
    select account, '+3469' || lpad(n::text, 7, '0'), ${country}, 'cuarenta' || n || '@example.test', 'none' from forty`
  await db`
    insert into patient (id, account_id, first_name, last_name, date_of_birth, sex)
    select patient, account, (array['Ana', 'Maximiliano', 'Iñaki', 'María de los Ángeles', 'Noa'])[n % 5 + 1],
      (array['Cuarenta', 'Fernández-Villaverde Etxeberria', 'Sá', 'Gonçalves de Albuquerque', 'Ruiz'])[n / 5 % 5 + 1] || ' ' || n,
      date '1950-01-01' + n * 500, 'Female' from forty`
}

/** Forty waiting patients, some urgent, some on hold; forty past and forty upcoming slots of today. */
async function fillQueueAndDay(db: Tx, { clinician, urgent }: Filling): Promise<void> {
  await db`
    insert into consultation (patient_id, product_id, product_slug, product_name, type, status, contact_method, queued_at,
      deferred_until)
    select patient, p.id, p.slug, p.name, 'on-demand', 'QUEUED', case when n % 3 = 0 then 'phone' else 'video' end,
      now() - n * interval '20 seconds', case when n % 6 = 0 then now() + interval '1 hour' end
    from forty, (select '101' as id, 'general-consultation' as slug, 'Consulta' as name) p`
  await db`
    update consultation set symptoms = ${db.json([
      { questionId: urgent, answer: ['chest-pain'], urgent: ['chest-pain'] },
    ])} where id in (select id from consultation where status = 'QUEUED' order by queued_at limit 3)`
  await db`
    insert into consultation (patient_id, product_id, product_slug, product_name, type, status, contact_method,
      clinician_id, starts_at, ends_at, closed_for)
    select f.patient, '201', 'medical-weight-assessment', 'Valoración', 'scheduled', t.status, 'video', c.id,
      t.starts, t.starts + interval '5 minutes', t.closed
    from forty f, clinician c join staff s on s.clinician_id = c.id and s.email = ${clinician.email},
      lateral (select date_trunc('day', now() at time zone c.time_zone) at time zone c.time_zone as midnight) d,
      lateral (values
        ('CLOSED', d.midnight + (now() - d.midnight) * (f.n / 41.0), 'completed'),
        ('QUEUED', now() + (d.midnight + interval '1 day' - now()) * (f.n / 41.0), null)
      ) as t (status, starts, closed)`
}

async function fillRecords(db: Tx): Promise<void> {
  await db`
    insert into edit_request (patient_id, section, text, created_at)
    select patient, 'allergy', 'La penicilina no me hace nada desde hace años', now() - n * interval '1 hour' from forty`
  await db`
    insert into break_glass (staff_id, patient_id, reason, opened_at, open_until)
    select s.id, patient, 'Urgencia a domicilio, sin nadie que lo sepa', now() - n * interval '1 hour', now() + interval '3 hours'
    from forty, lateral (select id from staff where clinician_id is not null order by email limit 1) s`
  await db`
    insert into question (patient_id, key, topic, text, asked_at, due_at)
    select patient, gen_random_uuid(), (array['nutrition', 'exercise', 'endocrinology', 'technical'])[n % 4 + 1],
      'Cuánta agua conviene beber al día cuando se toma esta medicina', now() - n * interval '1 hour',
      now() - n * interval '1 hour' + interval '1 day' from forty`
}

async function fillMoney(db: Tx, { currency }: Filling): Promise<void> {
  await db`
    insert into cart (id, key_hash, product_id, account_id, patient_id)
    select cart, sha256(cart::text::bytea), '201', account, patient from forty`
  await buy(db, 'forty', currency)
  await db`
    insert into reconciliation_task (kind, provider, attempt_id, order_id, ours, theirs)
    select (array['AMOUNT_DIFFERS', 'REFUND_DIFFERS', 'MISSING_PAYMENT'])[n % 3 + 1], 'monei', attempt, bought, 4900, 4800
    from forty`
  await db`
    insert into subscription (id, account_id, patient_id, plan_id, plan_name, provider, provider_id, status,
      last_payment_status, amount, first_amount, trial_days, currency, current_period_end)
    select plan, account, patient, '1', 'Plan', 'monei', plan::text, 'ACTIVE', 'SUCCEEDED', 1900, 1900, 0, ${currency},
      now() + n * interval '1 day' from forty`
  await db`
    insert into promo_code (code, percentage, campaign, valid_from, valid_until)
    select 'CUARENTA-' || n, n, 'Campaña de otoño de una empresa con nombre largo', now(), now() + n * interval '1 day'
    from forty`
}

/** Inserts a paid order for each. */
async function buy(db: Tx, table: string, currency: string): Promise<void> {
  await db`
    insert into care_order (id, cart_id, account_id, patient_id, product_id, product_slug, product_name, status, amount,
      currency, price, payment_method, card_type, masked_card_number, created_at)
    select bought, cart, account, patient, '201', 'medical-weight-assessment', 'Valoración médica de peso', 'ACTIVE', 4900,
      ${currency}, ${db.json({ subtotal: 4900, discounts: [], total: 4900, currency })}, 'CARD_FIRST_PAYMENT', 'visa',
      '•••• 4242', now() - n * interval '1 day' from ${db(table)}`
  await db`
    insert into payment_attempt (id, order_id, provider, provider_payment_id, state, amount, captured, currency)
    select attempt, bought, 'monei', attempt::text, 'succeeded', 4900, 4900, ${currency} from ${db(table)}`
  await db`
    insert into order_event (order_id, status, source)
    select bought, 'ACTIVE', 'job' from ${db(table)}`
}

/** Colleagues, invitations, companies and error reports. */
async function fillClinic(db: Tx, { clinician }: Filling): Promise<void> {
  await db`
    insert into clinician (id, name, specialty, registration_number, languages, bio, experience, studies, hue, time_zone)
    select patient, 'Dra. Colega Etxeberria ' || n, o.specialty, o.registration_number, o.languages, o.bio, o.experience,
      o.studies, n * 8, o.time_zone
    from forty, clinician o join staff s on s.clinician_id = o.id and s.email = ${clinician.email}`
  await db`
    insert into staff (id, email, name, password_hash, totp_secret, role, clinician_id)
    select account, 'colega' || n || '@example.test', 'Dra. Colega Etxeberria ' || n, 'none', '\\x00', 'clinician', patient
    from forty`
  await db`insert into session (staff_id) select account from forty`
  await db`
    insert into clinician_hours (clinician_id, weekday, starts, ends)
    select patient, d, time '09:00', time '17:00' from forty, generate_series(1, 5) d`
  await db`
    insert into staff_invitation (id, name, email, role, secret_hash, totp_secret, invited_by, expires_at)
    select gen_random_uuid(), 'Dra. Invitada ' || n, 'invitada' || n || '@example.test', 'clinical-manager',
      sha256(('forty' || n)::bytea), '\\x00', s.id, now() + interval '3 days'
    from forty, (select id from staff where role <> 'clinician' order by email limit 1) s`
  await db`insert into company (slug, name) select 'empresa-' || n, 'Empresa de ejemplo con nombre largo ' || n from forty`
  await db`
    insert into error_report (fingerprint, program, name, route, method, status, release, trace_id, handled, frames, times)
    select md5('forty' || n), 'api', 'TypeError', '/v1/order/:id', 'GET', 500, '1.0.0', md5(n::text), false, '[]', n
    from forty`
}

/** One patient's consultations, payments, cards, largest allowed family, and documents of one consultation. */
async function fillApp(db: Tx, { patient, currency }: Filling): Promise<void> {
  await db`
    create temp table forty_own as
    select n, a.id as account, p.id as patient, gen_random_uuid() as cart, gen_random_uuid() as bought,
      gen_random_uuid() as attempt, gen_random_uuid() as made
    from account a join patient p on p.account_id = a.id, generate_series(1, 40) n where a.phone = ${patient.phone}`
  await db`
    insert into cart (id, key_hash, product_id, account_id, patient_id)
    select cart, sha256(cart::text::bytea), '201', account, patient from forty_own`
  await buy(db, 'forty_own', currency)
  await db`
    insert into consultation (id, order_id, patient_id, product_id, product_slug, product_name, type, status,
      contact_method, clinician_id, starts_at, ends_at, closed_for)
    select made, bought, patient, '201', 'medical-weight-assessment', 'Valoración médica de peso', 'scheduled',
      case when n > 20 then 'QUEUED' else 'CLOSED' end, 'video', c.id, t.starts, t.starts + interval '20 minutes',
      case when n <= 20 then 'completed' end
    from forty_own, lateral (select id from clinician order by id limit 1) c,
      lateral (select now() + (n - 20.5) * interval '1 day' as starts) t`
  await db`
    insert into saved_card (account_id, provider, provider_customer_id, fingerprint, provider_card_id, card_type,
      masked_card_number, expiry_month, expiry_year)
    select account, ${currency === 'BRL' ? 'mercadopago' : 'monei'}, ${currency === 'BRL' ? 'forty' : null}::text, 'forty' || n,
      'forty' || n, 'visa', '•••• ' || (4200 + n), n % 12 + 1, 2031 from forty_own`
  await db`
    insert into patient (holder_id, first_name, last_name, date_of_birth, sex)
    select patient, 'María de los Ángeles', 'Fernández-Villaverde ' || n, current_date - 700 - n * 100, 'Female'
    from forty_own where n <= 6`
  await db`
    insert into consultation_document (consultation_id, side, place, account_id, staff_id, upload_key, upload_hash, file, type,
      size, hash, name, is_waiting)
    select o.made, d.side, d.place, case when d.side = 'patient' then o.account end,
      case when d.side = 'clinician' then s.id end, gen_random_uuid(), sha256('forty'), gen_random_uuid(), 'application/pdf',
      24000, sha256('forty'), 'Analítica de sangre y orina de primavera ' || d.place || '.pdf', false
    from forty_own o, (select side, place from unnest(array['patient', 'clinician']) side, generate_series(1, 20) place) d,
      (select id from staff where clinician_id is not null order by email limit 1) s
    where o.n = 21`
}

/** The id of the consultation that has forty documents. */
export async function consultationWithDocuments(databaseUrl: string): Promise<string> {
  const db = connect(databaseUrl, { max: 1, name: 'e2e' })
  const [row] = await db<{ id: string }[]>`select consultation_id as id from consultation_document limit 1`
  await db.end()
  return row?.id ?? ''
}

/** The rows of the queue: an upcoming appointment may be in the same column. */
export const waitingRows = (page: Page, messages: Messages) =>
  page.locator('a[data-column]').filter({ hasText: messages.text('desk.queue.waiting') })

import { randomUUID } from 'node:crypto'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { connect, type Db } from '../server/kit/db/db.ts'

const CLINICIANS = 200
const PATIENTS = 5_000

/** Clinicians who get past consultations. */
export interface FilledClinic {
  clinicianIds: string[]
}

/** Inserts patients with a history, and clinicians beside the active ones. */
export async function insertPastPatients(databaseUrl: string, working: readonly string[]): Promise<FilledClinic> {
  const newcomers = Array.from({ length: CLINICIANS - working.length }, () => randomUUID())
  return withDb(databaseUrl, async (db) => {
    await db`
      insert into clinician (id, name, specialty, registration_number, languages, bio, experience, studies, hue, time_zone)
      select id, 'Dra. Antes', '{}', '28/1', '{es}', '{}', '{}', '{}', 100, 'UTC' from unnest(${newcomers}::uuid[]) id`
    await db`
      with made as (
        insert into account (phone, country, email, password_hash)
        select '+3481' || lpad(n::text, 7, '0'), 'ES', 'past' || n || '@example.test', 'none'
        from generate_series(1, ${PATIENTS}::int) n returning id
      )
      insert into patient (account_id, first_name, last_name, date_of_birth, sex)
      select id, 'Ana', 'Antes', date '1980-01-01', 'Female' from made`
    return { clinicianIds: [...working, ...newcomers] }
  })
}

/** Inserts past consultations with cart, slot, order and payment, from number `from` to number `to`. */
export async function insertPastConsultations(
  databaseUrl: string,
  { clinicianIds }: FilledClinic,
  product: Product,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await withDb(databaseUrl, async (db) => {
    // The rows are valid by construction: triggers are off and the exclusion constraint is dropped for the insert; it
    // is added again afterwards.
    await db`set session_replication_role = replica`
    const [exclusion] = await db<{ name: string; definition: string }[]>`
      select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = 'slot_hold'::regclass and contype = 'x'`
    if (!exclusion) throw new Error('the claims of a clinician may overlap')
    await db`alter table slot_hold drop constraint ${db(exclusion.name)}`
    await db`
      create temp table past as
      select n, gen_random_uuid() as cart, gen_random_uuid() as claim, gen_random_uuid() as made, p.account_id, p.id as patient,
        (${clinicianIds}::uuid[])[n % ${CLINICIANS} + 1] as clinician,
        date_trunc('hour', now()) - interval '1 day' - (n / ${CLINICIANS}) * interval '20 minutes' as starts
      from generate_series(${from}::int, ${to - 1}::int) n
      join (select id, account_id, row_number() over (order by id) as place from patient where last_name = 'Antes') p
        on p.place = n % ${PATIENTS} + 1`
    await db`
      insert into cart (id, key_hash, product_id, account_id, patient_id, clinician_id, ordered_at, created_at, changed_at)
      select cart, sha256(cart::text::bytea), ${product.id}, account_id, patient, clinician, starts, starts, starts from past`
    await db`
      insert into slot_hold (id, clinician_id, cart_id, starts_at, ends_at, during, state, locked_at)
      select claim, clinician, cart, starts, starts + interval '15 minutes',
        tstzrange(starts, starts + interval '15 minutes'), 'booked', starts from past order by clinician, starts`
    await db`
      insert into care_order (id, cart_id, slot_hold_id, account_id, patient_id, product_id, product_slug, product_name, status,
        amount, currency, price, payment_method, created_at, changed_at)
      select made, cart, claim, account_id, patient, ${product.id}, 'past', 'Past', 'ACTIVE', 4900, 'EUR', '{}',
        'CARD_FIRST_PAYMENT', starts, starts from past`
    await db`
      insert into payment_attempt (order_id, provider, provider_payment_id, state, amount, captured, currency, created_at)
      select made, 'monei', made::text, 'succeeded', 4900, 4900, 'EUR', starts from past`
    await db`
      insert into order_event (order_id, status, source, at) select made, 'ACTIVE', 'job', starts from past`
    await db`
      insert into consultation (order_id, patient_id, product_id, product_slug, product_name, type, status, contact_method,
        clinician_id, slot_hold_id, starts_at, ends_at, created_at)
      select made, patient, ${product.id}, 'past', 'Past', 'scheduled', 'CLOSED', 'video', clinician, claim, starts,
        starts + interval '15 minutes', starts from past`
    await db`drop table past`
    // Future slots of the previous size are released, so that every size starts with the same free calendars.
    await db`update slot_hold set state = 'released', expires_at = null where starts_at > now()`
    await db.unsafe(`alter table slot_hold add constraint "${exclusion.name}" ${exclusion.definition}`)
    await db`vacuum (analyze)`
    // A checkpoint now, so that pending writes do not disturb the measured reads.
    await db`checkpoint`
  })
}

/** Sequential scans of large tables so far. */
export async function countSequentialScans(databaseUrl: string): Promise<Map<string, number>> {
  const rows = await withDb(
    databaseUrl,
    (db) => db<{ name: string; scans: string }[]>`
      select relname as name, seq_scan as scans from pg_stat_user_tables
      where relname in ('cart', 'slot_hold', 'care_order', 'payment_attempt', 'order_event', 'consultation')`,
  )
  return new Map(rows.map(({ name, scans }) => [name, Number(scans)]))
}

/** Database pages read so far, from cache or disk. */
export async function countPagesRead(databaseUrl: string): Promise<number> {
  const [row] = await withDb(
    databaseUrl,
    (db) => db<{ pages: string }[]>`
      select blks_hit + blks_read as pages from pg_stat_database where datname = current_database()`,
  )
  return Number(row?.pages)
}

async function withDb<T>(databaseUrl: string, run: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(databaseUrl, { max: 1 })
  try {
    await db`set statement_timeout = 0`
    return await run(db)
  } finally {
    await db.end()
  }
}

import type { AddressFound, PostalPlace } from '@cuida/core/profile/account/account-api.ts'
import type { Address, AddressKind } from '@cuida/core/profile/address/address.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

// Street names change rarely, and a month-old one does no harm.
const FRESH = '30 days'

/** A cached answer about a code; an old one is better than none while the provider is unreachable. */
export async function findCachedPlace(
  sql: Sql,
  country: string,
  code: string,
): Promise<{ place: PostalPlace; isFresh: boolean } | undefined> {
  const [row] = await sql<(PostalPlace & { isFresh: boolean })[]>`
    select country, code as "postalCode", state, city, district, street,
      fetched_at > clock_timestamp() - ${FRESH}::interval as "isFresh"
    from postal_code where country = ${country} and code = ${code}`
  if (!row) return undefined
  const { isFresh, ...place } = row
  return { place, isFresh }
}

export async function savePostalCode(
  sql: Sql,
  { country, postalCode, state, city, district, street }: PostalPlace,
): Promise<void> {
  await sql`
    insert into postal_code (country, code, state, city, district, street)
    values (${country}, ${postalCode}, ${state}, ${city}, ${district}, ${street})
    on conflict (country, code) do update set state = excluded.state, city = excluded.city,
      district = excluded.district, street = excluded.street, fetched_at = excluded.fetched_at`
}

interface Row extends Address {
  source: NonNullable<AddressFound['source']>
}

/** The patient's own address, otherwise the default billing address, otherwise the one shared with the holder. */
export async function findAddress(sql: Sql, patientId: string, kind: AddressKind): Promise<AddressFound> {
  const [row] = await sql<Row[]>`
    select a.country, a.postal_code as "postalCode", a.state, a.city, a.district, a.street, a.number, a.comments,
      case when a.patient_id <> p.id then 'holder' when a.kind <> ${kind} then 'home' else 'own' end as source
    from patient p join address a on a.patient_id in (p.id, p.holder_id) and a.kind in (${kind}, 'home')
    where p.id = ${patientId}
    order by a.kind <> ${kind}, a.patient_id <> p.id
    limit 1`
  if (!row) return { address: null, source: null }
  const { source, ...address } = row
  return { address, source }
}

/** The holder's home and billing address; the billing address defaults to home. */
export async function findHolderAddresses(
  sql: Sql,
  accountId: string,
): Promise<{ home: Address | undefined; billing: Address | undefined }> {
  const rows = await sql<(Address & { kind: AddressKind })[]>`
    select a.kind, a.country, a.postal_code as "postalCode", a.state, a.city, a.district, a.street, a.number, a.comments
    from patient p join address a on a.patient_id = p.id where p.account_id = ${accountId}`
  const [home, billing] = (['home', 'billing'] as const).map((addressKind) => {
    const { kind, ...address } = rows.find((row) => row.kind === addressKind) ?? { kind: undefined }
    return kind && (address as Address)
  })
  return { home, billing: billing ?? home }
}

/** False when the patient was deleted meanwhile: saving and deletion lock the same row. */
export async function saveAddress(tx: Tx, patientId: string, kind: AddressKind, address: Address): Promise<boolean> {
  const [patient] = await tx`
    select 1 from patient where id = ${patientId} and deleted_at is null for key share`
  if (!patient) return false
  const { country, postalCode, state, city, district, street, number, comments } = address
  await tx`
    insert into address (patient_id, kind, country, postal_code, state, city, district, street, number, comments)
    values (${patientId}, ${kind}, ${country}, ${postalCode}, ${state}, ${city}, ${district}, ${street}, ${number},
      ${comments})
    on conflict (patient_id, kind) do update set country = excluded.country, postal_code = excluded.postal_code,
      state = excluded.state, city = excluded.city, district = excluded.district, street = excluded.street,
      number = excluded.number, comments = excluded.comments, changed_at = clock_timestamp()`
  return true
}

export async function forgetBilling(tx: Tx, patientId: string): Promise<void> {
  await tx`delete from address where patient_id = ${patientId} and kind = 'billing'`
}

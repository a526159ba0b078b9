import type { Profile } from '@cuida/core/profile/account/profile.ts'
import type { Sql } from '../../kit/db/db.ts'
import { Unauthorized } from '../../kit/http/refusal.ts'
import { patientsOf } from '../store.ts'

/** The holder's profile, with the dependants that the holder may act for now. */
async function findProfile(sql: Sql, accountId: string): Promise<Profile | undefined> {
  const [holder, ...dependants] = await patientsOf(sql, accountId)
  if (!holder) return undefined
  const [more] = await sql<{ company: string | null; debug: boolean; locale: string; timeZone: string | null }[]>`
    select c.name as company, a.debug, a.locale, a.time_zone as "timeZone"
    from patient p join account a on a.id = p.account_id
    left join company c on c.id = p.company_id and c.ended_at is null where p.id = ${holder.id}`
  const { id, emrId, email, firstName, lastName, dateOfBirth } = holder
  return {
    id,
    emrId,
    email,
    firstName,
    lastName,
    dateOfBirth,
    phone: { number: holder.phone, country: holder.country },
    sex: holder.sex,
    genderInfo: holder.genderInfo,
    locale: more?.locale ?? 'en',
    timeZone: more?.timeZone ?? null,
    cpf: holder.cpf ?? null,
    document: holder.document ?? null,
    dependants,
    isDependant: false,
    b2bCompany: more?.company ? await findCompany(sql, holder.id, more.company) : null,
    showDebugInfo: more?.debug ?? false,
    subscription: await findSubscription(sql, accountId),
  }
}

/**
 * The signed-in holder's own profile; throws Unauthorized when the account was deleted after the session was checked.
 */
export async function ownProfile(sql: Sql, accountId: string): Promise<Profile> {
  const profile = await findProfile(sql, accountId)
  if (!profile) throw new Unauthorized()
  return profile
}

/** The current subscription, otherwise the last one that ended. */
async function findSubscription(sql: Sql, accountId: string): Promise<Profile['subscription']> {
  const [row] = await sql<{ id: string; status: string }[]>`
    select id, status from subscription where account_id = ${accountId}
    order by status in ('CANCELED', 'EXPIRED'), created_at desc limit 1`
  return row ? { id: row.id, status: row.status } : null
}

async function findCompany(sql: Sql, patientId: string, name: string): Promise<Profile['b2bCompany']> {
  const productDiscounts = await sql<{ productId: string; discount: number }[]>`
    select product_id as "productId", percentage as discount from company_discount
    where patient_id = ${patientId} order by product_id`
  return { name, productDiscounts: [...productDiscounts] }
}

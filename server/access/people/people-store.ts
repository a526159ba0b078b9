import type { FoundPerson, Person, PersonKind, PersonStatus } from '@cuida/core/access/people/people-api.ts'
import { maskPhoneNumber } from '@cuida/core/kit/mask-phone-number.ts'
import type { Row } from 'postgres'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

export type PersonQuery = { phone: string } | { email: string } | { name: string }

/** With more hits than this the query counts as too wide. */
export const MAX_PEOPLE_FOUND = 20

const foundOf = (row: Row): FoundPerson => ({
  kind: row.kind,
  id: row.id,
  name: row.name,
  hint: row.kind === 'patient' ? maskPhoneNumber(row.phone) : row.email,
  status: row.status,
})

/** All patients and staff who can sign in; deleted accounts are left out. */
const people = (sql: Sql) => sql`(
  select 'patient' as kind, a.id, a.phone, a.email, a.status, a.locale, null as role, a.created_at,
    p.first_name || ' ' || p.last_name as name,
    array_to_tsvector(search_words(p.first_name || ' ' || p.last_name)) as name_words,
    (select count(*)::int from patient d where d.holder_id = p.id) as dependants
  from account a join patient p on p.account_id = a.id where a.status <> 'deleted'
  union all
  select 'staff', id, null, email, status, null, role, created_at, name, array_to_tsvector(search_words(name)), 0 from staff) person`

/** Returns at most `MAX_PEOPLE_FOUND` + 1 people, so that the caller sees whether there are more. */
export async function findPeople(sql: Sql, query: PersonQuery): Promise<FoundPerson[]> {
  const rows = await sql`
    select kind, id, name, phone, email, status from ${people(sql)}
    where ${isWanted(sql, query)} order by name, id limit ${MAX_PEOPLE_FOUND + 1}`
  return rows.map(foundOf)
}

function isWanted(sql: Sql, query: PersonQuery) {
  if ('phone' in query) return sql`phone = ${query.phone}`
  if ('email' in query) return sql`lower(email) = lower(${query.email})`
  return sql`name_words @@ search_query(${query.name})`
}

export type PersonDetails = Omit<Person, 'isMe' | 'sessions' | 'failures' | 'actions'>

export async function findPerson(sql: Sql, kind: PersonKind, id: string): Promise<PersonDetails | undefined> {
  const [row] = await sql`select * from ${people(sql)} where kind = ${kind} and id = ${id}`
  if (!row) return undefined
  const { email, phone, locale, role, dependants } = row
  return { ...foundOf(row), email, phone, locale, role, dependants, createdAt: row.created_at.toISOString() }
}

/**
 * Locks both people in a fixed order, so that two managers who block each other do not deadlock. Returns whether the
 * manager is still active, and the target's status; undefined when the target does not exist.
 */
export async function lockPeople(
  tx: Tx,
  managerId: string,
  { kind, id }: { kind: PersonKind; id: string },
): Promise<{ managerIsActive: boolean; status: PersonStatus } | undefined> {
  const staffIds = kind === 'staff' ? [managerId, id] : [managerId]
  const staff = await tx<{ id: string; status: PersonStatus; isLinkDue?: boolean }[]>`
    select id, status, link_due_since is not null as "isLinkDue" from staff where id in ${tx(staffIds)} order by id for update`
  const [account] =
    kind === 'patient'
      ? await tx<{ status: PersonStatus }[]>`
          select status from account where id = ${id} and status <> 'deleted' for update`
      : staff.filter((one) => one.id === id)
  const manager = staff.find((one) => one.id === managerId)
  const managerIsActive = manager?.status === 'active' && !manager.isLinkDue
  return account && { managerIsActive, status: account.status }
}

export async function setStatus(tx: Tx, kind: PersonKind, id: string, status: PersonStatus): Promise<void> {
  if (kind === 'patient') await tx`update account set status = ${status} where id = ${id}`
  else await setStaffStatus(tx, id, status)
}

/** Clients that show this clinician's times reload them. */
async function setStaffStatus(tx: Tx, id: string, status: PersonStatus): Promise<void> {
  const [row] = await tx`update staff set status = ${status} where id = ${id} returning clinician_id`
  if (row?.clinician_id) await notifyChanged(tx, [`clinician:${row.clinician_id}`, 'queue'])
}

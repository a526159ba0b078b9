import type { StaffRole } from '@cuida/core/access/team/staff-api.ts'
import type { Sql, Tx } from '../kit/db/db.ts'

export interface Staff {
  id: string
  email: string
  name: string
  role: StaffRole
  clinicianId: string | null
  status: 'active' | 'blocked'
  isLinkDue: boolean
  passwordHash: string
  totpSecret: Buffer
}

const columns = (sql: Sql) => sql`
  id, email, name, role, clinician_id as "clinicianId", status, link_due_since is not null as "isLinkDue",
  password_hash as "passwordHash", totp_secret as "totpSecret"`

export async function findStaff(sql: Sql, id: string): Promise<Staff | undefined> {
  const [row] = await sql<Staff[]>`select ${columns(sql)} from staff where id = ${id}`
  return row
}

export async function findStaffByEmail(sql: Sql, email: string): Promise<Staff | undefined> {
  const [row] = await sql<Staff[]>`select ${columns(sql)} from staff where lower(email) = lower(${email})`
  return row
}

/** Uses a TOTP step once; false when it or a later one was used. */
export async function takeTotpStep(sql: Sql, id: string, step: number): Promise<boolean> {
  const done = await sql`update staff set totp_step = ${step} where id = ${id} and totp_step < ${step}`
  return done.count === 1
}

/** Sets or clears the state in which this member can only get in by an invitation link. */
export async function setLinkDue(tx: Tx, id: string, isDue: boolean): Promise<void> {
  await tx`update staff set link_due_since = ${isDue ? tx`clock_timestamp()` : null} where id = ${id}`
}

/** SQL condition on `clinician c`: an active member of staff belongs to it. Patients are offered only these. */
export const hasActiveStaff = (sql: Sql) => sql`
  exists (select 1 from staff w where w.clinician_id = c.id and w.status = 'active')`

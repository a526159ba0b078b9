import type { Tx } from '../../kit/db/db.ts'
import type { Invitation } from './invitation-store.ts'

export interface Joining {
  passwordHash: string
  /** Of the code that proved the authenticator: it is used. */
  step: number
}

/** Their id; undefined: somebody got the address meanwhile. */
export async function insertMember(
  tx: Tx,
  { name, email, role, clinicianId, totpSecret }: Invitation,
  { passwordHash, step }: Joining,
): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    insert into staff (name, email, role, clinician_id, password_hash, totp_secret, totp_step)
    values (${name}, ${email}, ${role}, ${clinicianId}, ${passwordHash}, ${totpSecret}, ${step})
    on conflict (lower(email)) do nothing returning id`
  return row?.id
}

export async function renewMember(
  tx: Tx,
  id: string,
  { totpSecret }: Invitation,
  { passwordHash, step }: Joining,
): Promise<void> {
  await tx`
    update staff set password_hash = ${passwordHash}, totp_secret = ${totpSecret}, totp_step = ${step},
      link_due_since = null where id = ${id}`
}

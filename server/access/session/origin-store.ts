import { type Device, deviceOf } from '@cuida/core/access/session/device.ts'
import type { FastifyRequest } from 'fastify'
import type { Secrets } from '../../kit/crypto/secrets.ts'
import type { Sql } from '../../kit/db/db.ts'
import { networkOf } from '../rate-limits.ts'

/** Device and network of a sign-in, reduced to what a session list needs. */
export interface Origin {
  device: Device
  /** Keyed hash of the address's network prefix: recognises the same network, reveals no address. */
  network: Buffer
}

export function originOf(secrets: Secrets, request: FastifyRequest): Origin {
  const device = deviceOf(request.headers['user-agent']?.slice(0, 300) ?? '')
  return { device, network: secrets.label('source', `network ${networkOf(request)}`).subarray(0, 8) }
}

/** Does nothing when the session already has an origin, as on a refresh. */
export async function insertOrigin(sql: Sql, sessionId: string, { device, network }: Origin): Promise<void> {
  await sql`
    insert into session_origin (session_id, device, network) values (${sessionId}, ${device}, ${network})
    on conflict do nothing`
}

/** Takes the same round trip for an unknown account (product 3.8). */
export async function insertFailure(sql: Sql, ownerId: string | undefined, { device, network }: Origin): Promise<void> {
  await sql`
    insert into failed_sign_in (owner_id, device, network)
    select ${ownerId ?? null}::uuid, ${device}, ${network} where ${ownerId ?? null}::uuid is not null`
}

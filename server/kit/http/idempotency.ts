import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { PerKey, Secrets } from '../crypto/secrets.ts'
import type { Db } from '../db/db.ts'
import { Refusal } from './refusal.ts'

/**
 * Implements `Idempotency-Key` (product 2.4): a repeated request with the same key, body and owner receives the first
 * reply; the same key with another body is refused. Without the header the work simply runs. A failed first attempt
 * can be retried. The reply is stored, so it must hold nothing secret.
 */
export async function withIdempotency<T extends object>(
  db: Db,
  request: FastifyRequest,
  owner: string,
  run: () => Promise<T>,
): Promise<T> {
  const known = await claimKey(db, request, owner, (text) => [createHash('sha256').update(text).digest()])
  if (!known) return run()
  if (known.reply) return known.reply as T
  const reply = await run()
  await db`update idempotency set reply = ${db.json(reply as never)} where owner = ${owner} and key = ${known.key}`
  return reply
}

/**
 * For calls whose body or reply is secret: refuses another body by a keyed hash and stores nothing else, so the work
 * runs again and must tolerate that.
 */
export async function refuseOtherBody(db: Db, request: FastifyRequest, owner: string, secrets: Secrets): Promise<void> {
  await claimKey(db, request, owner, (text) => secrets.derive('idempotency', text))
}

async function claimKey(db: Db, request: FastifyRequest, owner: string, hashes: (text: string) => PerKey<Buffer>) {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key.length > 200) return undefined
  const accepted = hashes(`${request.url}\n${JSON.stringify(request.body ?? null)}`)
  const [row] = await db<{ body_hash: Buffer; reply: object | null }[]>`
    insert into idempotency (owner, key, body_hash) values (${owner}, ${key}, ${accepted[0]})
    on conflict (owner, key) do update set key = excluded.key
    returning body_hash, reply`
  if (row && !accepted.some((hash) => row.body_hash.equals(hash))) throw new Refusal('IDEMPOTENCY_MISMATCH', 422)
  return { key, reply: row?.reply }
}

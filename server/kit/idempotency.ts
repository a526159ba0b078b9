import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db } from './db.ts'
import { Refusal } from './refusal.ts'

/**
 * Honours `Idempotency-Key` (decisions §3): the same key and body of one owner answers what it answered before; the
 * same key with another body is refused. Without the header the work simply runs. A first try that failed may be
 * tried again. The reply is kept for the next asker, so it must hold nothing secret.
 */
export async function once<T extends object>(
  db: Db,
  request: FastifyRequest,
  owner: string,
  run: () => Promise<T>,
): Promise<T> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key.length > 200) return run()
  const bodyHash = createHash('sha256')
    .update(`${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest()
  const [known] = await db<{ body_hash: Buffer; reply: T | null }[]>`
    insert into idempotency (owner, key, body_hash) values (${owner}, ${key}, ${bodyHash})
    on conflict (owner, key) do update set key = excluded.key
    returning body_hash, reply`
  if (known && !known.body_hash.equals(bodyHash)) throw new Refusal('IDEMPOTENCY_MISMATCH', 422)
  if (known?.reply) return known.reply
  const reply = await run()
  await db`update idempotency set reply = ${db.json(reply as never)} where owner = ${owner} and key = ${key}`
  return reply
}

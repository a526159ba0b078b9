import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { decryptText, encryptText } from '../crypto/encrypted-text.ts'
import type { Secrets } from '../crypto/secrets.ts'
import type { Db } from '../db/db.ts'
import { Refusal } from './refusal.ts'

/** How long a request may run before a repetition takes over, as after a crash: longer than any answer takes. */
const LEASE = '60 seconds'
/** How long a repetition waits for the first request. */
const WAIT_MS = 5_000
const POLL_MS = 100

interface Keyed {
  db: Db
  secrets: Secrets
  /** Whose key it is: another owner's equal key is another one. */
  owner: string
}

/**
 * Implements `Idempotency-Key` (product 2.4): a repeated request with the same key, body and owner receives the first
 * answer, one that arrives while the first still runs waits for it, and the same key with another body is refused. Without
 * the header the work simply runs. A failed first attempt can be retried. The answer may hold health data: it is stored
 * encrypted, for two days (purge-store.ts).
 */
export async function withIdempotency<T>(keyed: Keyed, request: FastifyRequest, run: () => Promise<T>): Promise<T> {
  const { db, owner } = keyed
  const claim = claimOf(keyed, request)
  if (!claim) return run()
  const known = await waitForTurn(db, claim)
  if (known !== undefined) return JSON.parse(known)
  try {
    const answer = await run()
    const text = encryptText(db, 'idempotency.reply_text', JSON.stringify(answer))
    await db`
      update idempotency set reply_text = ${text}, running_until = null where owner = ${owner} and key = ${claim.key}`
    return answer
  } catch (failure) {
    await db`update idempotency set running_until = null where owner = ${owner} and key = ${claim.key}`.catch(() => {})
    throw failure
  }
}

/**
 * For calls whose body or answer is secret: refuses another body by a keyed hash and stores nothing else, so the work
 * runs again and must tolerate that.
 */
export async function refuseOtherBody(db: Db, request: FastifyRequest, owner: string, secrets: Secrets): Promise<void> {
  const claim = claimOf({ db, secrets, owner }, request)
  if (!claim) return
  const [row] = await db<{ hash: Buffer }[]>`
    insert into idempotency (owner, key, body_hash) values (${owner}, ${claim.key}, ${claim.hashes[0] ?? ''})
    on conflict (owner, key) do update set key = excluded.key
    returning body_hash as hash`
  if (row) refuseOther(claim, row.hash)
}

interface Claim {
  owner: string
  key: string
  /** Of the body, under each known secret; the first one is the current one's. */
  hashes: Buffer[]
}

function claimOf({ secrets, owner }: Keyed, request: FastifyRequest): Claim | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key.length > 200) return undefined
  const text = `${request.url}\n${JSON.stringify(request.body ?? null)}`
  // Older servers hashed the bodies of orders and subscriptions without a secret.
  return { owner, key, hashes: [...secrets.derive('idempotency', text), createHash('sha256').update(text).digest()] }
}

function refuseOther({ hashes }: Claim, known: Buffer): void {
  if (!hashes.some((hash) => known.equals(hash))) throw new Refusal('IDEMPOTENCY_MISMATCH', 422)
}

/** The answer of the first request; undefined when this request may run. */
async function waitForTurn(db: Db, claim: Claim): Promise<string | undefined> {
  const { owner, key, hashes } = claim
  for (const end = performance.now() + WAIT_MS; ; await new Promise((resolve) => setTimeout(resolve, POLL_MS))) {
    const isFirst = await db`
      insert into idempotency (owner, key, body_hash, running_until)
      values (${owner}, ${key}, ${hashes[0] ?? ''}, clock_timestamp() + ${LEASE}::interval)
      on conflict (owner, key) do nothing returning key`
    if (isFirst.length > 0) return undefined
    const [row] = await db<{ hash: Buffer; text: string | null; reply: object | null }[]>`
      select body_hash as hash, reply_text as text, reply from idempotency where owner = ${owner} and key = ${key}`
    if (!row) continue
    refuseOther(claim, row.hash)
    if (row.text !== null) return decryptText(db, 'idempotency.reply_text', row.text)
    // Of an older server.
    if (row.reply) return JSON.stringify(row.reply)
    const takesOver = await db`
      update idempotency set running_until = clock_timestamp() + ${LEASE}::interval
      where owner = ${owner} and key = ${key} and reply_text is null and reply is null
        and (running_until is null or running_until < clock_timestamp())
      returning key`
    if (takesOver.length > 0) return undefined
    if (performance.now() > end) throw new Refusal('STILL_RUNNING', 409, { retryAfter: 1 })
  }
}

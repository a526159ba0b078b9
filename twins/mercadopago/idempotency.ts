import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../kit/world.ts'
import { MercadoPagoError } from './wire.ts'

interface Kept {
  bodyHash: string
  answer: unknown
}

/**
 * Runs the work once per `X-Idempotency-Key`: the same request again is given the first answer, another body under
 * the same key is a conflict. A refused request (an exception) leaves the key free.
 */
export function once(world: World, work: (request: FastifyRequest) => unknown) {
  const answers = world.store.collection<Kept>('mercadopago-idempotency')
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const key = request.headers['x-idempotency-key']
    if (typeof key !== 'string' || key === '') throw missing()
    const id = `${request.url} ${key}`
    const bodyHash = createHash('sha256')
      .update(JSON.stringify(request.body ?? null))
      .digest('hex')
    const kept = answers.get(id)
    if (kept && kept.bodyHash !== bodyHash)
      throw new MercadoPagoError(409, 'X-Idempotency-Key was used for another request')
    const answer = kept ? kept.answer : work(request)
    if (!kept) answers.put(id, { bodyHash, answer })
    return reply.code(201).send(answer)
  }
}

const missing = () => {
  const description = 'Header X-Idempotency-Key can’t be null'
  return new MercadoPagoError(400, description, [{ code: 4292, description }])
}

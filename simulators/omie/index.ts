import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { credentials } from '../credentials.ts'
import { applyFaults } from '../kit/apply-faults.ts'
import type { InvoiceLine, SimulatorContext } from '../kit/context.ts'
import { type Fields, fieldsOf, textOf } from '../kit/fields.ts'
import { OmieFault, type OmieStore, omieCalls, openOmieStore } from './calls.ts'

const QUIET_SECONDS = 60
/** Milliseconds, long enough for two writes to overlap. */
const WRITING_MS = 15

/** Omie (product 12.23): one POST URL per service, method and keys in the body, SOAP-style faults. */
export const omieSimulator = (context: SimulatorContext) => async (app: FastifyInstance) => {
  const books = openOmieStore(context)
  const lastCalls = context.store.collection<{ at: number }>('omie-asked')
  const writing = new Set<string>()
  applyFaults(app, context.faults, 'omie', {
    faultstring: 'ERROR: SOAP-ERROR: falha interna',
    faultcode: 'SOAP-ENV:Server',
  })

  const serve = async (path: string, body: Fields, reply: FastifyReply) => {
    try {
      return await answer(path, body)
    } catch (error) {
      if (!(error instanceof OmieFault)) throw error
      return reply.code(500).send({ faultstring: `ERROR: ${error.message}`, faultcode: error.faultcode })
    }
  }
  const answer = async (path: string, body: Fields) => {
    if (body.app_key !== credentials.omie.appKey) throw new OmieFault(101, 'A chave de acesso não está correta.')
    if (body.app_secret !== credentials.omie.appSecret) throw new OmieFault(5030, 'A chave de acesso não é válida.')
    const method = textOf(body.call) ?? ''
    const found = omieCalls[`${path} ${method}`]
    if (!found) throw new OmieFault(5001, `Method "${method}" does not exist`)
    const [param] = Array.isArray(body.param) ? body.param : []
    if (!found.writes) refuseRedundant(`${method} ${JSON.stringify(param)}`)
    return found.writes
      ? alone(method, () => found.answer(books, fieldsOf(param)))
      : found.answer(books, fieldsOf(param))
  }
  /** A repeated request within the minute is refused and restarts the minute. */
  const refuseRedundant = (question: string) => {
    const key = createHash('sha256').update(question).digest('hex')
    const now = context.now().getTime()
    const last = lastCalls.get(key)?.at ?? 0
    lastCalls.put(key, { at: now })
    lastCalls.keep(1_000)
    if (now - last < QUIET_SECONDS * 1000)
      throw new OmieFault(
        6,
        `Consumo redundante detectado. Aguarde ${QUIET_SECONDS} segundos para tentar novamente (REDUNDANT).`,
      )
  }
  const alone = async <T>(method: string, write: () => T): Promise<T> => {
    if (writing.size > 0)
      throw new OmieFault(8020, `Já existe uma requisição desse método sendo executada (${method}).`)
    writing.add(method)
    try {
      await pause(WRITING_MS)
      return write()
    } finally {
      writing.delete(method)
    }
  }

  for (const path of ['geral/clientes', 'servicos/os', 'servicos/osp'])
    app.post(`/api/v1/${path}`, { config: { serves: 'effect' } }, ({ body }, reply) =>
      serve(path, fieldsOf(body), reply),
    )

  /** Simulator-only: clears the redundancy check, as if a minute had passed. */
  app.delete('/asked', async () => {
    lastCalls.keep(0)
    return {}
  })
  /** Simulator-only: a person cancels a service order in Omie. */
  app.post<{ Params: { reference: string } }>('/cancelled/:reference', async ({ params }) => {
    const [order] = books.orders.having(params.reference)
    if (order) books.orders.put(String(order.id), { ...order, isCancelled: true }, order.reference)
    return {}
  })
}

export const omieLedger = (context: SimulatorContext): InvoiceLine[] => {
  const books: OmieStore = openOmieStore(context)
  return books.orders.list().map(({ reference, amount, billed, number, at }) => ({
    provider: 'omie',
    reference,
    amount,
    billed,
    number,
    at,
  }))
}

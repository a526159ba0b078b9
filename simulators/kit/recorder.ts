import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Store } from './store.ts'

const LIMIT = 1_000

export interface Recorder<T> {
  /** A second record with the same id replaces the first. */
  record(value: T, id?: string): void
  get(id: string): T | undefined
}

/** Records what a simulator received; tests and people read it at `GET /received`, oldest first. */
export function createRecorder<T>(app: FastifyInstance, store: Store, provider: string): Recorder<T> {
  const received = store.collection<T>(`${provider}-received`)
  app.get('/received', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(received.list().toReversed()),
  )
  return {
    record(value, id = randomUUID()) {
      received.put(id, value)
      received.keep(LIMIT)
    },
    get: received.get,
  }
}

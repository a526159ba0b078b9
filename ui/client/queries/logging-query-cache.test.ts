import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { CallFailed } from '../call-failed.ts'
import { createLoggingQueryCache } from './logging-query-cache.ts'
import { callKey } from './query-key.ts'

test('a failed query is logged with its declaration, status, code and trace id, without its input [B8.11]', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const queries = new QueryClient({
    queryCache: createLoggingQueryCache(),
    defaultOptions: { queries: { retry: false } },
  })
  const queryKey = callKey({ method: 'GET', path: '/patients/:patientId/consultations/:id' }, { id: 'secret' } as never)
  const fail = (error: Error) => queries.fetchQuery({ queryKey, queryFn: () => Promise.reject(error) }).catch(() => {})
  await fail(new CallFailed(503, 'trace-1', { code: 'UNAVAILABLE', patient: 'Ana' }))
  await fail(new TypeError('Ana is not a function'))
  expect(warn.mock.calls).toEqual([
    [
      'read failed',
      { call: 'GET /patients/:patientId/consultations/:id', status: 503, code: 'UNAVAILABLE', traceId: 'trace-1' },
    ],
    [
      'read failed',
      { call: 'GET /patients/:patientId/consultations/:id', status: undefined, code: 'BROKEN', traceId: undefined },
    ],
  ])
})

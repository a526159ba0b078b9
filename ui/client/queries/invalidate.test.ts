import { expect, test, vi } from 'vitest'
import { CallFailed, OFFLINE } from '../call-failed.ts'
import { refetchAfter } from './use-mutation.ts'

const refused = new CallFailed(409, '', { code: 'CHANGED_MEANWHILE' })
const promise = Promise.resolve('what is true now')

test.each([
  ['after success', null],
  ['after a refusal', refused],
])('%s: the queries are refetched and awaited', (_, failure) => {
  const refetch = vi.fn(() => promise)
  expect(refetchAfter(refetch)('an order', failure)).toBe(promise)
  expect(refetch).toHaveBeenCalledWith('an order')
})

test.each([
  ['for lack of a network', new CallFailed(0, '', { code: OFFLINE })],
  ['from an unavailable server', new CallFailed(503, '', {})],
])('without a reply %s, the queries are refetched and not awaited', (_, failure) => {
  const refetch = vi.fn(() => promise)
  expect(refetchAfter(refetch)(undefined, failure)).toBeUndefined()
  expect(refetch).toHaveBeenCalledOnce()
})

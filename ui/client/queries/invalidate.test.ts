import { expect, test, vi } from 'vitest'
import { CallFailed, OFFLINE } from '../call-failed.ts'
import { refetchAfter } from './use-mutation.ts'

const refused = new CallFailed(409, '', { code: 'CHANGED_MEANWHILE' })
const asked = Promise.resolve('what is true now')

test.each([
  ['after success', null],
  ['after a refusal', refused],
])('%s: the queries are refetched and awaited', (_, failure) => {
  const ask = vi.fn(() => asked)
  expect(refetchAfter(ask)('an order', failure)).toBe(asked)
  expect(ask).toHaveBeenCalledWith('an order')
})

test.each([
  ['for lack of a network', new CallFailed(0, '', { code: OFFLINE })],
  ['from an unavailable server', new CallFailed(503, '', {})],
])('without a reply %s, the queries are refetched and not awaited', (_, failure) => {
  const ask = vi.fn(() => asked)
  expect(refetchAfter(ask)(undefined, failure)).toBeUndefined()
  expect(ask).toHaveBeenCalledOnce()
})

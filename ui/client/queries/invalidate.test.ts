import { expect, test, vi } from 'vitest'
import { CallFailed, OFFLINE } from '../call-failed.ts'
import { refetchAfter } from './use-mutation.ts'

const refused = new CallFailed(409, '', { code: 'CHANGED_MEANWHILE' })
const asked = Promise.resolve('what is true now')

test.each([
  ['done', null],
  ['refused', refused],
])('%s: what is true now is asked and waited for', (_, failure) => {
  const ask = vi.fn(() => asked)
  expect(refetchAfter(ask)('an order', failure)).toBe(asked)
  expect(ask).toHaveBeenCalledWith('an order')
})

test.each([
  ['without a network', new CallFailed(0, '', { code: OFFLINE })],
  ['by a server that cannot', new CallFailed(503, '', {})],
])('not answered %s, it is asked, and nobody waits for that', (_, failure) => {
  const ask = vi.fn(() => asked)
  expect(refetchAfter(ask)(undefined, failure)).toBeUndefined()
  expect(ask).toHaveBeenCalledOnce()
})

import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { sendHeartbeat } from './SessionWatch.tsx'

const api = vi.hoisted(() => vi.fn())
const signOut = vi.hoisted(() => vi.fn())
vi.mock('../../kit/api.ts', () => ({ api, session: { signOut } }))
beforeEach(() => vi.resetAllMocks())

async function answered(answer: Promise<unknown>): Promise<void> {
  api.mockReturnValue(answer)
  sendHeartbeat()
  await answer.catch(() => {})
  await Promise.resolve()
}

test('a heartbeat that reports the end of the session signs out as expired [A4.15] [A8.3]', async () => {
  await answered(Promise.reject(new CallFailed(410, 'trace', { code: 'SESSION_ENDED' })))
  expect(signOut).toHaveBeenCalledExactlyOnceWith('expired')
})

test.each([400, 401, 403, 404])('a heartbeat that the server refuses with %i signs out [A4.15]', async (status) => {
  await answered(Promise.reject(new CallFailed(status, 'trace', { code: 'SOMETHING' })))
  expect(signOut).toHaveBeenCalledExactlyOnceWith('expired')
})

test.each([
  ['a captive portal replied instead', new CallFailed(403, 'trace', {})],
  ['the network is down', new CallFailed(0, 'trace', { code: 'OFFLINE' })],
  ['the server is down', new CallFailed(503, 'trace', { code: 'UNAVAILABLE' })],
  ['it was rate limited', new CallFailed(429, 'trace', { code: 'TOO_MANY_REQUESTS' })],
])('a heartbeat that fails because %s keeps the session [A4.15]', async (_, failure) => {
  await answered(Promise.reject(failure))
  expect(signOut).not.toHaveBeenCalled()
})

test('a successful heartbeat changes nothing', async () => {
  await answered(Promise.resolve(null))
  expect(signOut).not.toHaveBeenCalled()
})

import {
  changePassword,
  confirmAuthenticator,
  endMySession,
  getSecurity,
  makeAuthenticatorSecret,
  mySessions,
  removeAuthenticator,
  renewRecoveryCodes,
  startGoogleLink,
  unlinkGoogle,
} from '@cuida/core/access/security/security-api.ts'
import type { Call } from '@cuida/core/kit/call.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { expect, test, vi } from 'vitest'
import {
  confirmNewSecret,
  makeSecret,
  redirectToLinkGoogle,
  removeGoogle,
  renewCodes,
  savePassword,
  switchOff,
  useEndSession,
  useMySessions,
  useSecurity,
} from './security-queries.ts'

const proof = { password: 'x', code: '123456' }

const TYPED = { password: 'x' }
test.each<[string, () => Promise<unknown>, Call, string, string, object]>([
  [
    'a new password',
    () => savePassword({ currentPassword: 'x', password: 'y' }),
    changePassword,
    'WRONG_PASSWORD',
    'currentPassword',
    { currentPassword: 'x', password: 'y' },
  ],
  ['an authenticator', () => makeSecret(TYPED), makeAuthenticatorSecret, 'WRONG_PASSWORD', 'password', TYPED],
  ['its first code', () => confirmNewSecret('1'), confirmAuthenticator, 'WRONG_CODE', 'code', { code: '1' }],
  ['new recovery codes', () => renewCodes(proof), renewRecoveryCodes, 'WRONG_CODE', 'code', proof],
  ['removing an authenticator', () => switchOff(proof), removeAuthenticator, 'WRONG_PASSWORD', 'password', proof],
  ['linking Google', () => redirectToLinkGoogle(TYPED), startGoogleLink, 'WRONG_PASSWORD', 'password', TYPED],
  ['unlinking Google', () => removeGoogle(TYPED), unlinkGoogle, 'WRONG_PASSWORD', 'password', TYPED],
])('%s: a refusal appears at its field', async (_, mutation, call, code, field, body) => {
  const server = mockServer()
  server.refuse(call, code, 422)
  await expect(mutation()).rejects.toMatchObject({ status: 422, fields: { [field]: code } })
  expect(server.requests.map((request) => request.body)).toEqual([body])
})

test.each([200, 404])('ending a session (%i) refetches both lists', async (status) => {
  const server = mockServer()
  server.reply(getSecurity, { hasPassword: true })
  server.reply(mySessions, { items: [{ id: 's-1' }] })
  server.reply(endMySession, { code: 'SESSION_NOT_FOUND' }, status)
  const screen = await renderHookWithQueries(() => ({
    state: useSecurity(),
    sessions: useMySessions(),
    end: useEndSession(),
  }))
  expect(screen.current().state.data).toEqual({ hasPassword: true })
  expect(screen.current().sessions.data).toEqual({ items: [{ id: 's-1' }] })
  await screen.act(({ end }) => end.mutate('s-1'))
  expect([getSecurity, mySessions].map((call) => server.requestsTo(call).length)).toEqual([2, 2])
})

test("linking Google follows the server's URL, and the button stays busy", async () => {
  mockServer().reply(startGoogleLink, { address: 'https://accounts.example/ask' })
  const assign = vi.fn()
  vi.stubGlobal('location', { assign })
  const onDone = vi.fn()
  void redirectToLinkGoogle(TYPED).then(onDone)
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://accounts.example/ask'))
  expect(onDone).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

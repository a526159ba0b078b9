import {
  endMyDeskSession,
  endMyOtherDeskSessions,
  staffHeartbeat,
  staffLogin,
  staffLogout,
  staffTotp,
} from '@cuida/core/access/team/staff-api.ts'
import { joinTeam, openInvitation } from '@cuida/core/access/team/team-api.ts'
import { asks, given, leaving, reading } from '@cuida/ui/client/session/test-leaving.ts'
import { expect, test, vi } from 'vitest'
import { session } from '../kit/api.ts'
import { signOut } from '../kit/session.ts'
import { join, useInvitation } from './registration/join.ts'
import { useEndOwnSessions } from './session/own-sessions.ts'
import { beat } from './session/use-heartbeat.ts'
import { enterCode, enterPassword, exchangeSession } from './sign-in/sign-in.ts'

const email = 'ana@clinic.example'
const password = 'Correct-horse-1'
const code = '123456'

test.each([
  ['a password', () => enterPassword(` ${email} `, password), asks(staffLogin, { email, password })],
  ['a code, by the token that owes it', () => enterCode('totp', code), asks(staffTotp, { code }, { token: 'totp' })],
  [
    'the one session that was meant',
    () => given(useEndOwnSessions).mutateAsync('s-1'),
    asks(endMyDeskSession, { id: 's-1' }),
  ],
  ['all sessions but this one', () => given(useEndOwnSessions).mutateAsync(undefined), asks(endMyOtherDeskSessions)],
  ['the end of the day', signOut, asks(staffLogout)],
  ['somebody is still there', beat, asks(staffHeartbeat)],
  ['an invitation is opened', reading(() => useInvitation('secret')), asks(openInvitation, { secret: 'secret' })],
  [
    'who is invited joins with a password and an authenticator',
    () => join('secret', { password, code }),
    asks(joinTeam, { secret: 'secret', password, code }),
  ],
])('%s', async (_, deed, expected) => expect(await leaving(deed)).toEqual([expected]))

test('a session in the place of another: the new one first, then the old one ends', async () => {
  const before = vi.spyOn(session, 'id').mockReturnValue('old')
  const taken = vi.spyOn(session, 'signIn').mockReturnValue(undefined)
  expect(await leaving(() => exchangeSession(email, { password, code }), { accessToken: 'totp' })).toEqual([
    asks(staffLogin, { email, password }),
    asks(staffTotp, { code }, { token: 'totp' }),
    asks(endMyDeskSession, { id: 'old' }),
  ])
  before.mockRestore()
  taken.mockRestore()
})

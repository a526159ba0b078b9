import {
  endMyDeskSession,
  myDeskSessions,
  staffHeartbeat,
  staffLogin,
  staffLogout,
  staffMe,
  verifyStaffTotp,
} from '@cuida/core/access/team/staff-api.ts'
import { openInvitation } from '@cuida/core/access/team/team-api.ts'
import { getDeskConsultation, getQueue } from '@cuida/core/care/queue/desk-api.ts'
import { callKey, combinedKey } from '@cuida/ui/client/queries/query-key.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { currentAddress, openAddress } from '@cuida/ui/testing/query-client.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { useJoinSecret } from '../access/registration/JoinScreen.tsx'
import { useInvitation } from '../access/registration/join.ts'
import { useEndOwnSessions, useOwnSessions } from '../access/session/OwnSessions.tsx'
import { keepSessionEnd, useSessionEnd } from '../access/session/session-end.ts'
import { sendHeartbeat, useDeskHeartbeat } from '../access/session/use-heartbeat.ts'
import { enterCode, enterPassword, exchangeSession } from '../access/sign-in/sign-in.ts'
import { session } from './api.ts'
import { PARTNER_CONFIG_QUERY } from './partner.ts'
import { signOut, useIsSignedIn, useSignedOut, useStaff } from './session.ts'

const reply = { accessToken: `a.${btoa(JSON.stringify({ iat: 0, exp: 900 }))}.c`, refreshToken: 'r', sessionId: 's-2' }

describe('signing out', () => {
  test('the request to the server has the token, and the local session is cleared', async () => {
    signInTestUser(session)
    const server = mockServer()
    server.reply(staffLogout, null)
    await actAndFlush(signOut)
    expect(server.requestsTo(staffLogout)).toHaveLength(1)
    expect(session.isSignedIn()).toBe(false)
  })

  test.each([
    ['even if the server refuses', (server: ReturnType<typeof mockServer>) => server.refuse(staffLogout, 'NO', 500), 0],
    [
      'after two seconds without a reply',
      (server: ReturnType<typeof mockServer>) => server.reply(staffLogout, () => new Promise<object>(() => {})),
      2_000,
    ],
  ])('the local session is cleared %s', async (_, answers, ms) => {
    freezeTime()
    signInTestUser(session)
    answers(mockServer())
    const signingOut = signOut()
    if (ms) {
      await advanceTime(ms - 1)
      expect(session.isSignedIn()).toBe(true)
    }
    await advanceTime(1)
    await signingOut
    expect(session.isSignedIn()).toBe(false)
  })
})

describe('the data after a sign-out', () => {
  const PATIENT = callKey(getDeskConsultation, { id: '7' })
  const remembering = () => {
    const queries = new QueryClient()
    queries.setQueryData(combinedKey(PARTNER_CONFIG_QUERY), { name: 'Bem Leve' })
    queries.setQueryData(PATIENT, { patient: 'Ana' })
    return queries
  }

  test('no patient data is left, and the sign-in shows the reason', async () => {
    signInTestUser(session)
    const queries = remembering()
    const screen = await renderHookWithQueries(() => ({ isIn: useIsSignedIn(), why: useSignedOut() }), { queries })
    expect(screen.current()).toEqual({ isIn: true, why: undefined })
    await screen.act(() => session.signOut('expired'))
    expect(screen.current()).toEqual({ isIn: false, why: 'expired' })
    expect(queries.getQueryData(PATIENT)).toBeUndefined()
    expect(queries.getQueryData(combinedKey(PARTNER_CONFIG_QUERY))).toEqual({ name: 'Bem Leve' })
  })

  test('a new sign-in clears the reason and keeps data loaded since', async () => {
    signInTestUser(session)
    const screen = await renderHookWithQueries(() => ({ isIn: useIsSignedIn(), why: useSignedOut() }), {
      queries: remembering(),
    })
    await screen.act(() => session.signOut('left'))
    screen.queries.setQueryData(callKey(getQueue, {}), { items: [] })
    await screen.act(() => session.signIn(reply))
    expect(screen.current()).toEqual({ isIn: true, why: undefined })
    expect(screen.queries.getQueryData(callKey(getQueue, {}))).toEqual({ items: [] })
  })
})

test('the user is fetched once, and retried while the server does not reply', async () => {
  freezeTime()
  const server = mockServer()
  server.refuse(staffMe, 'UNEXPECTED', 503)
  const staff = await renderHookWithQueries(useStaff)
  expect(staff.current().isError).toBe(true)
  server.reply(staffMe, { id: '1', role: 'clinician' })
  await advanceTime(5_000)
  expect(staff.current().data).toMatchObject({ role: 'clinician' })
  await advanceTime(3_600_000)
  await renderHookWithQueries(useStaff, { queries: staff.queries })
  expect(server.requestsTo(staffMe)).toHaveLength(2)
})

describe('replacing a session', () => {
  const mockSessionCalls = () => {
    signInTestUser(session)
    const server = mockServer()
    server.reply(staffLogin, { accessToken: 'totp' })
    server.reply(verifyStaffTotp, reply)
    server.reply(endMyDeskSession, null)
    return server
  }

  test('the new session starts before the old one ends', async () => {
    const server = mockSessionCalls()
    const id: (string | undefined)[] = []
    server.reply(endMyDeskSession, () => {
      id.push(session.id())
      return null
    })
    await exchangeSession(await enterCode(await enterPassword(' ana@clinic.example ', 'Correct-horse-1'), '123456'))
    expect(id).toEqual(['s-2'])
    expect(server.requests).toMatchObject([
      { path: '/v1/desk/auth/login', body: { email: 'ana@clinic.example', password: 'Correct-horse-1' } },
      { path: '/v1/desk/auth/totp', body: { code: '123456' }, token: 'totp' },
      { path: '/v1/desk/me/sessions/session-1' },
    ])
  })

  test('the new session is used even if ending the old one failed', async () => {
    const server = mockSessionCalls()
    server.refuse(endMyDeskSession, 'UNEXPECTED', 500)
    await exchangeSession(reply)
    expect(session.id()).toBe('s-2')
  })

  test('without an old session none is ended', async () => {
    const server = mockSessionCalls()
    session.signOut()
    await exchangeSession(reply)
    expect(session.id()).toBe('s-2')
    expect(server.requestsTo(endMyDeskSession)).toEqual([])
  })

  test('the code is sent with the token from the password', async () => {
    mockSessionCalls()
    expect(await enterCode('totp', '123456')).toEqual(reply)
  })
})

describe('the desk’s heartbeat', () => {
  const signedInDesk = async () => {
    freezeTime()
    signInTestUser(session)
    const server = mockServer()
    server.reply(staffHeartbeat, { endsInSeconds: 600 })
    const screen = await renderHookWithQueries(() => {
      useDeskHeartbeat()
      return useSessionEnd()
    })
    return { server, screen, heartbeats: () => server.requestsTo(staffHeartbeat).length }
  }

  test('a heartbeat is sent every minute and returns the session’s end', async () => {
    const { screen, heartbeats } = await signedInDesk()
    expect(heartbeats()).toBe(1)
    expect(screen.current()).toBe(Date.now() + 600_000)
    await advanceTime(60_000)
    expect(heartbeats()).toBe(2)
    expect(screen.current()).toBe(Date.now() + 600_000)
  })

  test('heartbeats stop after twenty minutes without activity', async () => {
    const { heartbeats } = await signedInDesk()
    await advanceTime(60 * 60_000)
    expect(heartbeats()).toBe(21)
  })

  test('a new session sends a heartbeat at once, an ended one sends none', async () => {
    const { screen, heartbeats } = await signedInDesk()
    await screen.act(() => session.signIn(reply))
    expect(heartbeats()).toBe(2)
    await screen.act(() => session.signOut())
    expect(heartbeats()).toBe(2)
    await screen.unmount()
    session.signIn(reply)
    await advanceTime(0)
    expect(heartbeats()).toBe(2)
  })

  test.each([
    ['an ended session signs out as expired', 'SESSION_ENDED', 409, 'expired'],
    ['an unavailable server ends no session', 'UNEXPECTED', 503, undefined],
  ])('%s', async (_, code, status, why) => {
    signInTestUser(session)
    mockServer().refuse(staffHeartbeat, code, status)
    const screen = await renderHookWithQueries(useSignedOut)
    await screen.act(sendHeartbeat)
    expect(screen.current()).toBe(why)
    expect(session.isSignedIn()).toBe(why === undefined)
  })
})

test('a new session end notifies mounted listeners only', async () => {
  freezeTime()
  const screen = await renderHookWithQueries(useSessionEnd)
  await screen.act(() => keepSessionEnd(60))
  expect(screen.current()).toBe(Date.now() + 60_000)
  await screen.unmount()
  keepSessionEnd(120)
  expect(screen.current()).toBe(Date.now() + 60_000)
})

test.each([200, 404])('my sessions are refetched after one was ended (%i)', async (status) => {
  const server = mockServer()
  server.reply(myDeskSessions, { items: [{ id: 's-1' }] })
  server.reply(endMyDeskSession, { code: 'SESSION_NOT_FOUND' }, status)
  const screen = await renderHookWithQueries(() => ({ list: useOwnSessions(), end: useEndOwnSessions() }))
  expect(screen.current().list.data).toEqual({ items: [{ id: 's-1' }] })
  await screen.act(({ end }) => end.mutate('s-1'))
  expect(server.requestsTo(myDeskSessions)).toHaveLength(2)
})

describe('an invitation', () => {
  test('the invitation is fetched once, because its authenticator key stays the same', async () => {
    freezeTime()
    const server = mockServer()
    server.reply(openInvitation, { email: 'ana@clinic.example' })
    const screen = await renderHookWithQueries(() => useInvitation('secret'))
    await advanceTime(3_600_000)
    expect(screen.current().data).toEqual({ email: 'ana@clinic.example' })
    await renderHookWithQueries(() => useInvitation('secret'), { queries: screen.queries })
    expect(server.requestsTo(openInvitation)).toHaveLength(1)
  })

  test('no request is sent without a secret, and each secret has its own invitation', async () => {
    const server = mockServer()
    server.reply(openInvitation, ({ body }) => body as object)
    const screen = await renderHookWithQueries(() => [
      useInvitation(undefined),
      useInvitation('one'),
      useInvitation('two'),
    ])
    expect(screen.current().map(({ data }) => data)).toEqual([undefined, { secret: 'one' }, { secret: 'two' }])
  })

  test.each([
    ['an invitation that is over is fetched once', 404, 1],
    ['a failed load is retried once', 500, 2],
  ])('%s', async (_, status, times) => {
    freezeTime()
    const server = mockServer()
    server.refuse(openInvitation, 'INVITATION_OVER', status)
    const screen = await renderHookWithQueries(() => useInvitation('secret'))
    await advanceTime(60_000)
    expect(screen.current().isError).toBe(true)
    expect(server.requestsTo(openInvitation)).toHaveLength(times)
  })

  test('the secret is removed from the address at once, before history or screenshots have it', async () => {
    const secret = await renderHookWithQueries(useJoinSecret, { at: '/desk/join#one' })
    expect(secret.current()).toBe('one')
    expect(currentAddress()).toBe('/desk/join')
    await secret.unmount()
    // The page remembers the secret that it was opened with.
    expect((await renderHookWithQueries(useJoinSecret)).current()).toBe('one')
  })

  test('another link in the same tab replaces the secret, until the page is left', async () => {
    const secret = await renderHookWithQueries(useJoinSecret, { at: '/desk/join#one' })
    const follow = (hash: string) => {
      openAddress(`/desk/join${hash}`)
      dispatchEvent(new Event('hashchange'))
    }
    await secret.act(() => follow('#two'))
    expect(secret.current()).toBe('two')
    await secret.act(() => follow(''))
    expect(secret.current()).toBe('two')
    const off = vi.spyOn(globalThis, 'removeEventListener')
    await secret.unmount()
    expect(off).toHaveBeenCalledWith('hashchange', expect.anything())
  })
})

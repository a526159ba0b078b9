import {
  endMyDeskSession,
  myDeskSessions,
  staffHeartbeat,
  staffLogin,
  staffLogout,
  staffMe,
  staffTotp,
} from '@cuida/core/access/team/staff-api.ts'
import { openInvitation } from '@cuida/core/access/team/team-api.ts'
import { getDeskConsultation, getQueue } from '@cuida/core/care/queue/desk-api.ts'
import { gatheredKey, readKey } from '@cuida/ui/client/reads/read-key.ts'
import { living, passing, playServer, settled, signedIn, stopClock } from '@cuida/ui/client/session/test-living.ts'
import { address, putPage } from '@cuida/ui/client/session/test-page.ts'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { useInvitation } from '../access/registration/join.ts'
import { useJoinSecret } from '../access/registration/use-join-secret.ts'
import { useEndOwnSessions, useOwnSessions } from '../access/session/own-sessions.ts'
import { keepSessionEnd, useSessionEnd } from '../access/session/session-end.ts'
import { beat, useDeskHeartbeat } from '../access/session/use-heartbeat.ts'
import { enterCode, exchangeSession } from '../access/sign-in/sign-in.ts'
import { session } from './api.ts'
import { PARTNER } from './partner.ts'
import { signOut, useIsSignedIn, useSignedOut, useStaff } from './session.ts'

const reply = { accessToken: `a.${btoa(JSON.stringify({ iat: 0, exp: 900 }))}.c`, refreshToken: 'r', sessionId: 's-2' }

describe('leaving', () => {
  test('is told to the server with what opens it, and forgotten here', async () => {
    signedIn(session)
    const server = playServer()
    server.answer(staffLogout, null)
    await settled(signOut)
    expect(server.heard(staffLogout)).toHaveLength(1)
    expect(session.isSignedIn()).toBe(false)
  })

  test.each([
    [
      'whatever the server says to that',
      (server: ReturnType<typeof playServer>) => server.refuse(staffLogout, 'NO', 500),
      0,
    ],
    [
      'two seconds later where it says nothing',
      (server: ReturnType<typeof playServer>) => server.answer(staffLogout, () => new Promise<object>(() => {})),
      2_000,
    ],
  ])('is forgotten here %s', async (_, answers, ms) => {
    stopClock()
    signedIn(session)
    answers(playServer())
    const left = signOut()
    if (ms) {
      await passing(ms - 1)
      expect(session.isSignedIn()).toBe(true)
    }
    await passing(1)
    await left
    expect(session.isSignedIn()).toBe(false)
  })
})

describe('who signs out', () => {
  const PATIENT = readKey(getDeskConsultation, { id: '7' })
  const remembering = () => {
    const queries = new QueryClient()
    queries.setQueryData(gatheredKey(PARTNER), { name: 'Bem Leve' })
    queries.setQueryData(PATIENT, { patient: 'Ana' })
    return queries
  }

  test('leaves nothing of a patient behind, and the next person is told why', async () => {
    signedIn(session)
    const queries = remembering()
    const screen = await living(() => ({ isIn: useIsSignedIn(), why: useSignedOut() }), { queries })
    expect(screen.now()).toEqual({ isIn: true, why: undefined })
    await screen.do(() => session.signOut('expired'))
    expect(screen.now()).toEqual({ isIn: false, why: 'expired' })
    expect(queries.getQueryData(PATIENT)).toBeUndefined()
    expect(queries.getQueryData(gatheredKey(PARTNER))).toEqual({ name: 'Bem Leve' })
  })

  test('and comes back is told nothing, and what is known by then stays', async () => {
    signedIn(session)
    const screen = await living(() => ({ isIn: useIsSignedIn(), why: useSignedOut() }), { queries: remembering() })
    await screen.do(() => session.signOut('left'))
    screen.queries.setQueryData(readKey(getQueue, {}), { items: [] })
    await screen.do(() => session.signIn(reply))
    expect(screen.now()).toEqual({ isIn: true, why: undefined })
    expect(screen.queries.getQueryData(readKey(getQueue, {}))).toEqual({ items: [] })
  })
})

test('who works here is asked once; while nobody answers, again by itself', async () => {
  stopClock()
  const server = playServer()
  server.refuse(staffMe, 'UNEXPECTED', 503)
  const staff = await living(useStaff)
  expect(staff.now().isError).toBe(true)
  server.answer(staffMe, { id: '1', role: 'clinician' })
  await passing(5_000)
  expect(staff.now().data).toMatchObject({ role: 'clinician' })
  await passing(3_600_000)
  await living(useStaff, { queries: staff.queries })
  expect(server.heard(staffMe)).toHaveLength(2)
})

describe('a session in the place of another', () => {
  const doors = () => {
    signedIn(session)
    const server = playServer()
    server.answer(staffLogin, { accessToken: 'totp' })
    server.answer(staffTotp, reply)
    server.answer(endMyDeskSession, null)
    return server
  }

  test('is there before the old one ends: nobody is out in between', async () => {
    const server = doors()
    const id: (string | undefined)[] = []
    server.answer(endMyDeskSession, () => {
      id.push(session.id())
      return null
    })
    await exchangeSession('ana@clinic.example', { password: 'Correct-horse-1', code: '123456' })
    expect(id).toEqual(['s-2'])
    expect(server.heard(endMyDeskSession)[0]?.path).toContain('session-1')
  })

  test('is there where the old one could not be ended: that ends by itself', async () => {
    const server = doors()
    server.refuse(endMyDeskSession, 'UNEXPECTED', 500)
    await exchangeSession('ana@clinic.example', { password: 'Correct-horse-1', code: '123456' })
    expect(session.id()).toBe('s-2')
  })

  test('is not there with a wrong code, and the old one stays', async () => {
    const server = doors()
    server.refuse(staffTotp, 'CODE_INCORRECT', 422)
    await expect(exchangeSession('ana@clinic.example', { password: 'x', code: '1' })).rejects.toThrow('CODE_INCORRECT')
    expect(session.id()).toBe('session-1')
    expect(server.heard(endMyDeskSession)).toEqual([])
  })

  test('where there was none ends none', async () => {
    const server = doors()
    session.signOut()
    await exchangeSession('ana@clinic.example', { password: 'Correct-horse-1', code: '123456' })
    expect(session.id()).toBe('s-2')
    expect(server.heard(endMyDeskSession)).toEqual([])
  })

  test('a code is shown with what the password answered', async () => {
    doors()
    expect(await enterCode('totp', '123456')).toEqual(reply)
  })
})

describe('the heart of a desk', () => {
  const beating = async () => {
    stopClock()
    signedIn(session)
    const server = playServer()
    server.answer(staffHeartbeat, { endsInSeconds: 600 })
    const screen = await living(() => {
      useDeskHeartbeat()
      return useSessionEnd()
    })
    return { server, screen, beats: () => server.heard(staffHeartbeat).length }
  }

  test('beats once a minute, and tells when the session is over', async () => {
    const { screen, beats } = await beating()
    expect(beats()).toBe(1)
    expect(screen.now()).toBe(Date.now() + 600_000)
    await passing(60_000)
    expect(beats()).toBe(2)
    expect(screen.now()).toBe(Date.now() + 600_000)
  })

  test('stops when nobody was there for twenty minutes', async () => {
    const { beats } = await beating()
    await passing(60 * 60_000)
    expect(beats()).toBe(21)
  })

  test('beats at once for a session that has just begun, and for none that has ended', async () => {
    const { screen, beats } = await beating()
    await screen.do(() => session.signIn(reply))
    expect(beats()).toBe(2)
    await screen.do(() => session.signOut())
    expect(beats()).toBe(2)
    await screen.leave()
    session.signIn(reply)
    await passing(0)
    expect(beats()).toBe(2)
  })

  test.each([
    ['a session that has ended is left, as expired', 'SESSION_ENDED', 409, 'expired'],
    ['a server that cannot answer ends none', 'UNEXPECTED', 503, undefined],
  ])('%s', async (_, code, status, why) => {
    signedIn(session)
    playServer().refuse(staffHeartbeat, code, status)
    const screen = await living(useSignedOut)
    await screen.do(beat)
    expect(screen.now()).toBe(why)
    expect(session.isSignedIn()).toBe(why === undefined)
  })
})

test('when a session is over is told to whoever looks, and to nobody who has left', async () => {
  stopClock()
  const screen = await living(useSessionEnd)
  await screen.do(() => keepSessionEnd(60))
  expect(screen.now()).toBe(Date.now() + 60_000)
  await screen.leave()
  keepSessionEnd(120)
  expect(screen.now()).toBe(Date.now() + 60_000)
})

test.each([200, 404])('one’s own sessions are what the server says, after one was ended (%i)', async (status) => {
  const server = playServer()
  server.answer(myDeskSessions, { items: [{ id: 's-1' }] })
  server.answer(endMyDeskSession, { code: 'SESSION_NOT_FOUND' }, status)
  const screen = await living(() => ({ list: useOwnSessions(), end: useEndOwnSessions() }))
  expect(screen.now().list.data).toEqual({ items: [{ id: 's-1' }] })
  await screen.do(({ end }) => end.mutate('s-1'))
  expect(server.heard(myDeskSessions)).toHaveLength(2)
})

describe('an invitation', () => {
  test('is opened once: its key for the authenticator is the same until they have joined', async () => {
    stopClock()
    const server = playServer()
    server.answer(openInvitation, { email: 'ana@clinic.example' })
    const shown = await living(() => useInvitation('secret'))
    await passing(3_600_000)
    expect(shown.now().data).toEqual({ email: 'ana@clinic.example' })
    await living(() => useInvitation('secret'), { queries: shown.queries })
    expect(server.heard(openInvitation)).toHaveLength(1)
  })

  test('without its secret is not opened, and one is not another', async () => {
    const server = playServer()
    server.answer(openInvitation, ({ body }) => body as object)
    const shown = await living(() => [useInvitation(undefined), useInvitation('one'), useInvitation('two')])
    expect(shown.now().map(({ data }) => data)).toEqual([undefined, { secret: 'one' }, { secret: 'two' }])
  })

  test.each([
    ['that is over is asked for once', 404, 1],
    ['that could not be read is asked for once more', 500, 2],
  ])('%s', async (_, status, times) => {
    stopClock()
    const server = playServer()
    server.refuse(openInvitation, 'INVITATION_OVER', status)
    const shown = await living(() => useInvitation('secret'))
    await passing(60_000)
    expect(shown.now().isError).toBe(true)
    expect(server.heard(openInvitation)).toHaveLength(times)
  })

  test('is in the address for a moment only: no history and no picture of the screen has its secret', async () => {
    const secret = await living(useJoinSecret, { at: '/desk/join#one' })
    expect(secret.now()).toBe('one')
    expect(address()).toBe('/desk/join')
    await secret.leave()
    // The page lives on, and so does what it was opened with.
    expect((await living(useJoinSecret)).now()).toBe('one')
  })

  test('another link in the same tab is another one, until the screen is left', async () => {
    const secret = await living(useJoinSecret, { at: '/desk/join#one' })
    const follow = (hash: string) => {
      putPage(`/desk/join${hash}`)
      dispatchEvent(new Event('hashchange'))
    }
    await secret.do(() => follow('#two'))
    expect(secret.now()).toBe('two')
    await secret.do(() => follow(''))
    expect(secret.now()).toBe('two')
    const off = vi.spyOn(globalThis, 'removeEventListener')
    await secret.leave()
    expect(off).toHaveBeenCalledWith('hashchange', expect.anything())
  })
})

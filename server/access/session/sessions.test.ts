import { login } from '@cuida/core/access/api.ts'
import { mySessions } from '@cuida/core/access/security/security-api.ts'
import { heartbeat, logout, refreshSession } from '@cuida/core/access/session/session-api.ts'
import { staffHeartbeat, staffRefresh } from '@cuida/core/access/team/staff-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { describe, expect, test } from 'vitest'
import { hashOf } from '../../kit/crypto/secrets.ts'
import { httpsSettings, startTestContext } from '../../testing/test-context.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { newPatient, newSession, openAllConnections, PASSWORD } from '../test-people.ts'

const context = await createTestContext()

const refresh = (token: string, headers?: Record<string, string>) =>
  context.sendCall(refreshSession, {}, { token, ...(headers ? { headers } : {}) })
const isThere = (token: string) => context.sendCall(heartbeat, {}, { token })
const begin = async () => newSession(context, (await newPatient(context)).accountId)
const endOf = async (id: string) => {
  const [row] = await context.db`select end_reason from session where id = ${id}`
  return row?.end_reason
}
/** Moves the replacement of the tokens back by these seconds, independent of the test's own duration. */
const advanceSeconds = (seconds: number, id: string) => context.db`
  update refresh_token set replaced_at = clock_timestamp() - make_interval(secs => ${seconds})
  where session_id = ${id} and replaced_at is not null`

describe('a refresh token [A4.12]', () => {
  test('a refresh token is exchanged for the next one of the same session', async () => {
    const session = await begin()
    const { status, body, headers } = await refresh(session.refreshToken)
    expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'no-store' })
    expect(body.sessionId).toBe(session.id)
    expect(body.refreshToken).not.toBe(session.refreshToken)
    expect((await context.sendCall(me, {}, { token: body.accessToken })).status).toBe(200)
  })

  test('a token repeated within ten seconds gets the same successor, fifty times at once too [A7.29]', async () => {
    const session = await begin()
    await openAllConnections(context)
    const all = await Promise.all(Array.from({ length: 50 }, () => refresh(session.refreshToken)))
    expect(new Set(all.map(({ body }) => body.refreshToken)).size).toBe(1)
    expect(all.every(({ status }) => status === 200)).toBe(true)
    await advanceSeconds(7, session.id)
    expect((await refresh(session.refreshToken)).status).toBe(200)
  })

  test('a token repeated after ten seconds was copied: the session ends for both [A7.29]', async () => {
    const session = await begin()
    const next = (await refresh(session.refreshToken)).body
    await advanceSeconds(10, session.id)
    expect((await refresh(session.refreshToken)).status).toBe(401)
    expect(await endOf(session.id)).toBe('reuse')
    expect((await refresh(next.refreshToken)).status).toBe(401)
    await expect.poll(async () => (await isThere(next.accessToken)).status).toBe(410)
  })

  test('a token two steps old was copied, however recent it is', async () => {
    const session = await begin()
    const next = (await refresh(session.refreshToken)).body
    await refresh(next.refreshToken)
    expect((await refresh(session.refreshToken)).status).toBe(401)
    expect(await endOf(session.id)).toBe('reuse')
  })

  test('a refresh token is stored nowhere', async () => {
    const session = await begin()
    const next = (await refresh(session.refreshToken)).body
    const rows =
      await context.db`select encode(hash, 'base64') as hash from refresh_token where session_id = ${session.id}`
    expect(rows).toHaveLength(2)
    for (const token of [session.refreshToken, next.refreshToken])
      expect(rows.map(({ hash }) => Buffer.from(hash, 'base64').toString('base64url'))).not.toContain(token)
  })

  test.each([
    ['of an ended session', "ended_at = now(), end_reason = 'logout'"],
    ['of an idle session', "last_seen_at = now() - interval '15 minutes'"],
    ['of a week-old session', "created_at = now() - interval '7 days', ends_at = now()"],
  ])('a token %s is refused', async (_, change) => {
    const session = await begin()
    await context.db.unsafe(`update session set ${change} where id = '${session.id}'`)
    expect(await refresh(session.refreshToken)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  })

  test('a token of a blocked account is refused', async () => {
    const { accountId } = await newPatient(context)
    const session = await newSession(context, accountId)
    await context.db`update account set status = 'blocked' where id = ${accountId}`
    expect((await refresh(session.refreshToken)).status).toBe(401)
  })

  test('a patient’s token is refused at the desk', async () => {
    const { refreshToken } = await begin()
    expect((await context.sendCall(staffRefresh, {}, { token: refreshToken })).status).toBe(401)
    expect((await refresh(refreshToken)).status).toBe(200)
  })

  test('an unknown token, or none, is refused', async () => {
    expect((await refresh('x'.repeat(43))).status).toBe(401)
    expect((await context.sendCall(refreshSession, {})).status).toBe(401)
  })
})

describe('refresh tokens in a browser', () => {
  const cookieMode = { 'x-token-mode': 'cookie' }
  const cookieOf = (headers: Record<string, unknown>) => String([headers['set-cookie']].flat()[0] ?? '')
  async function enter() {
    const { phone } = await newPatient(context)
    const { body, headers } = await context.sendCall(
      login,
      { identifier: phone, password: PASSWORD },
      { headers: cookieMode },
    )
    const cookie = cookieOf(headers)
    return { handle: String(body.refreshToken), token: body.accessToken, cookie, pair: cookie.split(';')[0] ?? '' }
  }

  test('the token is in a cookie that scripts and other sites cannot use', async () => {
    const { cookie, handle } = await enter()
    expect(cookie).toMatch(/^rt=c\.[\w-]{43}; /)
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/v1/auth']) expect(cookie).toContain(part)
    expect(cookie).not.toContain(handle)
  })

  test('handle and cookie together refresh; the handle stays, the cookie changes', async () => {
    const { handle, pair } = await enter()
    const { status, body, headers } = await refresh(handle, { ...cookieMode, cookie: pair })
    expect({ status, handle: body.refreshToken }).toEqual({ status: 200, handle })
    expect(cookieOf(headers)).not.toContain(pair)
    expect(cookieOf(headers)).toMatch(/^rt=c\.[\w-]{43}; /)
  })

  test('handle or cookie alone is refused, and so is one with that of another session', async () => {
    const session = await enter()
    const other = await enter()
    const tries = [
      refresh(session.handle, cookieMode),
      refresh(session.handle),
      context.sendCall(refreshSession, {}, { headers: { ...cookieMode, cookie: session.pair } }),
      refresh(other.handle, { ...cookieMode, cookie: session.pair }),
    ]
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect((await refresh(session.handle, { ...cookieMode, cookie: session.pair })).status).toBe(200)
  })

  test('a cookie’s token is refused as a bearer, also after a refresh, and trying it does not end the session', async () => {
    const { handle, pair } = await enter()
    const next = await refresh(handle, { ...cookieMode, cookie: pair })
    const nextPair = cookieOf(next.headers).split(';')[0] ?? ''
    for (const stolen of [pair, nextPair]) {
      const value = stolen.slice('rt='.length)
      for (const token of [value, value.replace('c.', ''), encodeURIComponent(value)])
        for (const headers of [{}, { 'x-token-mode': 'bearer' }, cookieMode])
          expect((await refresh(token, headers)).status).toBe(401)
    }
    expect((await refresh(handle, { ...cookieMode, cookie: nextPair })).status).toBe(200)
  })

  test('a session from before the cookie mark continues, and its next token has the mark', async () => {
    const { handle, pair, token } = await enter()
    const old = pair.slice('rt=c.'.length)
    const { body } = await context.sendCall(mySessions, {}, { token: String(token) })
    await context.db`update refresh_token set hash = ${hashOf(old)} where session_id = ${body.items[0]?.id ?? ''}`
    const { status, headers } = await refresh(handle, { ...cookieMode, cookie: `rt=${old}` })
    expect(status).toBe(200)
    expect(cookieOf(headers)).toMatch(/^rt=c\./)
  })

  test('signing out removes the cookie', async () => {
    const { token } = await enter()
    const { headers } = await context.sendCall(logout, {}, { token })
    expect(cookieOf(headers)).toMatch(/^rt=; .*Path=\/v1\/auth/)
  })
})

test('over https the cookie is bound to the host', async () => {
  const secure = await startTestContext({ demo: false, env: httpsSettings('https://salud.example') })
  try {
    const { phone } = await newPatient(secure)
    const how = { headers: { 'x-token-mode': 'cookie' } }
    const { headers } = await secure.sendCall(login, { identifier: phone, password: PASSWORD }, how)
    const cookie = String(headers['set-cookie'])
    expect(cookie).toMatch(/^__Host-rt=/)
    for (const part of ['Secure', 'HttpOnly', 'SameSite=Strict', 'Path=/']) expect(cookie).toContain(part)
    expect(cookie).not.toContain('Domain')
  } finally {
    await secure.close()
  }
})

describe('a session', () => {
  test('signing out ends the session at once, for every token of it [A4.5]', async () => {
    const session = await begin()
    expect((await context.sendCall(me, {}, { token: session.token })).status).toBe(200)
    expect((await context.sendCall(logout, {}, { token: session.token })).status).toBe(204)
    expect(await endOf(session.id)).toBe('logout')
    await expect.poll(async () => (await context.sendCall(me, {}, { token: session.token })).status).toBe(401)
    expect((await refresh(session.refreshToken)).status).toBe(401)
  })

  test('signing out accepts an empty body with the JSON content type [A7.28]', async () => {
    const { token } = await begin()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    expect((await context.app.inject({ method: 'POST', url: '/v1/auth/logout', headers })).statusCode).toBe(204)
  })

  test('a session is kept alive by heartbeats only [A4.15]', async () => {
    const { token, id, refreshToken } = await begin()
    const wasUpdated = async () => {
      const [row] =
        await context.db`select clock_timestamp() - last_seen_at < interval '1 minute' as fresh from session where id = ${id}`
      return row?.fresh
    }
    await context.db`update session set last_seen_at = last_seen_at - interval '14 minutes' where id = ${id}`
    await context.sendCall(me, {}, { token })
    await refresh(refreshToken)
    expect(await wasUpdated()).toBe(false)
    expect((await isThere(token)).status).toBe(204)
    expect(await wasUpdated()).toBe(true)
  })

  test('a heartbeat within half a minute of the previous one is not written [A9.2]', async () => {
    const { token, id } = await begin()
    const lastSeenAt = async () =>
      (await context.db`select last_seen_at from session where id = ${id}`)[0]?.last_seen_at
    const before = await lastSeenAt()
    expect((await isThere(token)).status).toBe(204)
    expect(await lastSeenAt()).toEqual(before)
  })

  test('a session idle for 15 minutes answers 410 to a heartbeat, and 401 to other calls [A4.13] [A8.3]', async () => {
    const { token, id } = await begin()
    await context.db`update session set last_seen_at = clock_timestamp() - interval '15 minutes' where id = ${id}`
    expect(await isThere(token)).toMatchObject({ status: 410, body: { code: 'SESSION_ENDED' } })
    expect(await context.sendCall(me, {}, { token })).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  })

  test('a session idle for a little less continues', async () => {
    const { token, id } = await begin()
    await context.db`update session set last_seen_at = clock_timestamp() - interval '14 minutes 50 seconds' where id = ${id}`
    expect((await isThere(token)).status).toBe(204)
  })

  test('a heartbeat with an invalid token is 401, whatever the session’s state [A7.3]', async () => {
    expect((await isThere('no.such.token')).status).toBe(401)
    expect((await context.sendCall(heartbeat, {})).status).toBe(401)
  })

  test('a patient’s session has no heartbeat at the desk', async () => {
    const { token } = await begin()
    expect((await context.sendCall(staffHeartbeat, {}, { token })).status).toBe(401)
  })
})

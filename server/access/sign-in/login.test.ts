import { forceLogin, login } from '@cuida/core/access/api.ts'
import { phoneExists } from '@cuida/core/access/registration/look-up-api.ts'
import { heartbeat } from '@cuida/core/access/session/session-api.ts'
import { describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { newPatient, newPhone, newSession, PASSWORD } from '../test-people.ts'

const context = await createTestContext()

const home = '10.1.1.1'
const enter = (phone: string, password = PASSWORD, from = home) =>
  context.sendCall(login, { identifier: phone, password }, { from })
const isThere = (token: string) => context.sendCall(heartbeat, {}, { token })
const openSessions = async (accountId: string) => {
  const rows = await context.db`select id from session where account_id = ${accountId} and ended_at is null`
  return rows.map(({ id }) => String(id)).sort()
}

describe('signing in [A8.11]', () => {
  test('phone and password open a session [A3.7] [A4.2] [A7.21]', async () => {
    const { phone, accountId } = await newPatient(context)
    const { status, body, headers } = await enter(phone)
    expect(status).toBe(200)
    expect(await openSessions(accountId)).toEqual([body.sessionId])
    expect(headers['cache-control']).toBe('no-store')
    expect((await isThere(String(body.accessToken))).status).toBe(204)
  })

  test.each([
    ['a wrong password', async () => enter((await newPatient(context)).phone, 'Otra-Clave-9')],
    ['an unknown phone', async () => enter(newPhone())],
    [
      'a deleted account',
      async () => {
        const { phone, accountId } = await newPatient(context)
        await context.db`
          update account set status = 'deleted', deleted_at = now(), phone = null, email = null, password_hash = ''
          where id = ${accountId}`
        return enter(phone)
      },
    ],
  ])('%s gets the same refusal [A4.7] [A7.21]', async (_, result) => {
    const { status, body } = await result()
    expect({ status, ...body, traceId: '' }).toEqual({
      status: 400,
      code: 'WRONG_CREDENTIALS',
      message: 'WRONG_CREDENTIALS',
      traceId: '',
    })
  })

  test('only the right password reveals that the account is blocked [A5.4] [A8.2]', async () => {
    const { phone, accountId } = await newPatient(context)
    await context.db`update account set status = 'blocked' where id = ${accountId}`
    expect(await enter(phone, 'Otra-Clave-9')).toMatchObject({ status: 400, body: { code: 'WRONG_CREDENTIALS' } })
    expect(await enter(phone)).toMatchObject({ status: 403, body: { code: 'BLOCKED_USER' } })
  })

  test('an accent in the password may be typed as one character or as two', async () => {
    const { phone } = await newPatient(context)
    expect((await enter(phone, PASSWORD.normalize('NFD'))).status).toBe(200)
  })
})

describe('guessing passwords', () => {
  test('guessing is limited after ten wrong passwords from one address, concurrent ones too', async () => {
    const { phone } = await newPatient(context)
    const all = await Promise.all(Array.from({ length: 30 }, () => enter(phone, 'Otra-Clave-9', '10.2.0.1')))
    const codes = all.map(({ body }) => body.code)
    expect(codes.filter((code) => code === 'WRONG_CREDENTIALS')).toHaveLength(10)
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(20)
    const late = await enter(phone, PASSWORD, '10.2.0.1')
    expect(late.status).toBe(429)
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
    expect(late.body).not.toHaveProperty('maxSessionsToken')
  })

  test('guessing from many addresses shares one limit, and the owner still signs in on a known device', async () => {
    const { phone } = await newPatient(context)
    const headers = { 'x-device': String((await enter(phone, PASSWORD, '10.3.0.1')).body.deviceKey) }
    for (let index = 0; index < 10; index++)
      expect((await enter(phone, 'Otra-Clave-9', `10.3.1.${index}`)).body.code).toBe('WRONG_CREDENTIALS')
    expect((await enter(phone, PASSWORD, '10.3.1.99')).body.code).toBe('RATE_LIMITED')
    const result = await context.sendCall(
      login,
      { identifier: phone, password: PASSWORD },
      { from: '10.3.9.9', headers },
    )
    expect(result.status).toBe(200)
  })

  test('an unknown phone has the same limits', async () => {
    const phone = newPhone()
    for (let tried = 0; tried < 10; tried++) await enter(phone, PASSWORD, '10.4.0.1')
    expect((await enter(phone, PASSWORD, '10.4.0.1')).body.code).toBe('RATE_LIMITED')
  })

  test('right passwords do not count', async () => {
    const { phone, accountId } = await newPatient(context)
    for (let times = 0; times < 12; times++) {
      expect((await enter(phone, PASSWORD, '10.5.0.1')).status).toBe(200)
      await context.db`update session set ended_at = now(), end_reason = 'logout' where account_id = ${accountId} and ended_at is null`
    }
  })

  test('a flood of sign-ins gets Retry-After instead of filling the memory', async () => {
    const phones = Array.from({ length: 120 }, newPhone)
    const all = await Promise.all(phones.map((phone, at) => enter(phone, PASSWORD, `10.6.${at}.1`)))
    const busy = all.filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThan(0)
    expect(busy[0]).toMatchObject({ body: { code: 'UNAVAILABLE' }, headers: { 'retry-after': '2' } })
    expect(all.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(52)
  })
})

test('a known device can look up its own phone any number of times, and another client cannot', async () => {
  const { phone } = await newPatient(context)
  const device = String((await enter(phone, PASSWORD, '10.7.0.1')).body.deviceKey)
  const checkPhone = (headers: Record<string, string>) =>
    context.sendCall(phoneExists, { phone: { number: phone, country: 'ES' } }, { from: '10.7.0.1', headers })
  for (let attempt = 0; attempt < 12; attempt++)
    expect((await checkPhone({ 'x-device': device })).body).toEqual({ phoneExists: true })
  const colleague = String((await enter((await newPatient(context)).phone, PASSWORD, '10.7.0.1')).body.deviceKey)
  const result = []
  for (let attempt = 0; attempt < 6; attempt++) result.push((await checkPhone({ 'x-device': colleague })).status)
  expect(result).toEqual([...Array(5).fill(200), 429])
})

describe('the limit of three sessions', () => {
  test('twenty concurrent sign-ins open three sessions [A4.2] [A8.1]', async () => {
    const { phone, accountId } = await newPatient(context)
    const all = await Promise.all(Array.from({ length: 20 }, () => enter(phone)))
    expect(await openSessions(accountId)).toHaveLength(3)
    const refused = all.filter(({ body }) => body.code === 'MAX_SESSIONS')
    expect(refused).toHaveLength(17)
    for (const { status, body, headers } of refused) {
      expect(status).toBe(429)
      expect(body.maxSessionsToken).toBeTruthy()
      expect(headers).not.toHaveProperty('retry-after')
    }
  })

  test('a fourth sign-in by force ends the least recently used session [A2.47]', async () => {
    const { phone, accountId } = await newPatient(context)
    const oldest = await enter(phone)
    const middle = await enter(phone)
    const newest = await enter(phone)
    await context.db`update session set last_seen_at = clock_timestamp() - interval '5 minutes' where id = ${String(middle.body.sessionId)}`
    const { maxSessionsToken } = (await enter(phone)).body
    const forced = await context.sendCall(forceLogin, {}, { token: String(maxSessionsToken) })
    expect(forced.status).toBe(200)
    expect(await openSessions(accountId)).toEqual(
      [oldest.body.sessionId, newest.body.sessionId, forced.body.sessionId].map(String).sort(),
    )
    expect(await isThere(String(middle.body.accessToken))).toMatchObject({
      status: 410,
      body: { code: 'SESSION_ENDED' },
    })
  })

  test('a force token opens one session, even in ten concurrent requests [A7.23]', async () => {
    const { phone, accountId } = await newPatient(context)
    for (let times = 0; times < 3; times++) await newSession(context, accountId)
    const token = String((await enter(phone)).body.maxSessionsToken)
    const all = await Promise.all(Array.from({ length: 10 }, () => context.sendCall(forceLogin, {}, { token })))
    expect(all.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(new Set(all.map(({ body }) => `${body.sessionId} ${body.refreshToken}`)).size).toBe(1)
    expect(await openSessions(accountId)).toHaveLength(3)
  })

  test('an idle session does not count', async () => {
    const { phone, accountId } = await newPatient(context)
    for (let times = 0; times < 3; times++) await newSession(context, accountId)
    await context.db`
      update session set last_seen_at = last_seen_at - interval '15 minutes'
      where id = (select id from session where account_id = ${accountId} limit 1)`
    expect((await enter(phone)).status).toBe(200)
  })

  test('a blocked account cannot force a session', async () => {
    const { phone, accountId } = await newPatient(context)
    for (let times = 0; times < 3; times++) await newSession(context, accountId)
    const token = String((await enter(phone)).body.maxSessionsToken)
    await context.db`update account set status = 'blocked' where id = ${accountId}`
    expect(await context.sendCall(forceLogin, {}, { token })).toMatchObject({
      status: 403,
      body: { code: 'BLOCKED_USER' },
    })
  })
})

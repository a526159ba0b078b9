import { forceLogin, login, loginMfa, resendBySms } from '@cuida/core/access/api.ts'
import { heartbeat, logout } from '@cuida/core/access/session/session-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { codeOf } from '../code/code.ts'
import { insertVerification } from '../code/verification-store.ts'
import {
  newPatient,
  newSession,
  openAllConnections,
  PASSWORD,
  readOutbox,
  readSentCode,
  wrongCode,
} from '../test-people.ts'

const context = await createTestContext()
context.services.config.enableMfa = true

const enter = async (phone: string) => (await context.sendCall(login, { identifier: phone, password: PASSWORD })).body
const confirm = (token: string, code: string) => context.sendCall(loginMfa, { code }, { token })

async function pending() {
  const patient = await newPatient(context)
  const token = String((await enter(patient.phone)).accessToken)
  return { ...patient, token, code: await readSentCode(context, patient.phone) }
}

/** A pending sign-in and its code, created by SQL: for tests that need more than the hourly limit. */
async function owing(accountId: string, phone: string) {
  const { secrets, tokens } = context.services
  const verification = await context.db.begin((tx) =>
    insertVerification(tx, { purpose: 'mfa', requester: 'password', to: phone, accountId }),
  )
  return { token: await tokens.sign('mfa', { subject: verification.id }), code: codeOf(secrets, verification) }
}

describe('with a second factor [A2.18]', () => {
  test('the password alone returns a pending token and the code’s destination [A4.2] [A4.7]', async () => {
    const { phone } = await newPatient(context)
    const body = await enter(phone)
    expect(body).toEqual({
      accessToken: expect.any(String),
      mfa: 'PENDING',
      factor: 'sms',
      maskedPhone: expect.stringMatching(/^\+34 6/),
    })
    expect(body.maskedPhone).not.toContain(phone.slice(5, 9))
  })

  test('a pending token authorises nothing else', async () => {
    const { token } = await pending()
    for (const call of [me, heartbeat, logout, forceLogin])
      expect((await context.sendCall(call, {}, { token })).status).toBe(401)
  })

  test('the code signs in, once [A7.22]', async () => {
    const { token, code } = await pending()
    const done = await confirm(token, code)
    expect((await context.sendCall(me, {}, { token: done.body.accessToken })).status).toBe(200)
    expect(await confirm(token, code)).toMatchObject({ status: 400, body: { code: 'CODE_EXPIRED' } })
  })

  test('a wrong code is 400', async () => {
    const { token, code } = await pending()
    expect(await confirm(token, wrongCode(code))).toMatchObject({ status: 400, body: { code: 'WRONG_CODE' } })
  })

  test("another patient's code is wrong", async () => {
    const one = await pending()
    const two = await pending()
    if (one.code !== two.code) expect((await confirm(one.token, two.code)).body.code).toBe('WRONG_CODE')
  })

  test('concurrent guesses get five tries', async () => {
    const { token, code } = await pending()
    const all = await Promise.all(Array.from({ length: 40 }, () => confirm(token, wrongCode(code))))
    expect(all.filter(({ body }) => body.code === 'WRONG_CODE')).toHaveLength(5)
    expect(all.filter(({ body }) => body.code === 'CODE_EXPIRED')).toHaveLength(35)
    expect(all.some(({ status }) => status === 401)).toBe(false)
  })

  test('two sign-ins in a row send one code, which completes either', async () => {
    const { phone } = await newPatient(context)
    const first = await enter(phone)
    const second = await enter(phone)
    const code = await readSentCode(context, phone)
    expect(await readOutbox(context, phone)).toHaveLength(1)
    expect((await confirm(String(second.accessToken), code)).status).toBe(200)
    expect((await confirm(String(first.accessToken), code)).body.code).toBe('CODE_EXPIRED')
  })

  test('another code can be requested after the waiting time', async () => {
    const { token, phone } = await pending()
    expect(await context.sendCall(resendBySms, {}, { token })).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED' },
    })
    await context.db`update code_sent set at = at - interval '30 seconds' where sent_to = ${phone}`
    expect((await context.sendCall(resendBySms, {}, { token })).status).toBe(204)
  })

  test('too many sessions are reported after the code, and force then needs no second code [A4.3]', async () => {
    const { accountId, token, code } = await pending()
    for (let times = 0; times < 3; times++) await newSession(context, accountId)
    const refused = await confirm(token, code)
    expect(refused).toMatchObject({ status: 429, body: { code: 'MAX_SESSIONS' } })
    expect(refused.headers).not.toHaveProperty('retry-after')
    const forced = await context.sendCall(forceLogin, {}, { token: String(refused.body.maxSessionsToken) })
    expect(forced.body).toMatchObject({ sessionId: expect.any(String) })
  })

  test('ten concurrent right codes open three sessions', async () => {
    const { accountId, phone } = await newPatient(context)
    const pendings = await Promise.all(Array.from({ length: 10 }, () => owing(accountId, phone)))
    await openAllConnections(context)
    const all = await Promise.all(pendings.map(({ token, code }) => confirm(token, code)))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(7).fill(429)])
    const [row] =
      await context.db`select count(*)::int as open from session where account_id = ${accountId} and ended_at is null`
    expect(row?.open).toBe(3)
  })

  test('right codes do not count as guesses', async () => {
    const { accountId, phone } = await newPatient(context)
    for (let times = 0; times < 12; times++) {
      const { token, code } = await owing(accountId, phone)
      expect((await confirm(token, code)).body.code).not.toBe('RATE_LIMITED')
    }
  })

  test('force without a second factor never skips it [A7.23]', async () => {
    const { accountId } = await newPatient(context)
    const token = await context.services.tokens.sign('max-sessions', { subject: accountId })
    const result = await context.sendCall(forceLogin, {}, { token })
    expect(result).toMatchObject({ status: 200, body: { mfa: 'PENDING' } })
    expect(result.body).not.toHaveProperty('sessionId')
    const again = await context.sendCall(forceLogin, {}, { token })
    expect(again).toMatchObject({ status: 200, body: { mfa: 'PENDING' } })
    expect(again.body).not.toHaveProperty('sessionId')
  })

  test('an account blocked meanwhile cannot sign in', async () => {
    const { accountId, token, code } = await pending()
    await context.db`update account set status = 'blocked' where id = ${accountId}`
    expect(await confirm(token, code)).toMatchObject({ status: 403, body: { code: 'BLOCKED_USER' } })
  })
})

import { forceLogin, login, loginMfa, resendByCall } from '@cuida/core/access/api.ts'
import { confirmRecovery, recover, resetPassword } from '@cuida/core/access/recovery/recovery-api.ts'
import { heartbeat, refreshSession } from '@cuida/core/access/session/session-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { describe, expect, test, vi } from 'vitest'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { enrolAuthenticator } from '../security/test-authenticator.ts'
import { startOtherProcess } from '../test-other-process.ts'
import {
  newClientAddress,
  newPatient,
  newPhone,
  newSession,
  PASSWORD,
  readOutbox,
  readSentCode,
  runJobs,
  solveProofOfWork,
  wrongCode,
} from '../test-people.ts'

const context = await createTestContext()
const other = closeAfterTests(await startOtherProcess(context))

const NEW = 'Camino-verde-7'
const requestRecovery = (number: string, from = newClientAddress()) =>
  context.sendCall(recover, { phone: { number, country: 'ES' } }, { from })
const confirm = (token: string, code: string) => context.sendCall(confirmRecovery, { code }, { token })
const reset = (token: string, password = NEW) =>
  context.sendCall(resetPassword, { password }, { token, from: newClientAddress() })
const enter = (phone: string, password: string) =>
  context.sendCall(login, { identifier: phone, password }, { from: newClientAddress() })
const advanceTime = (phone: string) =>
  context.db`update code_sent set at = at - interval '30 seconds' where sent_to = ${phone}`

async function recovered(phone: string): Promise<string> {
  const { accessToken } = (await requestRecovery(phone)).body
  return (await confirm(accessToken, await readSentCode(context, phone))).body.accessToken
}

describe('requesting a recovery', () => {
  test('the owner receives a code', async () => {
    const { phone } = await newPatient(context)
    expect((await requestRecovery(phone)).status).toBe(200)
    expect(await readSentCode(context, phone)).toMatch(/^\d{6}$/)
  })

  test('an unknown phone gets the same answer and leaves the same traces, and nothing is sent [A7.24]', async () => {
    const owned = (await newPatient(context)).phone
    const unowned = newPhone()
    const known = await requestRecovery(owned)
    const unknown = await requestRecovery(unowned)
    expect([known.status, Object.keys(known.body)]).toEqual([unknown.status, Object.keys(unknown.body)])
    expect(known.headers['content-length']).toBe(unknown.headers['content-length'])
    const traces = async (phone: string) => {
      const [row] = await context.db`
        select count(*)::int as codes,
          (select count(*)::int from notification join graphile_worker.jobs on key = 'notification:' || notification.id
            where subject_id = min(verification_id::text) || ':1') as jobs
        from code_sent where sent_to = ${phone}`
      return row
    }
    expect(await traces(unowned)).toEqual({ codes: 1, jobs: 1 })
    expect(await traces(owned)).toEqual(await traces(unowned))
    await runJobs(context)
    expect(await readOutbox(context, owned)).toHaveLength(1)
    expect(await readOutbox(context, unowned)).toHaveLength(0)
  })

  test('repeated requests among others need a wait or proof of work, alike for known and unknown phones', async () => {
    for (const phone of [(await newPatient(context)).phone, newPhone()]) {
      await requestRecovery(phone)
      const held = await requestRecovery(phone)
      expect(held).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', proofOfWork: { bits: 17 } } })
      expect(Number(held.headers['retry-after'])).toBeGreaterThan(25)
      const paid = await context.sendCall(
        recover,
        { phone: { number: phone, country: 'ES' } },
        { headers: solveProofOfWork(held) },
      )
      expect(paid.status).toBe(200)
      const [row] = await context.db`select count(*)::int as codes from code_sent where sent_to = ${phone}`
      expect(row?.codes).toBe(2)
    }
  })

  test('a code can be sent by phone call [A4.20]', async () => {
    const { phone } = await newPatient(context)
    const { accessToken } = (await requestRecovery(phone)).body
    await readSentCode(context, phone)
    await advanceTime(phone)
    expect((await context.sendCall(resendByCall, {}, { token: accessToken })).status).toBe(204)
    const code = await readSentCode(context, phone)
    expect((await readOutbox(context, phone)).map(({ channel }) => channel)).toEqual(['voice', 'sms'])
    expect((await confirm(accessToken, code)).status).toBe(200)
  })

  test.each([
    ['an impossible number', { number: '+34123456', country: 'ES' }, 'INVALID'],
    ['a premium number', { number: '+34806123456', country: 'ES' }, 'PHONE_NOT_ALLOWED'],
    ['a country that the partner does not serve', { number: '+14155552671', country: 'US' }, 'PHONE_NOT_ALLOWED'],
  ])('a recovery is refused for %s', async (_, phone, code) => {
    const result = await context.sendCall(recover, { phone }, { from: newClientAddress() })
    expect(result).toMatchObject({ status: 400, body: { code } })
  })

  test('one address can request thirty codes an hour', async () => {
    const from = newClientAddress()
    for (let attempt = 0; attempt < 30; attempt++) expect((await requestRecovery(newPhone(), from)).status).toBe(200)
    expect(await requestRecovery(newPhone(), from)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  })
})

describe('the code of a recovery', () => {
  test('a wrong code is 400; a right one succeeds again after a lost response, until the password is set [A7.25]', async () => {
    const { phone } = await newPatient(context)
    const { accessToken } = (await requestRecovery(phone)).body
    const code = await readSentCode(context, phone)
    expect(await confirm(accessToken, wrongCode(code))).toMatchObject({ status: 400, body: { code: 'WRONG_CODE' } })
    expect((await confirm(accessToken, code)).status).toBe(200)
    const again = await confirm(accessToken, code)
    expect((await reset(again.body.accessToken)).status).toBe(200)
    expect((await confirm(accessToken, code)).body.code).toBe('CODE_EXPIRED')
  })

  test('any code of an unknown phone is wrong, and expires alike', async () => {
    const { accessToken } = (await requestRecovery(newPhone())).body
    const codes = ['000000', '111111', '222222', '333333', '444444', '555555']
    const result = []
    for (const code of codes) result.push((await confirm(accessToken, code)).body.code)
    expect(result).toEqual([...Array(5).fill('WRONG_CODE'), 'CODE_EXPIRED'])
  })
})

describe('a new password', () => {
  test('the new password signs in, and the old one no longer does [A7.26]', async () => {
    const { phone } = await newPatient(context)
    const { status, body } = await reset(await recovered(phone))
    expect(status).toBe(200)
    expect((await context.sendCall(me, {}, { token: body.accessToken })).status).toBe(200)
    expect((await enter(phone, PASSWORD)).body.code).toBe('WRONG_CREDENTIALS')
    expect((await enter(phone, NEW)).status).toBe(200)
  })

  test('a recovery ends every session of the account within two seconds, in both processes [A4.20]', async () => {
    const { phone, accountId } = await newPatient(context)
    const sessions = [await newSession(context, accountId), await newSession(context, accountId)]
    // Both processes have cached these sessions and must drop them.
    for (const { token } of sessions)
      for (const process of [context, other]) expect((await process.sendCall(me, {}, { token })).status).toBe(200)
    const token = await recovered(phone)
    await reset(token)
    for (const session of sessions) {
      for (const process of [context, other]) {
        await vi.waitFor(
          async () => expect((await process.sendCall(me, {}, { token: session.token })).status).toBe(401),
          {
            timeout: 2_000,
          },
        )
        expect((await process.sendCall(refreshSession, {}, { token: session.refreshToken })).status).toBe(401)
        expect((await process.sendCall(heartbeat, {}, { token: session.token })).status).toBe(410)
      }
    }
  })

  test.each([
    ['too short', 'Ab1-', 'TOO_SHORT'],
    ['too simple', 'caminoverde', 'TOO_SIMPLE'],
    ['too common', 'Password1', 'TOO_COMMON'],
  ])('a password that is %s is refused and costs no try', async (_, password, problem) => {
    const { phone } = await newPatient(context)
    const token = await recovered(phone)
    expect(await reset(token, password)).toMatchObject({ status: 400, body: { fields: { password: problem } } })
    expect((await reset(token)).status).toBe(200)
  })

  test('a token sets one password: the same again succeeds, another one is refused', async () => {
    const { phone } = await newPatient(context)
    const token = await recovered(phone)
    expect((await reset(token)).status).toBe(200)
    expect((await reset(token)).body.sessionId).toEqual(expect.any(String))
    expect((await reset(token, 'Otra-Clave-9')).status).toBe(401)
    expect((await enter(phone, NEW)).status).toBe(200)
  })

  test('three concurrent requests are one change', async () => {
    const { phone, accountId } = await newPatient(context)
    const token = await recovered(phone)
    const all = await Promise.all(Array.from({ length: 3 }, () => reset(token)))
    expect(all.map(({ status }) => status)).toEqual(Array(3).fill(200))
    const notifications = await context.db`select type from notification where account_id = ${accountId}`
    expect(notifications).toEqual([{ type: 'security-password' }])
  })

  test('the owner is notified in their language, without the password', async () => {
    const { phone, accountId } = await newPatient(context)
    await context.db`update account set locale = 'es-ES' where id = ${accountId}`
    await reset(await recovered(phone))
    await runJobs(context)
    const [newest] = await readOutbox(context, phone)
    expect(newest?.text).toMatch(/contraseña.*¿No has sido tú\?/)
    expect(newest?.text).not.toContain(NEW)
  })

  test('a blocked account is refused and stays unchanged', async () => {
    const { phone, accountId } = await newPatient(context)
    const token = await recovered(phone)
    await context.db`update account set status = 'blocked' where id = ${accountId}`
    expect(await reset(token)).toMatchObject({ status: 403, body: { code: 'BLOCKED_USER' } })
    await context.db`update account set status = 'active' where id = ${accountId}`
    expect((await enter(phone, PASSWORD)).status).toBe(200)
  })

  test('a recovery never skips an authenticator [A7.26]', async () => {
    const patient = await newPatient(context)
    const app = await enrolAuthenticator(context, patient.accountId)
    const { status, body } = await reset(await recovered(patient.phone))
    expect({ status, mfa: body.mfa, factor: body.factor }).toEqual({ status: 200, mfa: 'PENDING', factor: 'totp' })
    expect(body).not.toHaveProperty('sessionId')
    expect((await context.sendCall(me, {}, { token: body.accessToken })).status).toBe(401)
    const done = await context.sendCall(loginMfa, { code: app.codeAt(30) }, { token: body.accessToken })
    expect(done.body.sessionId).toEqual(expect.any(String))
  })

  test('a recovery by SMS code requires no second SMS code: the phone was just verified', async () => {
    context.services.config.enableMfa = true
    try {
      const { phone } = await newPatient(context)
      expect((await reset(await recovered(phone))).body.sessionId).toEqual(expect.any(String))
    } finally {
      context.services.config.enableMfa = false
    }
  })

  test('a recovery voids pending sign-ins with the old password', async () => {
    const { phone, accountId } = await newPatient(context)
    await enrolAuthenticator(context, accountId)
    const pending = (await enter(phone, PASSWORD)).body.accessToken
    const force = await context.services.tokens.sign('max-sessions', { subject: accountId, mfa: 'DONE' })
    await reset(await recovered(phone))
    await context.db`update account set password_changed_at = password_changed_at + interval '1 second' where id = ${accountId}`
    expect((await context.sendCall(loginMfa, { code: '123456' }, { token: String(pending) })).status).toBe(401)
    expect((await context.sendCall(forceLogin, {}, { token: force })).status).toBe(401)
  })
})

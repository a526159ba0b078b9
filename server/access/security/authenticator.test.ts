import { forceLogin, login, loginMfa, loginRecoveryCode, resendBySms } from '@cuida/core/access/api.ts'
import {
  confirmAuthenticator,
  getSecurity,
  makeAuthenticatorSecret,
  removeAuthenticator,
  renewRecoveryCodes,
} from '@cuida/core/access/security/security-api.ts'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { newClientAddress, newPatient, newSession, PASSWORD, readOutbox, runJobs, wrongCode } from '../test-people.ts'
import { enrolAuthenticator } from './test-authenticator.ts'

const context = await createTestContext()

const enter = (phone: string) =>
  context.sendCall(login, { identifier: phone, password: PASSWORD }, { from: newClientAddress() })
const confirm = (token: string, code: string) => context.sendCall(loginMfa, { code }, { token })
const recoverWith = (token: string, recoveryCode: string) =>
  context.sendCall(loginRecoveryCode, { recoveryCode }, { token })
const pending = (token: string, password = PASSWORD) =>
  context.sendCall(makeAuthenticatorSecret, { password }, { token, from: newClientAddress() })
const begin = async () => (await newSession(context, (await newPatient(context)).accountId)).token

async function enrolled() {
  const patient = await newPatient(context)
  const app = await enrolAuthenticator(context, patient.accountId)
  // The step that enabled it is used; a later one is free.
  const pending = async () => String((await enter(patient.phone)).body.accessToken)
  return { ...patient, ...app, pending, code: () => app.codeAt(30) }
}

describe('enabling an authenticator [A2.18]', () => {
  test('enabling it requires the password again', async () => {
    const token = await begin()
    expect(await pending(token, 'Otra-Clave-9')).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } })
    expect((await pending(token)).status).toBe(200)
  })

  test('the offer has a secret that an authenticator app reads', async () => {
    const { body } = await pending(await begin())
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}/)
    expect(new URL(body.uri).searchParams.get('issuer')).toBe(context.services.config.partnerName)
  })

  test('the first code enables it, and before that nothing requires it', async () => {
    const { phone, accountId } = await newPatient(context)
    const { token } = await newSession(context, accountId)
    const { secret } = (await pending(token)).body
    expect((await enter(phone)).body.sessionId).toBeTruthy()
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    const wrong = await context.sendCall(confirmAuthenticator, { code: wrongCode(code) }, { token })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'WRONG_CODE' } })
    const { body } = await context.sendCall(confirmAuthenticator, { code }, { token })
    expect(new Set(body.recoveryCodes).size).toBe(10)
    for (const one of body.recoveryCodes) expect(one).toMatch(/^[2-9a-hjkmnp-z]{5}-[2-9a-hjkmnp-z]{5}$/)
    expect((await enter(phone)).body).toMatchObject({ mfa: 'PENDING', factor: 'totp' })
    expect((await context.sendCall(getSecurity, {}, { token })).body).toMatchObject({
      secondFactor: 'totp',
      recoveryCodesLeft: 10,
    })
  })

  test('a new offer from another tab replaces the first secret', async () => {
    const token = await begin()
    const first = (await pending(token)).body.secret
    const second = (await pending(token)).body.secret
    const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    if (codeOf(first) !== codeOf(second))
      expect((await context.sendCall(confirmAuthenticator, { code: codeOf(first) }, { token })).body.code).toBe(
        'WRONG_CODE',
      )
    expect((await context.sendCall(confirmAuthenticator, { code: codeOf(second) }, { token })).status).toBe(200)
  })

  test('five concurrent first codes hand out one set of recovery codes', async () => {
    const token = await begin()
    const { secret } = (await pending(token)).body
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    const all = await Promise.all(
      Array.from({ length: 5 }, () => context.sendCall(confirmAuthenticator, { code }, { token })),
    )
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  })

  test('enabling it twice is refused, and so is a code without an offer', async () => {
    const { token, code } = await enrolled()
    expect(await pending(token)).toMatchObject({ status: 409, body: { code: 'ALREADY_ON' } })
    expect((await context.sendCall(confirmAuthenticator, { code: code() }, { token })).body.code).toBe('ALREADY_ON')
    const result = await context.sendCall(confirmAuthenticator, { code: '123456' }, { token: await begin() })
    expect(result).toMatchObject({ status: 409, body: { code: 'NOT_OFFERED' } })
  })

  test('the owner is notified by SMS and e-mail', async () => {
    const { phone, email } = await enrolled()
    await runJobs(context)
    expect((await readOutbox(context, phone))[0]?.text).toContain('authenticator app')
    expect((await readOutbox(context, email))[0]?.text).toContain('keep your recovery codes')
  })

  test('the database holds neither the secret nor recovery codes in plain text', async () => {
    const { accountId, secret, recoveryCodes } = await enrolled()
    const rows = await context.db`
      select a::text || coalesce(string_agg(r::text, ' '), '') as row
      from authenticator a left join recovery_code r using (account_id) where a.account_id = ${accountId} group by a`
    const dump = rows.map(({ row }) => row).join() + Buffer.from(secret).toString('hex')
    for (const one of recoveryCodes)
      for (const text of [one, Buffer.from(one).toString('hex'), Buffer.from(one.replace('-', '')).toString('hex')])
        expect(dump).not.toContain(text)
    expect(rows[0]?.row).not.toContain(Buffer.from(secret).toString('hex'))
  })
})

describe('signing in with an authenticator', () => {
  test('a code signs in once [A7.22]', async () => {
    const { pending, code } = await enrolled()
    const one = await pending()
    const two = await pending()
    const both = await Promise.all([confirm(one, code()), confirm(two, code())])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test.each([
    ['half a minute ahead', 30, 200],
    ['a minute and a half ahead', 90, 400],
  ])('a code %s is accepted at most one step ahead', async (_, seconds, status) => {
    const { pending, codeAt } = await enrolled()
    expect((await confirm(await pending(), codeAt(seconds))).status).toBe(status)
  })

  test('the code that enabled it does not sign in as well', async () => {
    const { pending, codeAt } = await enrolled()
    expect((await confirm(await pending(), codeAt(0))).body.code).toBe('WRONG_CODE')
  })

  test('the authenticator is required whatever the partner requires of others, and an SMS code does not replace it', async () => {
    const { pending, phone } = await enrolled()
    await runJobs(context)
    const before = (await readOutbox(context, phone)).length
    const token = await pending()
    expect((await context.sendCall(resendBySms, {}, { token })).status).toBe(401)
    await runJobs(context)
    expect(await readOutbox(context, phone)).toHaveLength(before)
  })

  test('an SMS code sent before the authenticator was enabled does not sign in', async () => {
    context.services.config.enableMfa = true
    try {
      const { phone, accountId } = await newPatient(context)
      const token = String((await enter(phone)).body.accessToken)
      await runJobs(context)
      const code = (await readOutbox(context, phone))[0]?.text.match(/\d{6}/)?.[0] ?? ''
      await enrolAuthenticator(context, accountId)
      expect((await confirm(token, code)).status).toBe(401)
    } finally {
      context.services.config.enableMfa = false
    }
  })

  test('codes of either kind have five tries in 15 minutes, concurrent ones too', async () => {
    const { pending, code } = await enrolled()
    const token = await pending()
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        at % 2 ? confirm(token, wrongCode(code())) : recoverWith(token, 'aaaaa-aaaaa'),
      ),
    )
    expect(all.filter(({ body }) => body.code === 'WRONG_CODE')).toHaveLength(5)
    expect(await confirm(token, code())).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  })

  test('force never skips the authenticator, and requires it once', async () => {
    const { accountId, code } = await enrolled()
    const token = await context.services.tokens.sign('max-sessions', { subject: accountId })
    const result = await context.sendCall(forceLogin, {}, { token })
    expect(result.body).toMatchObject({ mfa: 'PENDING', factor: 'totp' })
    for (let times = 0; times < 3; times++) await newSession(context, accountId)
    const full = await confirm(result.body.accessToken, code())
    expect(full).toMatchObject({ status: 429, body: { code: 'MAX_SESSIONS' } })
    const forced = await context.sendCall(forceLogin, {}, { token: String(full.body.maxSessionsToken) })
    expect(forced.body).toMatchObject({ sessionId: expect.any(String) })
  })

  test('a blocked account is refused after the right code', async () => {
    const { accountId, pending, code } = await enrolled()
    const token = await pending()
    await context.db`update account set status = 'blocked' where id = ${accountId}`
    expect(await confirm(token, code())).toMatchObject({ status: 403, body: { code: 'BLOCKED_USER' } })
  })
})

describe('a recovery code', () => {
  test('a recovery code signs in once, however it is typed', async () => {
    const { pending, recoveryCodes, token } = await enrolled()
    const [first = '', second = ''] = recoveryCodes
    expect((await recoverWith(await pending(), first)).body.sessionId).toBeTruthy()
    expect(await recoverWith(await pending(), first)).toMatchObject({ status: 400, body: { code: 'WRONG_CODE' } })
    expect((await recoverWith(await pending(), ` ${second.toUpperCase().replace('-', ' ')} `)).status).toBe(200)
    expect((await context.sendCall(getSecurity, {}, { token })).body.recoveryCodesLeft).toBe(8)
  })

  test('a recovery code entered twice at once is used once', async () => {
    const { pending, recoveryCodes } = await enrolled()
    const tokens = [await pending(), await pending()]
    const both = await Promise.all(tokens.map((token) => recoverWith(token, recoveryCodes[0] ?? '')))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('a recovery code of another patient is wrong, and so is a replaced one', async () => {
    const account = await enrolled()
    const other = await enrolled()
    expect((await recoverWith(await account.pending(), other.recoveryCodes[0] ?? '')).body.code).toBe('WRONG_CODE')
    const renewed = await context.sendCall(
      renewRecoveryCodes,
      { password: PASSWORD, code: account.code() },
      { token: account.token, from: newClientAddress() },
    )
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    expect((await recoverWith(await account.pending(), account.recoveryCodes[0] ?? '')).body.code).toBe('WRONG_CODE')
    expect((await recoverWith(await account.pending(), renewed.body.recoveryCodes[0] ?? '')).status).toBe(200)
  })
})

describe('disabling an authenticator', () => {
  const off = (token: string, code: string, password = PASSWORD) =>
    context.sendCall(removeAuthenticator, { password, code }, { token, from: newClientAddress() })

  test('disabling it requires the password and a code', async () => {
    const { token, code, phone } = await enrolled()
    expect(await off(token, code(), 'Otra-Clave-9')).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } })
    expect(await off(token, wrongCode(code()))).toMatchObject({ status: 400, body: { code: 'WRONG_CODE' } })
    expect((await off(token, code())).status).toBe(204)
    expect((await enter(phone)).body.sessionId).toBeTruthy()
  })

  test('disabling a missing authenticator is refused', async () => {
    expect(await off(await begin(), '123456')).toMatchObject({ status: 409, body: { code: 'NOT_ON' } })
  })

  test('disabling it ends sign-ins that wait for its code', async () => {
    const { token, code, pending } = await enrolled()
    const waiting = await pending()
    await off(token, code())
    expect((await confirm(waiting, code())).status).toBe(401)
  })
})

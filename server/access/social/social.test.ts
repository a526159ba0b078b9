import { forceLogin, loginMfa, socialLogin } from '@cuida/core/access/api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startTestContext } from '../../testing/test-context.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { purgeAccess } from '../purge-store.ts'
import { enrolAuthenticator } from '../security/test-authenticator.ts'
import { newPatient, newSession, readSentCode } from '../test-people.ts'
import { createGoogleToken, diego, lucia, planGoogleFault, TEST_SITE, TestBrowser, unverified } from './test-google.ts'

const context = await createTestContext({ env: { PUBLIC_URL: TEST_SITE } })

const browser = () => new TestBrowser(context)

/** A registered patient linked to this Google subject by SQL; an earlier link of the subject moves away. */
async function linked(subject: string) {
  const patient = await newPatient(context)
  await context.db`delete from social_identity where subject = ${subject}`
  await context.db`insert into social_identity (provider, subject, account_id) values ('google', ${subject}, ${patient.accountId})`
  return patient
}

describe('signing in with a linked Google account', () => {
  test('the account signs in, whatever address Google returns [A3.8]', async () => {
    const { patientId } = await linked(lucia)
    const { status, body } = await browser().signIn(lucia)
    expect([status, Object.keys(body).sort()]).toEqual([200, ['accessToken', 'deviceKey', 'refreshToken', 'sessionId']])
    expect((await context.sendCall(me, {}, { token: String(body.accessToken) })).body.id).toBe(patientId)
  })

  test('the account signs in with an unverified address too: the subject is the key', async () => {
    await linked(unverified)
    expect((await browser().signIn(unverified)).body.sessionId).toBeDefined()
  })

  test('a blocked account does not sign in', async () => {
    const { accountId } = await linked(lucia)
    await context.db`update account set status = 'blocked' where id = ${accountId}`
    expect(await browser().signIn(lucia)).toMatchObject({ status: 403, body: { code: 'BLOCKED_USER' } })
  })

  test('an account at the limit of sessions can force one, as after a password', async () => {
    const { accountId } = await linked(lucia)
    const sessions = [
      await newSession(context, accountId),
      await newSession(context, accountId),
      await newSession(context, accountId),
    ]
    const full = await browser().signIn(lucia)
    expect(full).toMatchObject({ status: 429, body: { code: 'MAX_SESSIONS', maxSessionsToken: expect.any(String) } })
    expect(full.headers['retry-after']).toBeUndefined()
    const forced = await context.sendCall(forceLogin, {}, { token: String(full.body.maxSessionsToken) })
    expect(forced.status).toBe(200)
    expect((await context.sendCall(me, {}, { token: sessions[0]?.token ?? '' })).status).toBe(401)
  })

  test('the second factor is required where the partner requires one [A4.10]', async () => {
    const { phone } = await linked(lucia)
    context.services.config.enableMfa = true
    onTestFinished(() => {
      context.services.config.enableMfa = false
    })
    const { body } = await browser().signIn(lucia)
    const pending = String(body.accessToken)
    expect(body).toEqual({
      accessToken: pending,
      mfa: 'PENDING',
      factor: 'sms',
      maskedPhone: expect.stringMatching(/^\+34 6/),
    })
    expect((await context.sendCall(me, {}, { token: pending })).status).toBe(401)
    const code = await readSentCode(context, phone)
    expect((await context.sendCall(loginMfa, { code }, { token: pending })).status).toBe(200)
  })
})

test('an authenticator’s code is required, even where the partner requires no second factor', async () => {
  const { accountId } = await linked(diego)
  const { codeAt } = await enrolAuthenticator(context, accountId)
  const { body } = await browser().signIn(diego)
  expect(body).toMatchObject({ mfa: 'PENDING', factor: 'totp' })
  expect((await context.sendCall(me, {}, { token: String(body.accessToken) })).status).toBe(401)
  const done = await context.sendCall(loginMfa, { code: codeAt(30) }, { token: String(body.accessToken) })
  expect(done.status).toBe(200)
})

describe('the one-time code', () => {
  test('a code is valid once', async () => {
    await linked(lucia)
    const one = browser()
    const code = await one.connect(lucia)
    expect((await one.sendCall(code)).status).toBe(200)
    expect(await one.sendCall(code)).toMatchObject({ status: 400, body: { code: 'SOCIAL_LOGIN_REFUSED' } })
  })

  test('a code is valid once, also in ten concurrent requests [A7.20]', async () => {
    await linked(diego)
    const one = browser()
    const code = await one.connect(diego)
    const all = await Promise.all(Array.from({ length: 10 }, () => one.sendCall(code)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a code is refused in another browser: a link with a stranger’s code does not sign in as the stranger', async () => {
    await linked(lucia)
    const code = await browser().connect(lucia)
    const victim = browser()
    expect((await victim.sendCall(code)).body.code).toBe('SOCIAL_LOGIN_REFUSED')
    await victim.connect(diego)
    expect((await victim.sendCall(code)).body.code).toBe('SOCIAL_LOGIN_REFUSED')
  })

  test.each([
    ['59 seconds', 59, 200],
    ['61 seconds', 61, 400],
  ])('a code %s later is accepted within a minute', async (_, seconds, status) => {
    await linked(lucia)
    const one = browser()
    const code = await one.connect(lucia)
    await context.db`update introduction set created_at = created_at - make_interval(secs => ${seconds})
      where id = (select id from introduction order by created_at desc limit 1)`
    expect((await one.sendCall(code)).status).toBe(status)
  })

  test('a code is stored as a hash only, and its introduction is deleted an hour later', async () => {
    const code = await browser().connect(diego)
    const rows = await context.db`select i::text as row from introduction i`
    expect(rows.map(({ row }) => row).join()).not.toContain(code.slice(5))
    await context.db`update introduction set created_at = created_at - interval '59 minutes'`
    await purgeAccess(context.db)
    expect((await context.db`select 1 from introduction`).length).toBeGreaterThan(0)
    await context.db`update introduction set created_at = created_at - interval '2 minutes'`
    await purgeAccess(context.db)
    expect(await context.db`select 1 from introduction`).toHaveLength(0)
  })

  test('invented codes are refused, and thirty in a quarter of an hour limit their address', async () => {
    const one = browser()
    for (let tries = 0; tries < 30; tries++)
      expect((await one.sendCall('once_invented')).body.code).toBe('SOCIAL_LOGIN_REFUSED')
    expect(await one.sendCall('once_invented')).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  })
})

describe('Google’s own access token', () => {
  test('a token issued to us signs in', async () => {
    await linked(lucia)
    expect((await browser().sendCall(await createGoogleToken(context, lucia))).body.sessionId).toBeDefined()
  })

  test('a token issued to another application does not sign in [A7.20]', async () => {
    await linked(lucia)
    const token = await createGoogleToken(context, lucia, 'another')
    expect(await browser().sendCall(token)).toMatchObject({ status: 400, body: { code: 'SOCIAL_LOGIN_REFUSED' } })
  })

  test('a token is 503 while Google is down, without a claim about the account', async () => {
    await planGoogleFault(context, { fault: '5xx', path: 'tokeninfo' })
    const away = await browser().sendCall('ya29.any')
    expect(away).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(away.headers['retry-after']).toBeDefined()
  })

  test('a token unknown to Google is refused', async () =>
    expect((await browser().sendCall('ya29.invented')).body.code).toBe('SOCIAL_LOGIN_REFUSED'))
})

test('a partner without social login refuses the call with its code', async () => {
  const other = await startTestContext({ partner: 'bem-leve', demo: false })
  const result = await other.sendCall(socialLogin, { provider: 'google', accessToken: 'ya29.any' })
  expect(result).toMatchObject({ status: 403, body: { code: 'SOCIAL_LOGIN_OFF' } })
  await other.close()
})

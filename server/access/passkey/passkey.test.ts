import { forceLogin } from '@cuida/core/access/api.ts'
import {
  addPasskey,
  MAX_PASSKEYS,
  myDeskPasskeys,
  myPasskeys,
  removeDeskPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startDeskPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@cuida/core/access/passkey/passkey-api.ts'
import { confirmRecovery, recover, resetPassword } from '@cuida/core/access/recovery/recovery-api.ts'
import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { hashPassword } from '../passwords.ts'
import { insertManager, tokenOf } from '../people/test-managers.ts'
import { WRONG_PASSKEYS_PER_ADDRESS } from '../rate-limits.ts'
import { enrolAuthenticator } from '../security/test-authenticator.ts'
import { encryptSecret } from '../security/totp.ts'
import { createTeamActions } from '../team/test-team.ts'
import { startOtherProcess } from '../test-other-process.ts'
import {
  newClientAddress,
  newPatient,
  newSession,
  PASSWORD,
  readOutbox,
  readSentCode,
  runJobs,
  wrongCode,
} from '../test-people.ts'
import { relyingPartyOf, verifyAttestation } from './passkey.ts'
import { ageSignIn, enrolPasskey, enterWithPasskey, newPatientWithPasskey } from './test-passkey.ts'
import { createAuthenticator, type Forgery } from './test-software-authenticator.ts'

const context = await createTestContext()
const other = closeAfterTests(await startOtherProcess(context))
const { origin } = new URL(context.services.env.PUBLIC_URL)
const REFUSED = { status: 400, body: { code: 'PASSKEY_REFUSED' } }

const listOf = async (token: string) => (await context.sendCall(myPasskeys, {}, { token })).body.items

describe('adding a passkey', () => {
  test('a new passkey is listed with the device’s name, and its owner is told by SMS and e-mail', async () => {
    const { phone, email, token, added, options } = await newPatientWithPasskey(context)
    expect(added.status).toBe(201)
    expect(options).toMatchObject({
      rp: { id: new URL(origin).hostname, name: context.services.config.partnerName },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(await listOf(token)).toEqual([{ ...added.body, lastUsedAt: null, isBlocked: false }])
    await runJobs(context)
    expect((await readOutbox(context, phone)).map(({ text }) => text).join()).toContain('passkey')
    expect(await readOutbox(context, email)).toHaveLength(1)
  })

  test('the handle that the authenticator keeps is random and the same for a person’s passkeys', async () => {
    const { accountId, token, options } = await newPatientWithPasskey(context)
    const second = await enrolPasskey(context, token)
    expect(second.options.user.id).toBe(options.user.id)
    expect(Buffer.from(options.user.id, 'base64url').toString('hex')).not.toContain(accountId.replaceAll('-', ''))
    expect(second.options.excludeCredentials).toHaveLength(1)
  })

  test('some minutes after the sign-in it takes the password, and the code of an authenticator', async () => {
    const { accountId, phone } = await newPatient(context)
    const { token } = await newSession(context, accountId)
    await ageSignIn(context, 'account_id', accountId)
    const start = (proof: { password?: string; code?: string }) =>
      context.sendCall(startPasskey, proof, { token, from: newClientAddress() })
    expect(await start({})).toMatchObject({ status: 403, body: { code: 'PROOF_REQUIRED' } })
    expect((await start({ password: 'Otra-Clave-9' })).body).toMatchObject({ code: 'WRONG_PASSWORD' })
    expect((await start({ password: PASSWORD })).body.user.name).toBe(phone)
    const app = await enrolAuthenticator(context, accountId)
    expect((await start({ password: PASSWORD })).body).toMatchObject({ code: 'PROOF_REQUIRED' })
    const code = app.codeAt(30)
    expect((await start({ password: PASSWORD, code: wrongCode(code) })).body).toMatchObject({ code: 'WRONG_CODE' })
    expect((await start({ password: PASSWORD, code })).status).toBe(200)
  })

  test.each<[string, Forgery]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['an unverified user', { isVerified: false }],
    ['an answer of another kind', { type: 'webauthn.get' }],
  ])('%s is refused', async (_, forgery) => {
    const { accountId } = await newPatient(context)
    const { token } = await newSession(context, accountId)
    const options = await context.sendCall(startPasskey, {}, { token })
    const credential = createAuthenticator({ origin }).create(options.body, forgery)
    expect(await context.sendCall(addPasskey, { credential }, { token })).toMatchObject(REFUSED)
    expect(await listOf(token)).toEqual([])
  })

  test('a challenge is valid once, for its account, and to add only', async () => {
    const mine = await newSession(context, (await newPatient(context)).accountId)
    const theirs = await newSession(context, (await newPatient(context)).accountId)
    const create = (options: { challenge: string; user: { id: string }; rp: { id: string } }) =>
      createAuthenticator({ origin }).create(options)
    const add = (credential: ReturnType<typeof create>, token: string) =>
      context.sendCall(addPasskey, { credential }, { token })
    const options = (await context.sendCall(startPasskey, {}, { token: mine.token })).body
    expect(await add(create(options), theirs.token)).toMatchObject(REFUSED)
    expect((await add(create(options), mine.token)).status).toBe(201)
    expect(await add(create(options), mine.token)).toMatchObject(REFUSED)
    const { challenge } = (await context.sendCall(startPasskeySignIn, {})).body
    expect(await add(create({ ...options, challenge }), mine.token)).toMatchObject(REFUSED)
  })

  test('a passkey belongs to one account', async () => {
    const { authenticator } = await newPatientWithPasskey(context)
    const { token } = await newSession(context, (await newPatient(context)).accountId)
    const options = (await context.sendCall(startPasskey, {}, { token })).body
    const credential = authenticator.create(options)
    expect(await context.sendCall(addPasskey, { credential }, { token })).toMatchObject(REFUSED)
  })

  test('a person has ten at most', async () => {
    const { token } = await newPatientWithPasskey(context)
    for (let count = 1; count < MAX_PASSKEYS; count++) await enrolPasskey(context, token)
    expect((await context.sendCall(startPasskey, {}, { token })).body).toMatchObject({ code: 'TOO_MANY_PASSKEYS' })
    expect(await listOf(token)).toHaveLength(MAX_PASSKEYS)
  })
})

describe('signing in with a passkey', () => {
  test('one answer opens a session, without a phone, a password or a code', async () => {
    const { accountId, authenticator, token } = await newPatientWithPasskey(context)
    await enrolAuthenticator(context, accountId)
    const { status, body } = await enterWithPasskey(context, authenticator)
    expect(status).toBe(200)
    expect(body.deviceKey).toEqual(expect.any(String))
    expect((await context.sendCall(me, {}, { token: String(body.accessToken) })).status).toBe(200)
    expect((await listOf(token))[0]?.lastUsedAt).toEqual(expect.any(String))
  })

  test('another API process accepts the challenge of the first, and neither accepts it twice', async () => {
    const { authenticator } = await newPatientWithPasskey(context)
    const options = (await context.sendCall(startPasskeySignIn, {})).body
    const credential = authenticator.get(options)
    const [one, two] = await Promise.all([
      other.sendCall(signInWithPasskey, { credential }, { from: newClientAddress() }),
      context.sendCall(signInWithPasskey, { credential }, { from: newClientAddress() }),
    ])
    expect([one.status, two.status].sort()).toEqual([200, 400])
    expect(await other.sendCall(signInWithPasskey, { credential }, { from: newClientAddress() })).toMatchObject(REFUSED)
  })

  test.each<[string, Forgery]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['an unverified user', { isVerified: false }],
    ['the handle of another person', { userHandle: 'AAAA' }],
    ['an answer of another kind', { type: 'webauthn.create' }],
  ])('%s is refused like an unknown passkey', async (_, forgery) => {
    const { authenticator } = await newPatientWithPasskey(context)
    const stranger = createAuthenticator({ origin })
    stranger.create({ challenge: '', rp: { id: new URL(origin).hostname }, user: { id: 'AAAA' } })
    const [known, unknown] = [
      await enterWithPasskey(context, authenticator, forgery),
      await enterWithPasskey(context, stranger, forgery),
    ]
    expect(known).toMatchObject(REFUSED)
    expect({ ...known.body, traceId: '' }).toEqual({ ...unknown.body, traceId: '' })
    expect(known.headers['content-length']).toBe(unknown.headers['content-length'])
  })

  test('an expired challenge, one to add, and one of the desk are refused', async () => {
    const { authenticator, token } = await newPatientWithPasskey(context)
    const enter = (challenge: string) =>
      context.sendCall(
        signInWithPasskey,
        { credential: authenticator.get({ challenge }) },
        { from: newClientAddress() },
      )
    const adding = (await context.sendCall(startPasskey, {}, { token })).body.challenge
    expect(await enter(adding)).toMatchObject(REFUSED)
    expect(await enterWithPasskey(context, authenticator, {}, { audience: 'desk' })).toMatchObject(REFUSED)
    const { challenge } = (await context.sendCall(startPasskeySignIn, {})).body
    const { now } = context.services
    context.services.now = () => new Date(Date.now() + 601_000)
    const late = await enter(challenge)
    context.services.now = now
    expect(late).toMatchObject(REFUSED)
  })

  test('a counter that goes back blocks the passkey, and its owner is told', async () => {
    const { phone, authenticator, token } = await newPatientWithPasskey(context)
    expect((await enterWithPasskey(context, authenticator, { counter: 5 })).status).toBe(200)
    expect(await enterWithPasskey(context, authenticator, { counter: 5 })).toMatchObject(REFUSED)
    expect(await enterWithPasskey(context, authenticator, { counter: 6 })).toMatchObject(REFUSED)
    expect(await listOf(token)).toMatchObject([{ isBlocked: true }])
    await runJobs(context)
    const told = (await readOutbox(context, phone)).filter(({ text }) => text.includes('copy'))
    expect(told).toHaveLength(1)
  })

  test('a blocked account is told so; a full one may go on by force, without another factor', async () => {
    const { accountId, authenticator } = await newPatientWithPasskey(context)
    await enrolAuthenticator(context, accountId)
    await newSession(context, accountId)
    await newSession(context, accountId)
    const full = await enterWithPasskey(context, authenticator)
    expect(full).toMatchObject({ status: 429, body: { code: 'MAX_SESSIONS' } })
    const forced = await context.sendCall(forceLogin, {}, { token: String(full.body.maxSessionsToken) })
    expect(forced.body).toMatchObject({ sessionId: expect.any(String) })
    await context.db`update account set status = 'blocked' where id = ${accountId}`
    expect(await enterWithPasskey(context, authenticator)).toMatchObject({
      status: 403,
      body: { code: 'BLOCKED_USER' },
    })
  })

  test('refused tries are limited by address, and right ones are not counted', async () => {
    const from = newClientAddress()
    const { authenticator } = await newPatientWithPasskey(context)
    const stranger = createAuthenticator({ origin })
    const { body: options } = await context.sendCall(startPasskeySignIn, {})
    const credential = stranger.get(options, { userHandle: 'AAAA' })
    for (let tried = 0; tried < WRONG_PASSKEYS_PER_ADDRESS.most; tried++)
      await context.sendCall(signInWithPasskey, { credential }, { from })
    expect((await enterWithPasskey(context, authenticator, {}, { from })).body).toMatchObject({ code: 'RATE_LIMITED' })
    expect((await enterWithPasskey(context, authenticator)).status).toBe(200)
  })
})

describe('keeping passkeys', () => {
  test('its owner renames and removes a passkey, which then is unknown', async () => {
    const { accountId, phone, authenticator, token, id } = await newPatientWithPasskey(context)
    expect((await context.sendCall(renamePasskey, { id, name: 'Móvil nuevo' }, { token })).status).toBe(204)
    expect(await listOf(token)).toMatchObject([{ name: 'Móvil nuevo' }])
    await ageSignIn(context, 'account_id', accountId)
    const remove = (proof: { password?: string }) =>
      context.sendCall(removePasskey, { id, ...proof }, { token, from: newClientAddress() })
    expect((await remove({})).body).toMatchObject({ code: 'PROOF_REQUIRED' })
    expect((await remove({ password: PASSWORD })).status).toBe(204)
    expect((await remove({ password: PASSWORD })).body).toMatchObject({ code: 'PASSKEY_NOT_FOUND' })
    expect(await enterWithPasskey(context, authenticator)).toMatchObject(REFUSED)
    await runJobs(context)
    expect(await readOutbox(context, phone)).toHaveLength(2)
  })

  test('nobody renames or removes another person’s', async () => {
    const { id, token } = await newPatientWithPasskey(context)
    const { token: stranger } = await newSession(context, (await newPatient(context)).accountId)
    const notFound = { status: 404, body: { code: 'PASSKEY_NOT_FOUND' } }
    expect(await context.sendCall(renamePasskey, { id, name: 'Mío' }, { token: stranger })).toMatchObject(notFound)
    expect(await context.sendCall(removePasskey, { id }, { token: stranger })).toMatchObject(notFound)
    expect(await listOf(token)).toHaveLength(1)
  })
})

test('a password reset removes the passkeys of the last days and keeps the older ones', async () => {
  const { accountId, phone, token, authenticator, id } = await newPatientWithPasskey(context)
  await context.db`update passkey set created_at = created_at - interval '8 days' where id = ${id}`
  const planted = await enrolPasskey(context, token)
  const from = newClientAddress()
  const asked = await context.sendCall(recover, { phone: { number: phone, country: 'ES' } }, { from })
  const code = await readSentCode(context, phone)
  const confirmed = await context.sendCall(confirmRecovery, { code }, { token: String(asked.body.accessToken) })
  const reset = { password: 'Camino-verde-7' }
  await context.sendCall(resetPassword, reset, { token: String(confirmed.body.accessToken), from })
  expect(await enterWithPasskey(context, planted.authenticator)).toMatchObject(REFUSED)
  expect((await enterWithPasskey(context, authenticator)).status).toBe(200)
  expect(await context.db`select id from passkey where account_id = ${accountId}`).toHaveLength(1)
})

describe('staff', () => {
  test('a passkey replaces password and authenticator at the desk', async () => {
    const staff = await insertManager(context)
    const { token } = tokenOf(staff)
    const { authenticator, added } = await enrolPasskey(context, token, 'desk')
    expect(added.status).toBe(201)
    const { body } = await enterWithPasskey(context, authenticator, {}, { audience: 'desk' })
    expect((await context.sendCall(staffMe, {}, { token: String(body.accessToken) })).body.id).toBe(staff.staffId)
    expect(await enterWithPasskey(context, authenticator)).toMatchObject(REFUSED)
    const acts = await context.db`select act from audit where staff_id = ${staff.staffId}`
    expect(acts.map(({ act }) => act)).toEqual(['add-passkey'])
    await context.db`update staff set status = 'blocked' where id = ${staff.staffId}`
    const blocked = await enterWithPasskey(context, authenticator, {}, { audience: 'desk' })
    expect(blocked).toMatchObject({ status: 403, body: { code: 'BLOCKED_USER' } })
  })

  test('some minutes after the sign-in, changes need password and code', async () => {
    const staff = await insertManager(context)
    const { token } = tokenOf(staff)
    const { id } = await enrolPasskey(context, token, 'desk')
    await ageSignIn(context, 'staff_id', staff.staffId)
    const required = { status: 403, body: { code: 'PROOF_REQUIRED' } }
    const given = { password: PASSWORD }
    expect(await context.sendCall(startDeskPasskey, given, { token })).toMatchObject(required)
    expect(await context.sendCall(removeDeskPasskey, { id, ...given }, { token })).toMatchObject(required)
    const secret = new Secret({ size: 20 })
    await context.db`
      update staff set password_hash = ${await hashPassword(PASSWORD)},
        totp_secret = ${encryptSecret(context.services.secrets, secret.base32)} where id = ${staff.staffId}`
    const code = new TOTP({ secret }).generate()
    const start = (proof: { password: string; code: string }) =>
      context.sendCall(startDeskPasskey, proof, { token, from: newClientAddress() })
    expect((await start({ password: 'Otra-Clave-9', code })).body).toMatchObject({ code: 'WRONG_PASSWORD' })
    expect((await start({ ...given, code: wrongCode(code) })).body).toMatchObject({ code: 'WRONG_CODE' })
    expect((await start({ ...given, code })).status).toBe(200)
  })

  test('a manager’s renewal removes the member’s passkeys', async () => {
    const member = await insertManager(context)
    const { authenticator } = await enrolPasskey(context, tokenOf(member).token, 'desk')
    const team = createTeamActions(context, await insertManager(context))
    expect((await team.renewing(member.staffId)).status).toBe(201)
    expect(await enterWithPasskey(context, authenticator, {}, { audience: 'desk' })).toMatchObject(REFUSED)
  })

  test('the list shows the member’s own only', async () => {
    const staff = await insertManager(context)
    await enrolPasskey(context, tokenOf(await insertManager(context)).token, 'desk')
    expect((await context.sendCall(myDeskPasskeys, {}, tokenOf(staff))).body).toEqual({ items: [] })
  })
})

test('the clinic’s own Android app adds a passkey, and another app does not', async () => {
  const { accountId } = await newPatient(context)
  const { token } = await newSession(context, accountId)
  const print = 'AB:'.repeat(31).concat('AB')
  const services = { ...context.services, env: { ...context.services.env, ANDROID_APP: `example.app,${print}` } }
  const attest = async (signer: number) => {
    const app = createAuthenticator({
      origin: `android:apk-key-hash:${Buffer.alloc(32, signer).toString('base64url')}`,
    })
    const credential = app.create((await context.sendCall(startPasskey, {}, { token })).body)
    return verifyAttestation(services, 'patient', { owner: { id: accountId, credentials: [] }, credential })
  }
  expect(await attest(0xac)).toBeUndefined()
  expect(await attest(0xab)).toBeDefined()
})

test('the apps of the clinic are origins of patients’ passkeys, and the desk has its own host', () => {
  const env = {
    ...context.services.env,
    PUBLIC_URL: 'https://app.example',
    DESK_URL: 'https://desk.example',
    ANDROID_APP: `example.app,${'AB:'.repeat(31)}AB`,
  }
  const hash = Buffer.alloc(32, 0xab).toString('base64url')
  expect(relyingPartyOf({ env }, 'patient')).toEqual({
    id: 'app.example',
    origins: ['https://app.example', `android:apk-key-hash:${hash}`],
  })
  expect(relyingPartyOf({ env }, 'desk')).toEqual({ id: 'desk.example', origins: ['https://desk.example'] })
})

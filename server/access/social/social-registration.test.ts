import { login, registerPatient, validateRegistration } from '@cuida/core/access/api.ts'
import { confirmRecovery, recover, resetPassword } from '@cuida/core/access/recovery/recovery-api.ts'
import { deletePatient } from '@cuida/core/profile/account/account-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { recordErrorDetails } from '../../testing/test-error-details.ts'
import {
  newClientAddress,
  newPatient,
  newPhone,
  newSession,
  PASSWORD,
  readSentCode,
  verifyPhone,
} from '../test-people.ts'
import { diego, nameless, TEST_SITE, TestBrowser, unverified } from './test-google.ts'

const quotes = recordErrorDetails()
const context = await createTestContext({ env: { PUBLIC_URL: TEST_SITE } })
// No Google person is linked, and no rate limit is used.
beforeEach(async () => {
  await context.db`delete from social_identity`
  await context.db`delete from rate_count`
  await context.db`update account set email = id || '@example.com' where status <> 'deleted'`
})

const browser = () => new TestBrowser(context)

describe('registration with Google [A1.6]', () => {
  test('a new person gets Google’s profile as an introduction, and no session yet [A3.8]', async () => {
    const { status, body } = await browser().signIn(diego)
    expect([status, body]).toEqual([
      200,
      {
        isNewUser: true,
        socialAccountData: { email: 'diego.nunes@example.com', firstName: 'Diego', lastName: 'Nunes' },
        accessToken: expect.any(String),
      },
    ])
    for (const call of [me, registerPatient])
      expect((await context.sendCall(call as typeof me, {}, { token: String(body.accessToken) })).status).toBe(401)
  })

  test.each([
    ['the patient types an address that Google has not verified', unverified, { email: null, firstName: 'Vera' }],
    ['the patient types names that Google omits', nameless, { firstName: '', lastName: '' }],
  ])('%s', async (_, subject, result) =>
    expect((await browser().signIn(subject)).body.socialAccountData).toMatchObject(result),
  )

  test('a new person verifies a phone, sets no password, and signs in by Google afterwards', async () => {
    const phone = newPhone()
    const { token, social } = await introduced(diego, phone)
    const reply = await context.sendCall(registerPatient, registration(phone, social), {
      token,
      from: newClientAddress(),
    })
    expect(reply.status).toBe(201)
    const { body } = await context.sendCall(me, {}, { token: reply.body.accessToken })
    expect(body).toMatchObject({ firstName: 'Diego', phone: { number: phone } })
    const again = await browser().signIn(diego)
    expect((await context.sendCall(me, {}, { token: String(again.body.accessToken) })).body.id).toBe(body.id)
    const [account] = await context.db`select password_hash from account where phone = ${phone}`
    expect(account?.password_hash).toBeNull()
  })

  test('an account without a password refuses any, like a phone without an account', async () => {
    const phone = newPhone()
    const { token, social } = await introduced(diego, phone)
    await context.sendCall(registerPatient, registration(phone, social), { token, from: newClientAddress() })
    for (const password of ['null', PASSWORD])
      expect(
        await context.sendCall(login, { identifier: phone, password }, { from: newClientAddress() }),
      ).toMatchObject({
        status: 400,
        body: { code: 'WRONG_CREDENTIALS' },
      })
  })

  test('the account can set a password by its phone', async () => {
    const phone = newPhone()
    const { token, social } = await introduced(diego, phone)
    await context.sendCall(registerPatient, registration(phone, social), { token, from: newClientAddress() })
    await context.db`update code_sent set at = at - interval '30 seconds' where sent_to = ${phone}`
    const recovery = await context.sendCall(
      recover,
      { phone: { number: phone, country: 'ES' } },
      { from: newClientAddress() },
    )
    const code = await readSentCode(context, phone)
    const confirmed = await context.sendCall(confirmRecovery, { code }, { token: recovery.body.accessToken })
    const how = { token: confirmed.body.accessToken, from: newClientAddress() }
    expect((await context.sendCall(resetPassword, { password: PASSWORD }, how)).status).toBe(200)
    const entered = await context.sendCall(
      login,
      { identifier: phone, password: PASSWORD },
      { from: newClientAddress() },
    )
    expect(entered.status).toBe(200)
  })

  test('an e-mail with an account is reported before a code is sent, and does not sign in to it', async () => {
    const holder = await newPatient(context)
    await context.db`update account set email = 'diego.nunes@example.com' where id = ${holder.accountId}`
    const phone = newPhone()
    const { body } = await browser().signIn(diego)
    expect(body.isNewUser).toBe(true)
    const refused = await context.sendCall(validateRegistration, registration(phone, ''), {
      token: String(body.accessToken),
    })
    expect(refused).toMatchObject({ status: 409, body: { code: 'EMAIL_CONFLICT' } })
    const { token, social } = await introduced(diego, phone)
    const end = await context.sendCall(registerPatient, registration(phone, social), {
      token,
      from: newClientAddress(),
    })
    expect(end).toMatchObject({ status: 409, body: { code: 'EMAIL_CONFLICT' } })
    expect(await context.db`select 1 from social_identity where account_id = ${holder.accountId}`).toHaveLength(0)
  })

  test('the second account for one Google person is refused', async () => {
    const one = newPhone()
    const two = newPhone()
    const { token, social } = await introduced(diego, one)
    const second = await verifyPhone(context, two)
    await context.sendCall(registerPatient, registration(one, social), { token, from: newClientAddress() })
    const refused = await context.sendCall(
      registerPatient,
      registration(two, social, { email: `s${two}@example.com` }),
      {
        token: second,
        from: newClientAddress(),
      },
    )
    expect(refused).toMatchObject({ status: 409, body: { code: 'SOCIAL_CONFLICT' } })
  })

  test('a person who deleted an account can register again', async () => {
    const { accountId, patientId } = await newPatient(context)
    await context.db`insert into social_identity (provider, subject, account_id) values ('google', ${diego}, ${accountId})`
    const session = await newSession(context, accountId)
    const deletion = await context.sendCall(
      deletePatient,
      { id: patientId, password: PASSWORD },
      { token: session.token },
    )
    expect(deletion.status).toBe(200)
    const phone = newPhone()
    const { token, social } = await introduced(diego, phone)
    const reply = await context.sendCall(registerPatient, registration(phone, social), {
      token,
      from: newClientAddress(),
    })
    expect(reply.status).toBe(201)
    expect((await browser().signIn(diego)).body.sessionId).toBeDefined()
  })

  test('five concurrent registrations create one account and all sign in to it', async () => {
    const phone = newPhone()
    const { token, social } = await introduced(diego, phone)
    const all = await Promise.all(
      Array.from({ length: 5 }, () =>
        context.sendCall(registerPatient, registration(phone, social), { token, from: newClientAddress() }),
      ),
    )
    expect(all.map(({ status }) => status)).toEqual(Array(5).fill(201))
    expect(await context.db`select 1 from account where phone = ${phone}`).toHaveLength(1)
  })

  test('registration is refused without an introduction, with a forged one, or with another token', async () => {
    const phone = newPhone()
    const token = await verifyPhone(context, phone)
    for (const social of ['', 'forged', token]) {
      const refused = await context.sendCall(registerPatient, registration(phone, social), {
        token,
        from: newClientAddress(),
      })
      expect(refused).toMatchObject({ status: 400, body: { fields: { socialToken: 'EXPIRED' } } })
    }
  })

  test('an introduction cannot register by phone, which needs a verified phone', async () => {
    const { body } = await browser().signIn(diego)
    const asPhone = { ...registration(newPhone(), ''), accountType: 'PHONE' as const }
    const refused = await context.sendCall(validateRegistration, asPhone, { token: String(body.accessToken) })
    expect(refused).toMatchObject({ status: 400, body: { fields: { accountType: 'NOT_ALLOWED' } } })
  })

  test('a registration by phone still needs a password', async () => {
    const phone = newPhone()
    const token = await verifyPhone(context, phone)
    const asPhone = { ...registration(phone, ''), accountType: 'PHONE' as const }
    const refused = await context.sendCall(registerPatient, asPhone, { token, from: newClientAddress() })
    expect(refused).toMatchObject({ status: 400, body: { fields: { 'profile.password': 'REQUIRED' } } })
  })
})

/** Both requirements of a SOCIAL registration: a verified phone, and Google's introduction. */
async function introduced(subject: string, phone: string): Promise<{ token: string; social: string }> {
  const { body } = await browser().signIn(subject)
  return { token: await verifyPhone(context, phone), social: String(body.accessToken) }
}

const registration = (phone: string, socialToken: string, change: object = {}) => ({
  accountType: 'SOCIAL' as const,
  ...(socialToken ? { socialToken } : {}),
  profile: {
    firstName: 'Diego',
    lastName: 'Nunes',
    dateOfBirth: '1990-05-17',
    sex: 'Male' as const,
    nationalIdentificationNumber: { documentType: 'PASSPORT' as const, documentNumber: `XD${phone.slice(-8)}` },
    email: 'diego.nunes@example.com',
    phone: { number: phone, country: 'ES' },
    termsAccepted: true as const,
    ...change,
  },
})

test('no database error quotes data of another account', () => {
  expect(quotes).toEqual([])
})

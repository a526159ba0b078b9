import { confirmPhone, registerPhone, resendByCall, resendBySms } from '@cuida/core/access/api.ts'
import { phoneExists } from '@cuida/core/access/registration/look-up-api.ts'
import { describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import {
  newClientAddress,
  newPatient,
  newPhone,
  openAllConnections,
  readOutbox,
  readSentCode,
  wrongCode,
} from '../test-people.ts'
import { consumeVerification, countVerificationTry, insertVerification } from './verification-store.ts'

const context = await createTestContext()

const spanish = (number: string) => ({ phone: { number, country: 'ES' } })
const requestCode = (phone: string) => context.sendCall(registerPhone, spanish(phone), { from: newClientAddress() })
const waited = (seconds: number, phone: string) =>
  context.db`update code_sent set at = at - make_interval(secs => ${seconds}) where sent_to = ${phone}`

describe('phone-exists', () => {
  test('both answers have the same length [A2.30]', async () => {
    const { phone } = await newPatient(context)
    const known = await tellExists(phone)
    const unknown = await tellExists(newPhone())
    expect([known.body, unknown.body]).toEqual([{ phoneExists: true }, { phoneExists: false }])
    const size = ({ headers }: typeof known) => Number(headers['content-length']) + String(headers['x-padding']).length
    expect(size(known)).toBe(size(unknown))
  })

  test('an address without page ticket and proof of work gets five answers an hour [A7.12]', async () => {
    const from = newClientAddress()
    const result = []
    for (let attempt = 0; attempt < 6; attempt++) result.push(await tellExists(newPhone(), from))
    expect(result.slice(0, 5).map(({ status }) => status)).toEqual(Array(5).fill(200))
    const last = result[5]
    expect(last).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
    expect(last?.body).not.toHaveProperty('maxSessionsToken')
  })

  test('one number gets five answers an hour, from all clients together [A7.12]', async () => {
    const phone = newPhone()
    for (let attempt = 0; attempt < 5; attempt++) expect((await tellExists(phone)).status).toBe(200)
    expect((await tellExists(phone)).status).toBe(429)
  })

  test('an impossible number is invalid', async () => {
    const result = await tellExists('+34123456')
    expect(result).toMatchObject({ status: 400, body: { code: 'INVALID', fields: { 'phone.number': 'INVALID' } } })
  })

  const tellExists = (phone: string, from = newClientAddress()) =>
    context.sendCall(phoneExists, spanish(phone), { from })
})

describe('requesting a code', () => {
  test('a code has six digits and arrives in the patient’s language [A5.8] [A9.6]', async () => {
    const phone = newPhone()
    await context.sendCall(registerPhone, spanish(phone), {
      from: newClientAddress(),
      headers: { 'x-locale': 'es-ES' },
    })
    expect(await readSentCode(context, phone)).toMatch(/^\d{6}$/)
    expect(await readOutbox(context, phone)).toMatchObject([
      { channel: 'sms', text: expect.stringContaining('código') },
    ])
  })

  test('a request does not reveal that the phone has an account: only entering the code does', async () => {
    const { phone } = await newPatient(context)
    const known = await requestCode(phone)
    const unknown = await requestCode(newPhone())
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body))
    const code = await readSentCode(context, phone)
    const result = await context.sendCall(confirmPhone, { code }, { token: known.body.accessToken })
    expect(result).toMatchObject({ status: 409, body: { code: 'PHONE_CONFLICT' } })
  })

  test.each([
    ['a premium number', { number: '+34806123456', country: 'ES' }],
    ['a country that the partner does not serve', { number: '+14155552671', country: 'US' }],
  ])('a code is refused for %s', async (_, phone) => {
    expect(await context.sendCall(registerPhone, { phone }, { from: newClientAddress() })).toMatchObject({
      status: 400,
      body: { code: 'PHONE_NOT_ALLOWED' },
    })
  })

  test('a second code must wait, and the waiting time doubles [A7.27]', async () => {
    const phone = newPhone()
    await requestCode(phone)
    const early = await requestCode(phone)
    expect(early).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(25)
    await waited(30, phone)
    expect((await requestCode(phone)).status).toBe(200)
    expect(Number((await requestCode(phone)).headers['retry-after'])).toBeGreaterThan(55)
  })

  test('twenty concurrent requests send one code [A7.13]', async () => {
    const phone = newPhone()
    await openAllConnections(context)
    const all = await Promise.all(Array.from({ length: 20 }, () => requestCode(phone)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    await readSentCode(context, phone)
    expect(await readOutbox(context, phone)).toHaveLength(1)
  })

  test('a repeated code by phone call voids the previous one [A7.27]', async () => {
    const phone = newPhone()
    const token = (await requestCode(phone)).body.accessToken
    const first = await readSentCode(context, phone)
    expect((await context.sendCall(resendByCall, {}, { token })).status).toBe(429)
    await waited(30, phone)
    expect((await context.sendCall(resendByCall, {}, { token })).status).toBe(204)
    const second = await readSentCode(context, phone)
    expect((await readOutbox(context, phone)).map(({ channel }) => channel)).toEqual(['voice', 'sms'])
    if (first !== second)
      expect(await context.sendCall(confirmPhone, { code: first }, { token })).toMatchObject({
        body: { code: 'WRONG_CODE' },
      })
    expect((await context.sendCall(confirmPhone, { code: second }, { token })).status).toBe(200)
    expect((await context.sendCall(resendBySms, {}, { token })).status).toBe(401)
  })

  test('another client’s request voids nothing: the earlier code still verifies the phone', async () => {
    const phone = newPhone()
    const early = (await requestCode(phone)).body.accessToken
    const code = await readSentCode(context, phone)
    await waited(30, phone)
    expect((await requestCode(phone)).status).toBe(200)
    expect((await context.sendCall(confirmPhone, { code }, { token: early })).status).toBe(200)
  })
})

describe('entering a code', () => {
  test('a wrong code is 400 and never 401 [A7.14]', async () => {
    const phone = newPhone()
    const token = (await requestCode(phone)).body.accessToken
    const code = await readSentCode(context, phone)
    expect(await context.sendCall(confirmPhone, { code: wrongCode(code) }, { token })).toMatchObject({
      status: 400,
      body: { code: 'WRONG_CODE' },
    })
    expect((await context.sendCall(confirmPhone, { code }, { token })).body.accessToken).toBeTruthy()
  })

  test('a right code succeeds again after a lost response, until it has created an account [A7.14]', async () => {
    const phone = newPhone()
    const token = (await requestCode(phone)).body.accessToken
    const code = await readSentCode(context, phone)
    await context.sendCall(confirmPhone, { code }, { token })
    expect((await context.sendCall(confirmPhone, { code }, { token })).body.accessToken).toBeTruthy()
    expect((await context.sendCall(confirmPhone, { code: wrongCode(code) }, { token })).body.code).toBe('CODE_EXPIRED')
    const { accountId } = await newPatient(context)
    await context.db`update verification set account_id = ${accountId} where sent_to = ${phone}`
    expect((await context.sendCall(confirmPhone, { code }, { token })).body.code).toBe('CODE_EXPIRED')
  })

  test('a used code still counts tries: five in all, the right one included', async () => {
    const phone = newPhone()
    const token = (await requestCode(phone)).body.accessToken
    const code = await readSentCode(context, phone)
    await context.sendCall(confirmPhone, { code }, { token })
    for (let tried = 0; tried < 4; tried++) await context.sendCall(confirmPhone, { code: wrongCode(code) }, { token })
    expect((await context.sendCall(confirmPhone, { code }, { token })).body.code).toBe('CODE_EXPIRED')
  })

  test('a right code entered five times at once verifies the phone once', async () => {
    const phone = newPhone()
    const token = (await requestCode(phone)).body.accessToken
    const code = await readSentCode(context, phone)
    await openAllConnections(context)
    const all = await Promise.all(Array.from({ length: 5 }, () => context.sendCall(confirmPhone, { code }, { token })))
    expect(all.map(({ status }) => status)).toEqual(Array(5).fill(200))
    const subjects = all.map(({ body }) => JSON.parse(atob(String(body.accessToken).split('.')[1] ?? '')).sub)
    expect(new Set(subjects).size).toBe(1)
  })

  test('a right code entered by two clients at once is used by one', async () => {
    const verification = { purpose: 'phone', requester: 'stranger', to: newPhone(), accountId: null } as const
    const { id } = await context.db.begin((tx) => insertVerification(tx, verification))
    const tries = [
      await countVerificationTry(context.db, id, 'phone'),
      await countVerificationTry(context.db, id, 'phone'),
    ]
    const used = await Promise.all(
      tries.map((verificationId) => verificationId && consumeVerification(context.db, verificationId)),
    )
    expect(used.sort()).toEqual([false, true])
  })

  test('after five wrong tries the right code has expired [A8.12]', async () => {
    const phone = newPhone()
    const token = (await requestCode(phone)).body.accessToken
    const code = await readSentCode(context, phone)
    for (let tried = 0; tried < 5; tried++)
      expect((await context.sendCall(confirmPhone, { code: wrongCode(code) }, { token })).body.code).toBe('WRONG_CODE')
    expect((await context.sendCall(confirmPhone, { code }, { token })).body.code).toBe('CODE_EXPIRED')
  })

  test('a hundred concurrent wrong codes are a hundred tries', async () => {
    const phone = newPhone()
    const token = (await requestCode(phone)).body.accessToken
    const code = await readSentCode(context, phone)
    const all = await Promise.all(
      Array.from({ length: 100 }, () => context.sendCall(confirmPhone, { code: wrongCode(code) }, { token })),
    )
    const count = (expectedCode: string) => all.filter(({ body }) => body.code === expectedCode).length
    expect([count('WRONG_CODE'), count('CODE_EXPIRED'), count('RATE_LIMITED')]).toEqual([5, 95, 0])
  })

  test('a code expires after ten minutes [A8.12]', async () => {
    const phone = newPhone()
    const token = (await requestCode(phone)).body.accessToken
    const code = await readSentCode(context, phone)
    const [row] = await context.db`
      update verification set expires_at = expires_at - interval '10 minutes' where sent_to = ${phone}
      returning expires_at <= clock_timestamp() as over`
    expect(row?.over).toBe(true)
    expect((await context.sendCall(confirmPhone, { code }, { token })).body.code).toBe('CODE_EXPIRED')
  })

  test('a code is refused when the phone was registered meanwhile [A5.4]', async () => {
    const phone = newPhone()
    const token = (await requestCode(phone)).body.accessToken
    const code = await readSentCode(context, phone)
    await newPatient(context, phone)
    expect((await context.sendCall(confirmPhone, { code }, { token })).body.code).toBe('PHONE_CONFLICT')
  })
})

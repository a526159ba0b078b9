import {
  confirmPhone,
  phoneExists,
  registerPatient,
  registerPhone,
  resendByCall,
  resendBySms,
  validateRegistration,
} from '@cuida/core/access/api.ts'
import { me } from '@cuida/core/profile/api.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testWorld, type World } from '../kit/test-world.ts'
import { codeSentTo, newPatient, newPhone, outboxOf, PASSWORD, provePhone, wrongCode } from './test-people.ts'

let world: World
beforeAll(async () => {
  world = await testWorld({ demo: false })
})
afterAll(() => world.close())

/** Every test has a source of its own, so that budgets of one do not reach another. */
let sources = 0
const newSource = () => `10.${Math.floor(++sources / 250)}.${sources % 250}.7`
const spanish = (number: string) => ({ phone: { number, country: 'ES' } })
const ask = (phone: string) => world.tell(registerPhone, spanish(phone), { from: newSource() })
const waited = (seconds: number, phone: string) =>
  world.db`update code_sent set at = at - make_interval(secs => ${seconds}) where phone = ${phone}`

function registration(phone: string, change: object = {}) {
  const profile = {
    firstName: 'Ana',
    lastName: 'Ruiz',
    dateOfBirth: '1990-05-17',
    sex: 'Female' as const,
    nationalIdentificationNumber: { documentType: 'PASSPORT' as const, documentNumber: `XD${phone.slice(-8)}` },
    password: PASSWORD,
    email: `r${phone.slice(1)}@example.com`,
    phone: { number: phone, country: 'ES' },
    termsAccepted: true as const,
    ...change,
  }
  return { accountType: 'PHONE' as const, profile }
}

describe('whether a phone has an account', () => {
  test('is told, in answers of the same length', async () => {
    const { phone } = await newPatient(world)
    const [known, unknown] = [await tellExists(phone), await tellExists(newPhone())]
    expect([known.body, unknown.body]).toEqual([{ phoneExists: true }, { phoneExists: false }])
    const size = ({ headers }: typeof known) => Number(headers['content-length']) + String(headers['x-padding']).length
    expect(size(known)).toBe(size(unknown))
  })

  test('is told ten times a minute to one source, and then not', async () => {
    const from = newSource()
    const told = []
    for (let asked = 0; asked < 11; asked++) told.push(await tellExists(newPhone(), from))
    expect(told.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(200))
    const last = told[10]
    expect(last).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
    expect(last?.body).not.toHaveProperty('maxSessionsToken')
  })

  test('is told five times an hour about one number, whoever asks', async () => {
    const phone = newPhone()
    for (let asked = 0; asked < 5; asked++) expect((await tellExists(phone)).status).toBe(200)
    expect((await tellExists(phone)).status).toBe(429)
  })

  test('of a number that cannot exist is not asked', async () => {
    const told = await tellExists('+34123456')
    expect(told).toMatchObject({ status: 400, body: { code: 'INVALID', fields: { 'phone.number': 'INVALID' } } })
  })

  const tellExists = (phone: string, from = newSource()) => world.tell(phoneExists, spanish(phone), { from })
})

describe('asking for a code', () => {
  test('sends six digits in the language of the patient', async () => {
    const phone = newPhone()
    await world.tell(registerPhone, spanish(phone), { from: newSource(), headers: { 'x-locale': 'es-ES' } })
    expect(await codeSentTo(world, phone)).toMatch(/^\d{6}$/)
    expect(await outboxOf(world, phone)).toMatchObject([{ channel: 'sms', text: expect.stringContaining('código') }])
  })

  test('is refused for a phone that has an account', async () => {
    const { phone } = await newPatient(world)
    expect(await ask(phone)).toMatchObject({ status: 409, body: { code: 'PHONE_CONFLICT' } })
  })

  test.each([
    ['a premium number', { number: '+34806123456', country: 'ES' }],
    ['a country that the partner does not serve', { number: '+14155552671', country: 'US' }],
  ])('is refused for %s', async (_, phone) => {
    expect(await world.tell(registerPhone, { phone }, { from: newSource() })).toMatchObject({
      status: 400,
      body: { code: 'PHONE_NOT_ALLOWED' },
    })
  })

  test('a second one must wait for the gap, which doubles', async () => {
    const phone = newPhone()
    await ask(phone)
    const early = await ask(phone)
    expect(early).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(25)
    await waited(30, phone)
    expect((await ask(phone)).status).toBe(200)
    expect(Number((await ask(phone)).headers['retry-after'])).toBeGreaterThan(55)
  })

  test('twenty at once send one', async () => {
    const phone = newPhone()
    const all = await Promise.all(Array.from({ length: 20 }, () => ask(phone)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    await codeSentTo(world, phone)
    expect(await outboxOf(world, phone)).toHaveLength(1)
  })

  test('again, by a call, voids the code before', async () => {
    const phone = newPhone()
    const token = (await ask(phone)).body.accessToken
    const first = await codeSentTo(world, phone)
    expect((await world.tell(resendByCall, {}, { token })).status).toBe(429)
    await waited(30, phone)
    expect((await world.tell(resendByCall, {}, { token })).status).toBe(204)
    const second = await codeSentTo(world, phone)
    expect((await outboxOf(world, phone)).map(({ channel }) => channel)).toEqual(['voice', 'sms'])
    if (first !== second)
      expect(await world.tell(confirmPhone, { code: first }, { token })).toMatchObject({ body: { code: 'WRONG_CODE' } })
    expect((await world.tell(confirmPhone, { code: second }, { token })).status).toBe(200)
    expect((await world.tell(resendBySms, {}, { token })).status).toBe(401)
  })

  test('from the start voids the code of the earlier start', async () => {
    const phone = newPhone()
    const early = (await ask(phone)).body.accessToken
    const code = await codeSentTo(world, phone)
    await waited(30, phone)
    await ask(phone)
    expect(await world.tell(confirmPhone, { code }, { token: early })).toMatchObject({
      status: 400,
      body: { code: 'CODE_EXPIRED' },
    })
  })
})

describe('entering a code', () => {
  test('wrong is 400 and never 401; right works once', async () => {
    const phone = newPhone()
    const token = (await ask(phone)).body.accessToken
    const code = await codeSentTo(world, phone)
    expect(await world.tell(confirmPhone, { code: wrongCode(code) }, { token })).toMatchObject({
      status: 400,
      body: { code: 'WRONG_CODE' },
    })
    expect((await world.tell(confirmPhone, { code }, { token })).body.accessToken).toBeTruthy()
    expect(await world.tell(confirmPhone, { code }, { token })).toMatchObject({ body: { code: 'CODE_EXPIRED' } })
  })

  test('after five wrong tries the right one has expired too', async () => {
    const phone = newPhone()
    const token = (await ask(phone)).body.accessToken
    const code = await codeSentTo(world, phone)
    for (let tried = 0; tried < 5; tried++)
      expect((await world.tell(confirmPhone, { code: wrongCode(code) }, { token })).body.code).toBe('WRONG_CODE')
    expect((await world.tell(confirmPhone, { code }, { token })).body.code).toBe('CODE_EXPIRED')
  })

  test('a hundred wrong ones at once are a hundred tries', async () => {
    const phone = newPhone()
    const token = (await ask(phone)).body.accessToken
    const code = await codeSentTo(world, phone)
    const all = await Promise.all(
      Array.from({ length: 100 }, () => world.tell(confirmPhone, { code: wrongCode(code) }, { token })),
    )
    const count = (wanted: string) => all.filter(({ body }) => body.code === wanted).length
    expect([count('WRONG_CODE'), count('CODE_EXPIRED'), count('RATE_LIMITED')]).toEqual([5, 5, 90])
  })

  test('new codes do not give new hope to who guesses: ten tries an hour a number', async () => {
    const phone = newPhone()
    const token = (await ask(phone)).body.accessToken
    for (const gap of [30, 60]) {
      const code = await codeSentTo(world, phone)
      for (let tried = 0; tried < 5; tried++) await world.tell(confirmPhone, { code: wrongCode(code) }, { token })
      await waited(gap, phone)
      await world.tell(resendBySms, {}, { token })
    }
    const code = await codeSentTo(world, phone)
    expect(await world.tell(confirmPhone, { code }, { token })).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED' },
    })
  })

  test('ten minutes later is too late', async () => {
    const phone = newPhone()
    const token = (await ask(phone)).body.accessToken
    const code = await codeSentTo(world, phone)
    const [row] = await world.db`
      update verification set expires_at = expires_at - interval '10 minutes' where phone = ${phone}
      returning expires_at <= clock_timestamp() as over`
    expect(row?.over).toBe(true)
    expect((await world.tell(confirmPhone, { code }, { token })).body.code).toBe('CODE_EXPIRED')
  })

  test('is too late for the phone when somebody registered it meanwhile', async () => {
    const phone = newPhone()
    const token = (await ask(phone)).body.accessToken
    const code = await codeSentTo(world, phone)
    await newPatient(world, phone)
    expect((await world.tell(confirmPhone, { code }, { token })).body.code).toBe('PHONE_CONFLICT')
  })
})

describe('making the account', () => {
  test('signs the patient in, with what they agreed to on record', async () => {
    const phone = newPhone()
    const token = await provePhone(world, phone)
    const made = await world.tell(registerPatient, registration(phone), { token, from: newSource() })
    expect(made.status).toBe(201)
    const { body } = await world.tell(me, {}, { token: made.body.accessToken })
    expect(body).toMatchObject({
      firstName: 'Ana',
      phone: { number: phone },
      dependants: [],
      document: { documentType: 'PASSPORT' },
    })
    const consents = await world.db`
      select document, text_hash from consent where patient_id = ${body.id} order by document`
    expect(consents.map(({ document }) => document)).toEqual(['privacy-policy', 'terms-and-conditions'])
    expect(consents[0]?.text_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('names every field that is wrong', async () => {
    const phone = newPhone()
    const token = await provePhone(world, phone)
    const wrong = registration(phone, {
      dateOfBirth: '2015-01-01',
      password: 'Password1',
      phone: { number: newPhone(), country: 'ES' },
    })
    for (const call of [validateRegistration, registerPatient])
      expect(await world.tell(call, wrong, { token, from: newSource() })).toMatchObject({
        status: 400,
        body: {
          code: 'INVALID',
          fields: {
            'profile.dateOfBirth': 'TOO_YOUNG',
            'profile.password': 'TOO_COMMON',
            'profile.phone': 'NOT_PROVED',
          },
        },
      })
  })

  test.each([
    ['EMAIL_CONFLICT', (taken: Taken) => ({ email: taken.email.toUpperCase() })],
    [
      'DOCUMENT_DUPLICATED',
      (taken: Taken) => ({ nationalIdentificationNumber: { documentType: 'DNI', documentNumber: taken.dni } }),
    ],
    ['CPF_DUPLICATED', (taken: Taken) => ({ cpf: taken.cpf })],
  ])('is refused with %s, before and at the end', async (code, change) => {
    const phone = newPhone()
    const token = await provePhone(world, phone)
    const body = registration(phone, change(await takenByAnother()))
    for (const call of [validateRegistration, registerPatient])
      expect(await world.tell(call, body, { token, from: newSource() })).toMatchObject({ status: 409, body: { code } })
  })

  test('of two with one e-mail at the same moment, the constraint refuses one', async () => {
    const [one, two] = [newPhone(), newPhone()]
    const tokens = [await provePhone(world, one), await provePhone(world, two)]
    const both = await Promise.all(
      [one, two].map((phone, at) =>
        world.tell(registerPatient, registration(phone, { email: 'same@example.com' }), {
          token: tokens[at] ?? '',
          from: newSource(),
        }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('EMAIL_CONFLICT')
  })

  test('is refused when the phone was taken meanwhile', async () => {
    const phone = newPhone()
    const token = await provePhone(world, phone)
    await newPatient(world, phone)
    expect((await world.tell(registerPatient, registration(phone), { token, from: newSource() })).body.code).toBe(
      'PHONE_CONFLICT',
    )
  })

  test('five times at once makes one account and signs all of them in to it', async () => {
    const phone = newPhone()
    const token = await provePhone(world, phone)
    const all = await Promise.all(
      Array.from({ length: 5 }, () => world.tell(registerPatient, registration(phone), { token, from: newSource() })),
    )
    expect(all.map(({ status }) => status)).toEqual(Array(5).fill(201))
    const [row] = await world.db`select count(*)::int as accounts from account where phone = ${phone}`
    expect(row?.accounts).toBe(1)
  })

  test('again with the same proof and another password opens nothing', async () => {
    const phone = newPhone()
    const token = await provePhone(world, phone)
    await world.tell(registerPatient, registration(phone), { token, from: newSource() })
    const other = registration(phone, { password: 'Otra-Clave-Larga-9' })
    expect((await world.tell(registerPatient, other, { token, from: newSource() })).body.code).toBe('PHONE_CONFLICT')
  })

  test('with one Idempotency-Key and another body is refused, and no body is kept', async () => {
    const phone = newPhone()
    const token = await provePhone(world, phone)
    const how = { token, from: newSource(), headers: { 'idempotency-key': 'tap-1' } }
    expect((await world.tell(registerPatient, registration(phone), how)).status).toBe(201)
    expect((await world.tell(registerPatient, registration(phone), how)).status).toBe(201)
    expect(await world.tell(registerPatient, registration(phone, { firstName: 'Eva' }), how)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    })
    const [row] = await world.db`select reply from idempotency where key = 'tap-1'`
    expect(row?.reply).toBeNull()
  })

  test('conflicts are looked up eight times a proof, and then not', async () => {
    const phone = newPhone()
    const token = await provePhone(world, phone)
    for (let asked = 0; asked < 8; asked++)
      expect((await world.tell(validateRegistration, registration(phone), { token, from: newSource() })).status).toBe(
        204,
      )
    expect((await world.tell(validateRegistration, registration(phone), { token, from: newSource() })).status).toBe(429)
  })

  interface Taken {
    email: string
    dni: string
    cpf: string
  }
  async function takenByAnother(): Promise<Taken> {
    const { patientId, email } = await newPatient(world)
    const taken = { email, dni: '12345678Z', cpf: '52998224725' }
    await world.db`update patient set cpf = null, document_type = null, document_number = null where cpf = ${taken.cpf}`
    await world.db`
      update patient set cpf = ${taken.cpf}, document_type = 'DNI', document_number = ${taken.dni} where id = ${patientId}`
    return taken
  }
})

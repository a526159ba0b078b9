import { createPatient, registerPatient, validateRegistration } from '@cuida/core/access/api.ts'
import { agreeToDocument, getDueAgreements } from '@cuida/core/brand/consent/consent-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { recordErrorDetails } from '../../testing/test-error-details.ts'
import { newClientAddress, newPatient, newPhone, PASSWORD, verifyPhone } from '../test-people.ts'

const quotes = recordErrorDetails()
const context = await createTestContext()

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

describe('registration [A1.6] [A3.5] [A8.10]', () => {
  test('registration signs the patient in and records the consents [A5.8]', async () => {
    const phone = newPhone()
    const token = await verifyPhone(context, phone)
    const reply = await context.sendCall(registerPatient, registration(phone), { token, from: newClientAddress() })
    expect(reply.status).toBe(201)
    const { body } = await context.sendCall(me, {}, { token: reply.body.accessToken })
    expect(body).toMatchObject({
      firstName: 'Ana',
      phone: { number: phone },
      dependants: [],
      document: { documentType: 'PASSPORT' },
    })
    const consents = await context.db`
      select c.subject, c.given, c.language, c.version, t.body::json ->> 'title' as title
      from consent c join consent_text t on t.hash = c.text_hash where c.patient_id = ${body.id} order by c.subject`
    expect(consents).toMatchObject([
      { subject: 'privacy-policy', given: true, title: expect.stringMatching(/\w/) },
      { subject: 'terms-and-conditions', given: true, version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    ])
  })

  test.each([registerPatient, createPatient])(
    'without acceptance of the documents ($path) they are due until the consent call [A3.5] [A7.16]',
    async (call) => {
      const phone = newPhone()
      const token = await verifyPhone(context, phone)
      const reply = await context.sendCall(call, registration(phone, { termsAccepted: undefined }), {
        token,
        from: newClientAddress(),
      })
      expect(reply.status).toBe(201)
      const signedIn = { token: reply.body.accessToken }
      const due = async () => (await context.sendCall(getDueAgreements, {}, signedIn)).body.due
      const documents = await due()
      expect(documents.map(({ slug }) => slug)).toEqual(['terms-and-conditions', 'privacy-policy'])
      for (const { slug, textId } of documents)
        expect((await context.sendCall(agreeToDocument, { slug, textId }, signedIn)).status).toBe(204)
      expect(await due()).toEqual([])
    },
  )

  test('registration names every invalid field [A3.6]', async () => {
    const phone = newPhone()
    const token = await verifyPhone(context, phone)
    const wrong = registration(phone, {
      dateOfBirth: '2015-01-01',
      password: 'Password1',
      phone: { number: newPhone(), country: 'ES' },
    })
    for (const call of [validateRegistration, registerPatient])
      expect(await context.sendCall(call, wrong, { token, from: newClientAddress() })).toMatchObject({
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
    ['EMAIL_CONFLICT', (existingProfile: Taken) => ({ email: existingProfile.email.toUpperCase() })],
    [
      'DOCUMENT_DUPLICATED',
      (existingProfile: Taken) => ({
        nationalIdentificationNumber: { documentType: 'DNI', documentNumber: existingProfile.dni },
      }),
    ],
    ['CPF_DUPLICATED', (existingProfile: Taken) => ({ cpf: existingProfile.cpf })],
  ])('%s is refused by validation and registration [A5.2] [A7.15]', async (code, change) => {
    const phone = newPhone()
    const token = await verifyPhone(context, phone)
    const body = registration(phone, change(await takenByAnother()))
    for (const call of [validateRegistration, registerPatient])
      expect(await context.sendCall(call, body, { token, from: newClientAddress() })).toMatchObject({
        status: 409,
        body: { code },
      })
  })

  test.each(["maeve.o'shea&co@clinic.example", 'josé@clínica.example'])(
    'registration accepts %s, and another spelling of the same address conflicts',
    async (email) => {
      const register = async (spelled: string) => {
        const phone = newPhone()
        const token = await verifyPhone(context, phone)
        return context.sendCall(registerPatient, registration(phone, { email: spelled }), {
          token,
          from: newClientAddress(),
        })
      }
      expect((await register(email)).status).toBe(201)
      const pasted = `\ufeff${email.toUpperCase().normalize('NFD')}\u00a0`
      expect(await register(pasted)).toMatchObject({ status: 409, body: { code: 'EMAIL_CONFLICT' } })
    },
  )

  test.each([
    ['one e-mail', 'EMAIL_CONFLICT', { email: 'same@example.com' }],
    [
      'one document',
      'DOCUMENT_DUPLICATED',
      { nationalIdentificationNumber: { documentType: 'DNI', documentNumber: '87654321X' } },
    ],
    ['one CPF', 'CPF_DUPLICATED', { cpf: '11144477735' }],
  ])('of two concurrent registrations with %s, the constraint refuses one', async (_, code, same) => {
    const one = newPhone()
    const two = newPhone()
    const tokens = [await verifyPhone(context, one), await verifyPhone(context, two)]
    const both = await Promise.all(
      [one, two].map((phone, at) =>
        context.sendCall(registerPatient, registration(phone, same), {
          token: tokens[at] ?? '',
          from: newClientAddress(),
        }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe(code)
  })

  test('registration is refused when the phone was registered meanwhile [A5.2]', async () => {
    const phone = newPhone()
    const token = await verifyPhone(context, phone)
    await newPatient(context, phone)
    expect(
      (await context.sendCall(registerPatient, registration(phone), { token, from: newClientAddress() })).body.code,
    ).toBe('PHONE_CONFLICT')
  })

  test('five concurrent registrations create one account and all sign in to it [A7.16]', async () => {
    const phone = newPhone()
    const token = await verifyPhone(context, phone)
    const all = await Promise.all(
      Array.from({ length: 5 }, () =>
        context.sendCall(registerPatient, registration(phone), { token, from: newClientAddress() }),
      ),
    )
    expect(all.map(({ status }) => status)).toEqual(Array(5).fill(201))
    const [row] = await context.db`select count(*)::int as accounts from account where phone = ${phone}`
    expect(row?.accounts).toBe(1)
  })

  test('the same proof with another password signs in to nothing', async () => {
    const phone = newPhone()
    const token = await verifyPhone(context, phone)
    await context.sendCall(registerPatient, registration(phone), { token, from: newClientAddress() })
    const other = registration(phone, { password: 'Otra-Clave-Larga-9' })
    expect((await context.sendCall(registerPatient, other, { token, from: newClientAddress() })).body.code).toBe(
      'PHONE_CONFLICT',
    )
  })

  test('an Idempotency-Key with another body is refused, and no body is stored', async () => {
    const phone = newPhone()
    const token = await verifyPhone(context, phone)
    const how = { token, from: newClientAddress(), headers: { 'idempotency-key': 'tap-1' } }
    expect((await context.sendCall(registerPatient, registration(phone), how)).status).toBe(201)
    expect((await context.sendCall(registerPatient, registration(phone), how)).status).toBe(201)
    expect(await context.sendCall(registerPatient, registration(phone, { firstName: 'Eva' }), how)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    })
    const [row] = await context.db`select reply from idempotency where key = 'tap-1'`
    expect(row?.reply).toBeNull()
  })

  test('one proof can check conflicts five times', async () => {
    const phone = newPhone()
    const token = await verifyPhone(context, phone)
    for (let attempt = 0; attempt < 5; attempt++)
      expect(
        (await context.sendCall(validateRegistration, registration(phone), { token, from: newClientAddress() })).status,
      ).toBe(204)
    expect(
      (await context.sendCall(validateRegistration, registration(phone), { token, from: newClientAddress() })).status,
    ).toBe(429)
  })

  interface Taken {
    email: string
    dni: string
    cpf: string
  }
  async function takenByAnother(): Promise<Taken> {
    const { patientId, email } = await newPatient(context)
    const existingProfile = { email, dni: '12345678Z', cpf: '52998224725' }
    await context.db`update patient set cpf = null, document_type = null, document_number = null where cpf = ${existingProfile.cpf}`
    await context.db`
      update patient set cpf = ${existingProfile.cpf}, document_type = 'DNI', document_number = ${existingProfile.dni} where id = ${patientId}`
    return existingProfile
  }
})

test('no database error quotes data of another account', () => {
  expect(quotes).toEqual([])
})

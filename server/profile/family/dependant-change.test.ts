import type { Input } from '@cuida/core/kit/call.ts'
import { dayInUtc } from '@cuida/core/profile/account/age.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { getDependant, registerDependant, updateDependant } from '@cuida/core/profile/family/dependant-api.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newClientAddress } from '../../access/test-people.ts'
import { insertConsultation } from '../../care/test-people.ts'
import { startTestContext } from '../../testing/test-context.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { recordErrorDetails } from '../../testing/test-error-details.ts'
import { type Holder, newHolder } from '../test-account.ts'

const quotes = recordErrorDetails()
const context = await createTestContext()

const passport = (documentNumber: string) => ({ documentType: 'PASSPORT' as const, documentNumber })
const leo = { firstName: 'Leo', lastName: 'Prueba Sanz', dateOfBirth: '2017-03-09', sex: 'Male' as const }

type Change = Omit<Input<typeof updateDependant>, 'id'>

async function family(profile: object = {}, at = context) {
  const holder = await newHolder(at)
  const result = await at.sendCall(
    registerDependant,
    { profile: { ...leo, ...profile } },
    { token: holder.token, from: newClientAddress() },
  )
  expect(result.status).toBe(201)
  return { holder, id: result.body.id }
}
const read = (holder: Holder, id: string, at = context) => at.sendCall(getDependant, { id }, { token: holder.token })
const change = ({ token }: Holder, id: string, input: Change, at = context) =>
  at.sendCall(updateDependant, { id, ...input }, { token, from: newClientAddress() })
const beginCare = (patientId: string) => insertConsultation(context, { patientId })

describe('a dependant’s details [A2.28]', () => {
  test('the details can be read and corrected, and other fields stay', async () => {
    const { holder, id } = await family()
    const input = { firstName: ' Leonor ', sex: 'Female' as const, dateOfBirth: '2017-03-10', genderInfo: 'ella' }
    const result = await change(holder, id, input)
    const expected = {
      id,
      firstName: 'Leonor',
      lastName: 'Prueba Sanz',
      dateOfBirth: '2017-03-10',
      sex: 'Female',
      genderInfo: 'ella',
      cpf: null,
      document: null,
      identityFixed: false,
    }
    expect([result.status, result.body]).toEqual([200, expected])
    expect((await read(holder, id)).body).toEqual(expected)
    expect((await context.sendCall(me, {}, { token: holder.token })).body.dependants).toMatchObject([
      { firstName: 'Leonor' },
    ])
  })

  test('two tabs that change different fields both keep their change', async () => {
    const { holder, id } = await family()
    await Promise.all([
      change(holder, id, { firstName: 'Leonor' }),
      change(holder, id, { lastName: 'Otra' }),
      change(holder, id, { nationalIdentificationNumber: passport('tabs 1.2') }),
    ])
    expect((await read(holder, id)).body).toMatchObject({
      firstName: 'Leonor',
      lastName: 'Otra',
      document: passport('TABS12'),
    })
  })

  test('the call refuses another holder’s child, and the holder’s own record', async () => {
    const { holder, id } = await family()
    const other = await newHolder(context)
    for (const result of [
      await change(other, id, { firstName: 'Mío' }),
      await read(other, id),
      await change(holder, holder.patientId, { firstName: 'Mío' }),
      await read(holder, holder.patientId),
    ])
      expect(result).toMatchObject({ status: 404, body: { code: 'PATIENT_NOT_FOUND' } })
    expect((await read(holder, id)).body.firstName).toBe('Leo')
  })

  test.each([
    ['a name of one letter', { firstName: 'L' }, { firstName: 'TOO_SHORT' }],
    ['a future date of birth', { dateOfBirth: '2090-01-01' }, { dateOfBirth: 'IN_FUTURE' }],
    ['an impossible date of birth', { dateOfBirth: '2017-02-30' }, { dateOfBirth: 'INVALID' }],
    [
      'an invalid document',
      { nationalIdentificationNumber: { documentType: 'DNI' as const, documentNumber: '12345678A' } },
      { 'nationalIdentificationNumber.documentNumber': 'INVALID' },
    ],
  ])('%s changes nothing', async (_, input: Change, fields) => {
    const { holder, id } = await family()
    const { status, body } = await change(holder, id, input)
    expect([status, body.fields]).toEqual([400, fields])
    expect((await read(holder, id)).body).toMatchObject(leo)
  })

  test('a date of birth that makes the child 18 is refused, and one a day later is accepted', async () => {
    const { holder, id } = await family()
    const [today, tomorrow] = [0, 1].map((days) => {
      const day = dayInUtc(new Date(Date.now() + days * 86_400_000))
      return `${Number(day.slice(0, 4)) - 18}${day.slice(4)}`
    })
    const { status, body } = await change(holder, id, { dateOfBirth: today ?? '' })
    expect([status, body.fields]).toEqual([400, { dateOfBirth: 'TOO_OLD' }])
    expect((await change(holder, id, { dateOfBirth: tomorrow ?? '' })).status).toBe(200)
  })

  test('a dependant cannot be changed from the 18th birthday on', async () => {
    const { holder, id } = await family()
    await context.db`update patient set date_of_birth = date_of_birth - interval '10 years' where id = ${id}`
    expect((await change(holder, id, { firstName: 'Mayor' })).status).toBe(404)
    expect((await read(holder, id)).status).toBe(404)
  })

  test('a change that duplicates another child of the family is refused', async () => {
    const { holder, id } = await family()
    await context.sendCall(registerDependant, { profile: { ...leo, firstName: 'Mia' } }, { token: holder.token })
    const result = await change(holder, id, { firstName: 'MIA' })
    expect(result).toMatchObject({ status: 409, body: { code: 'DEPENDANT_DUPLICATED' } })
  })

  test('a document of another patient is refused, and conflict checks are limited', async () => {
    await family({ nationalIdentificationNumber: passport('TAKEN1') })
    const { holder, id } = await family()
    const codes: unknown[] = []
    for (let tried = 0; tried < 7; tried++)
      codes.push((await change(holder, id, { nationalIdentificationNumber: passport('TAKEN1') })).body.code)
    expect(codes).toEqual([...Array(5).fill('DOCUMENT_DUPLICATED'), 'RATE_LIMITED', 'RATE_LIMITED'])
  })
})

describe('a dependant with a consultation', () => {
  test.each([
    ['the date of birth', { dateOfBirth: '2018-03-09' }],
    ['the document', { nationalIdentificationNumber: passport('OTHER99') }],
    ['a removed document', { nationalIdentificationNumber: null }],
  ])('%s stays, as it is in the record', async (_, input: Change) => {
    const { holder, id } = await family({
      nationalIdentificationNumber: passport(`P${Math.floor(Math.random() * 1e9)}`),
    })
    await beginCare(id)
    expect((await read(holder, id)).body.identityFixed).toBe(true)
    expect(await change(holder, id, input)).toMatchObject({ status: 409, body: { code: 'IDENTITY_FIXED' } })
  })

  test('the name can change, and a missing document can be added', async () => {
    const { holder, id } = await family()
    await beginCare(id)
    const input = { firstName: 'Leonor', nationalIdentificationNumber: passport('LATER01') }
    expect((await change(holder, id, input)).status).toBe(200)
  })

  test('a booking made during the correction wins', async () => {
    const { holder, id } = await family()
    const result = await context.db.begin(async (tx) => {
      await tx`select 1 from patient where id = ${id} for key share`
      const waiting = change(holder, id, { dateOfBirth: '2018-03-09' })
      await new Promise((resolve) => setTimeout(resolve, 300))
      await tx`
        insert into consultation (patient_id, product_id, product_slug, product_name, type, status, contact_method, queued_at)
        values (${id}, '1', 'general', 'General', 'on-demand', 'QUEUED', 'phone', now())`
      return { waiting }
    })
    expect(await result.waiting).toMatchObject({ status: 409, body: { code: 'IDENTITY_FIXED' } })
  })
})

describe('a CPF at a partner with a registry', () => {
  test('an unconfirmed CPF is refused for this date of birth, and a confirmed one is saved', async () => {
    const brazil = await startTestContext({ partner: 'bem-leve', demo: false })
    onTestFinished(() => brazil.close())
    const { holder, id } = await family({}, brazil)
    for (const cpf of ['405.321.768-71', '581.360.533-91'])
      expect((await change(holder, id, { cpf }, brazil)).body.code).toBe('CPF_GET_DATA_ERROR')
    expect((await read(holder, id, brazil)).body.cpf).toBeNull()
    expect((await change(holder, id, { cpf: '700.324.680-59' }, brazil)).body.cpf).toBe('70032468059')
  })
})

test('no database error quotes data of another account', () => {
  expect(quotes).toEqual([])
})

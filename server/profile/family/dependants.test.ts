import { createCart, updateCart } from '@cuida/core/booking/cart/api.ts'
import { createCallTicket, declineCall, getConsultation } from '@cuida/core/care/call/api.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { createOrder } from '@cuida/core/checkout/order/api.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { deletePatient } from '@cuida/core/profile/account/account-api.ts'
import { dayInUtc } from '@cuida/core/profile/account/age.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { registerDependant } from '@cuida/core/profile/family/dependant-api.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../access/passwords.ts'
import { newClientAddress, PASSWORD } from '../../access/test-people.ts'
import {
  completeAnswers,
  createSecondProcess,
  newCart,
  newPatient,
  productForChildren,
  type TestPatient,
} from '../../booking/test-people.ts'
import { TEST_FINGERPRINT } from '../../care/call/test-caller.ts'
import { insertConsultation } from '../../care/test-people.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { recordErrorDetails } from '../../testing/test-error-details.ts'

const quotes = recordErrorDetails()
const context = await createTestContext()
const other = closeAfterTests(await createSecondProcess(context))

const leo = {
  firstName: 'Leo',
  lastName: 'Prueba Sanz',
  dateOfBirth: '2017-03-09',
  sex: 'Male' as const,
}
const add = (holder: TestPatient, change: object = {}, headers: Record<string, string> = {}, at = context) =>
  at.sendCall(
    registerDependant,
    { profile: { ...leo, ...change } },
    { token: holder.token, from: newClientAddress(), headers },
  )
const childrenOf = async (holder: TestPatient) =>
  (await context.sendCall(me, {}, { token: holder.token })).body.dependants
const passport = (documentNumber: string) => ({
  nationalIdentificationNumber: { documentType: 'PASSPORT' as const, documentNumber },
})

/** Date of birth of a person who turns 18 in `days` days; 0: today. */
function turns18In(days: number): string {
  const day = dayInUtc(new Date(Date.now() + days * 86_400_000))
  return `${Number(day.slice(0, 4)) - 18}${day.slice(4) === '-02-29' ? '-03-01' : day.slice(4)}`
}

describe('adding a child [A5.11] [A8.10]', () => {
  test('a child is added without a document, and is in the holder’s profile', async () => {
    const ana = await newPatient(context)
    const { status, body } = await add(ana)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      emrId: expect.any(String),
      genderInfo: null,
      firstName: 'Leo',
      dateOfBirth: '2017-03-09',
      sex: 'Male',
    })
    expect(await childrenOf(ana)).toEqual([body])
  })

  test('a child’s document is stored normalised [A3.5]', async () => {
    const { body } = await add(await newPatient(context), passport('xa 123.456'))
    const [row] = await context.db`select document_type, document_number, account_id from patient where id = ${body.id}`
    expect(row).toEqual({ document_type: 'PASSPORT', document_number: 'XA123456', account_id: null })
  })

  test('five concurrent requests in two processes add one child [A7.17]', async () => {
    const ana = await newPatient(context)
    const taps = [context, other, context, other, context].map((at) => add(ana, passport('TAPS12345'), {}, at))
    const answers = await Promise.all(taps)
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await childrenOf(ana)).toHaveLength(1)
  })

  test('a child can be added on the last day before the 18th birthday, and not on it [B5.8]', async () => {
    const ana = await newPatient(context)
    expect((await add(ana, { dateOfBirth: turns18In(1) })).status).toBe(201)
    const { status, body } = await add(ana, { dateOfBirth: turns18In(0) })
    expect([status, body.fields]).toEqual([400, { 'profile.dateOfBirth': 'TOO_OLD' }])
  })
})

describe('deleted children', () => {
  test('a deleted child counts neither as a duplicate nor against the limit of ten, and can be added again', async () => {
    const ana = await newPatient(context)
    await context.db`update account set password_hash = ${await hashPassword(PASSWORD)} where id = ${ana.accountId}`
    const additions = [await add(ana), await add(ana, { firstName: 'Ada' })]
    for (const { body } of additions) {
      const how = { token: ana.token, from: newClientAddress() }
      expect((await context.sendCall(deletePatient, { id: body.id, password: PASSWORD }, how)).status).toBe(200)
    }
    expect(await childrenOf(ana)).toEqual([])
    const { status, body } = await add(ana)
    expect([status, await childrenOf(ana)]).toEqual([201, [body]])
    expect(additions.map((child) => child.body.id)).not.toContain(body.id)
  })
})

describe('refused children', () => {
  test('every invalid field is named', async () => {
    const wrong = { firstName: 'L\nx', dateOfBirth: '2090-01-01', ...passport('12') }
    const { status, body } = await add(await newPatient(context), { ...wrong, ...passport('LETTERS') })
    expect([status, body.code, body.fields]).toEqual([
      400,
      'INVALID',
      {
        'profile.firstName': 'INVALID',
        'profile.dateOfBirth': 'IN_FUTURE',
        'profile.nationalIdentificationNumber.documentNumber': 'INVALID',
      },
    ])
  })

  test('a request without a session and one of a guest are refused', async () => {
    expect((await context.sendCall(registerDependant, { profile: leo })).status).toBe(401)
  })

  test('a partner without family profiles refuses children [B5.8]', async () => {
    const ana = await newPatient(context)
    const config = { ...context.services.config }
    context.services.config.familyProfilesEnabled = false
    expect(statusAndCodeOf(await add(ana))).toEqual([403, 'DEPENDANTS_NOT_ALLOWED'])
    Object.assign(context.services.config, config)
    expect((await add(ana)).status).toBe(201)
  })

  test('a holder under the partner’s minimum age is refused, and one of exactly that age accepted [B5.8]', async () => {
    const eva = await newPatient(context)
    const config = { ...context.services.config }
    context.services.config.minAgeRequiredToAddDependants = 21
    const [today] = dayInUtc(new Date()).split('T')
    const born = (years: number, day = today ?? '') => `${Number(day.slice(0, 4)) - years}${day.slice(4)}`
    const tomorrow = dayInUtc(new Date(Date.now() + 86_400_000))
    await context.db`update patient set date_of_birth = ${born(21, tomorrow)} where id = ${eva.patientId}`
    expect(statusAndCodeOf(await add(eva))).toEqual([403, 'DEPENDANTS_NOT_ALLOWED'])
    await context.db`update patient set date_of_birth = ${born(21)} where id = ${eva.patientId}`
    expect((await add(eva)).status).toBe(201)
    Object.assign(context.services.config, config)
  })

  test('an existing child with other data is refused', async () => {
    const ana = await newPatient(context)
    await add(ana)
    expect(statusAndCodeOf(await add(ana, { sex: 'Female', firstName: 'LEO' }))).toEqual([409, 'DEPENDANT_DUPLICATED'])
  })

  test('a document or CPF of another patient is refused [A5.2]', async () => {
    await add(await newPatient(context), passport('TAKEN1234'))
    const eva = await newPatient(context)
    expect(statusAndCodeOf(await add(eva, passport('taken-1234')))).toEqual([409, 'DOCUMENT_DUPLICATED'])
    await context.db`update patient set cpf = '52998224725' where id = ${eva.patientId}`
    expect(statusAndCodeOf(await add(eva, { cpf: '529.982.247-25' }))).toEqual([409, 'CPF_DUPLICATED'])
  })

  test('the eleventh child is refused, also with two tabs that add the tenth; adults do not count', async () => {
    const ana = await newPatient(context)
    const named = (at: number) => add(ana, { firstName: `Leo ${'abcdefghijkl'[at]}` }, {}, at % 2 ? context : other)
    for (let at = 0; at < 9; at++) expect((await named(at)).status).toBe(201)
    const both = await Promise.all([named(9), named(10)])
    expect(both.map(statusAndCodeOf).sort()).toEqual(
      [
        [201, undefined],
        [409, 'TOO_MANY_DEPENDANTS'],
      ].sort(),
    )
    const [oldest] = await childrenOf(ana)
    await context.db`update patient set date_of_birth = ${turns18In(0)} where id = ${oldest?.id ?? ''}`
    expect((await named(11)).status).toBe(201)
  })

  test('an Idempotency-Key with another body is refused', async () => {
    const ana = await newPatient(context)
    const key = { 'idempotency-key': 'tap-1' }
    const first = await add(ana, {}, key)
    expect((await add(ana, {}, key)).body.id).toBe(first.body.id)
    expect(statusAndCodeOf(await add(ana, { firstName: 'Ada' }, key))).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
  })

  test('five conflicting numbers in an hour reach the limit; children who are added do not count', async () => {
    const eva = await newPatient(context)
    await add(await newPatient(context), passport('GUESS0001'))
    for (let at = 0; at < 6; at++)
      expect((await add(eva, { firstName: `Leo ${'abcdef'[at]}`, ...passport(`OWN00000${at}`) })).status).toBe(201)
    for (let at = 0; at < 5; at++)
      expect(statusAndCodeOf(await add(eva, { firstName: 'Ada', ...passport('GUESS0001') }))).toEqual([
        409,
        'DOCUMENT_DUPLICATED',
      ])
    expect(statusAndCodeOf(await add(eva, { firstName: 'Ada', ...passport('GUESS0001') }))).toEqual([
      429,
      'RATE_LIMITED',
    ])
  })

  test('the database refuses dependants of a dependant', async () => {
    const { body } = await add(await newPatient(context))
    const insert = context.db`
      insert into patient (holder_id, first_name, last_name, date_of_birth, sex)
      values (${body.id}, 'Bea', 'Prueba', '2020-01-01', 'Female')`
    await expect(insert).rejects.toThrow('a dependant cannot have dependants')
  })
})

describe('access to a child’s data', () => {
  const NOBODY = '0b8a9c5e-2f4d-4c7b-9a41-6f2f3f8f7a10'
  let kids: Product
  beforeAll(async () => {
    kids = await productForChildren(context)
  })

  /** Every call that names a patient, in one process: the refusal code of each, or the status. */
  async function attempts(at: TestContext, patient: TestPatient, child: string, consultation: string) {
    const how = { token: patient.token }
    // A minor can only book products for minors.
    const { id: productId } = kids
    const sessionKey = await newCart(at, patient, kids, { patientId: undefined })
    const card = { paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT' as const } }
    const order = { cartSessionKey: sessionKey, productId, patientId: child, ...card, ...completeAnswers(kids) }
    const answers = {
      list: await at.sendCall(listConsultations, { patientId: child }, how),
      one: await at.sendCall(getConsultation, { patientId: child, id: consultation }, how),
      ticket: await at.sendCall(createCallTicket, { id: consultation, fingerprint: TEST_FINGERPRINT }, how),
      decline: await at.sendCall(declineCall, { id: consultation }, how),
      order: await at.sendCall(createOrder, order, how),
      cart: await at.sendCall(createCart, { productId, patientId: child }, how),
      change: await at.sendCall(updateCart, { sessionKey, productId, patientId: child }, how),
    }
    return Object.fromEntries(Object.entries(answers).map(([name, { status, body }]) => [name, body?.code ?? status]))
  }
  const NOT_THEIRS = {
    list: 'PATIENT_NOT_FOUND',
    one: 'PATIENT_NOT_FOUND',
    ticket: 'CONSULTATION_NOT_FOUND',
    decline: 'CONSULTATION_NOT_FOUND',
    order: 'PATIENT_NOT_FOUND',
    cart: 'PATIENT_NOT_FOUND',
    change: 'PATIENT_NOT_FOUND',
  }
  const THEIRS = {
    list: 200,
    one: 200,
    ticket: 'NO_CALL',
    decline: 'NO_CALL',
    order: 'CART_INCOMPLETE',
    cart: 201,
    change: 200,
  }

  test('the holder has access until the day before the 18th birthday, and nobody else ever, in both processes [B6.5]', async () => {
    const ana = await newPatient(context)
    const eva = await newPatient(context)
    const { body } = await add(ana, { dateOfBirth: turns18In(1) })
    const consultation = await insertConsultation(context, { patientId: body.id, status: 'CANCELLED' })
    for (const at of [context, other]) {
      expect(await attempts(at, ana, body.id, consultation)).toEqual(THEIRS)
      expect(await attempts(at, eva, body.id, consultation)).toEqual(NOT_THEIRS)
    }
    expect(
      statusAndCodeOf(await context.sendCall(listConsultations, { patientId: NOBODY }, { token: ana.token })),
    ).toEqual([404, 'PATIENT_NOT_FOUND'])
    await context.db`update patient set date_of_birth = ${turns18In(0)} where id = ${body.id}`
    for (const at of [context, other])
      await expect.poll(() => attempts(at, ana, body.id, consultation)).toEqual(NOT_THEIRS)
    expect(await childrenOf(ana)).toEqual([])
  })

  test('cached lists are dropped at once when the child leaves the family by a change in the database', async () => {
    const ana = await newPatient(context)
    const eva = await newPatient(context)
    const { body } = await add(ana)
    const list = (at: TestContext, patient: TestPatient) =>
      at.sendCall(listConsultations, { patientId: body.id }, { token: patient.token })
    for (const at of [context, other])
      for (let times = 0; times < 2; times++) expect((await list(at, ana)).status).toBe(200)
    await context.db`update patient set holder_id = ${eva.patientId} where id = ${body.id}`
    for (const at of [context, other]) {
      await expect.poll(async () => (await list(at, ana)).status).toBe(404)
      expect((await list(at, eva)).status).toBe(200)
    }
  })
})

test('no database error quotes data of another account', () => {
  expect(quotes).toEqual([])
})

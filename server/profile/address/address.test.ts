import { findPostalCode, getAddress, putAddress } from '@cuida/core/profile/account/account-api.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSecondProcess } from '../../booking/test-people.ts'
import { startTestContext, type TestContext } from '../../testing/test-context.ts'
import { createTestContext, endFaults } from '../../testing/test-contexts.ts'
import { MADRID_ADDRESS, newChild, newHolder } from '../test-account.ts'

const context = await createTestContext()

describe('a patient’s address', () => {
  test('the address is empty at first', async () => {
    const { token, patientId: id } = await newHolder(context)
    expect((await context.sendCall(getAddress, { id, kind: 'home' }, { token })).body).toEqual({
      address: null,
      source: null,
    })
  })

  test('the address is stored as given, and replaced by the next one [B3.8]', async () => {
    const { token, patientId: id } = await newHolder(context)
    await context.sendCall(putAddress, { id, kind: 'home', ...MADRID_ADDRESS }, { token })
    const moved = { ...MADRID_ADDRESS, street: 'Calle del Pez', number: '' }
    const { status, body } = await context.sendCall(putAddress, { id, kind: 'home', ...moved }, { token })
    expect(status).toBe(200)
    expect(body).toEqual({ address: { ...moved, number: 'S/N' }, source: 'own' })
  })

  test('the home address is the billing address until another is set, and again after its removal', async () => {
    const { token, patientId: id } = await newHolder(context)
    const bill = async () => (await context.sendCall(getAddress, { id, kind: 'billing' }, { token })).body
    await context.sendCall(putAddress, { id, kind: 'home', ...MADRID_ADDRESS }, { token })
    expect(await bill()).toMatchObject({ source: 'home', address: { street: 'Calle Mayor' } })
    await context.sendCall(putAddress, { id, kind: 'billing', ...MADRID_ADDRESS, street: 'Gran Vía' }, { token })
    expect(await bill()).toMatchObject({ source: 'own', address: { street: 'Gran Vía' } })
    await context.sendCall(putAddress, { id, kind: 'home', ...MADRID_ADDRESS }, { token })
    expect(await bill()).toMatchObject({ source: 'own' })
    await context.sendCall(putAddress, { id, kind: 'home', ...MADRID_ADDRESS, useForBilling: true }, { token })
    expect(await bill()).toMatchObject({ source: 'home', address: { street: 'Calle Mayor' } })
  })

  test('a dependant has the holder’s address until one of their own is saved', async () => {
    const { token, patientId } = await newHolder(context)
    const child = await newChild(context, patientId)
    await context.sendCall(putAddress, { id: patientId, kind: 'home', ...MADRID_ADDRESS }, { token })
    const of = async () => (await context.sendCall(getAddress, { id: child, kind: 'home' }, { token })).body
    expect(await of()).toMatchObject({ source: 'holder', address: { street: 'Calle Mayor' } })
    await context.sendCall(putAddress, { id: child, kind: 'home', ...MADRID_ADDRESS, street: 'Calle Luna' }, { token })
    expect(await of()).toMatchObject({ source: 'own', address: { street: 'Calle Luna' } })
    expect((await context.sendCall(getAddress, { id: patientId, kind: 'home' }, { token })).body.address?.street).toBe(
      'Calle Mayor',
    )
  })

  test('the address cannot be read or changed by another account', async () => {
    const owner = await newHolder(context)
    const other = await newHolder(context)
    const otherAddress = { id: other.patientId, kind: 'home' as const }
    for (const result of [
      await context.sendCall(getAddress, otherAddress, { token: owner.token }),
      await context.sendCall(putAddress, { ...otherAddress, ...MADRID_ADDRESS }, { token: owner.token }),
    ])
      expect([result.status, result.body.code]).toEqual([404, 'PATIENT_NOT_FOUND'])
  })

  test('every invalid field is named, and nothing is saved [B5.5]', async () => {
    const { token, patientId: id } = await newHolder(context)
    const wrong = { ...MADRID_ADDRESS, postalCode: '53001', country: 'JP' }
    const { status, body } = await context.sendCall(putAddress, { id, kind: 'home', ...wrong }, { token })
    expect([status, body.fields]).toEqual([400, { country: 'NOT_ALLOWED' }])
    const spanish = { ...MADRID_ADDRESS, postalCode: '53001', state: 'XX' }
    const second = await context.sendCall(putAddress, { id, kind: 'home', ...spanish }, { token })
    expect(second.body.fields).toEqual({ postalCode: 'INVALID', state: 'INVALID' })
    expect((await context.sendCall(getAddress, { id, kind: 'home' }, { token })).body.address).toBeNull()
  })

  test('two concurrent saves leave one address', async () => {
    const { token, patientId: id } = await newHolder(context)
    const result = await Promise.all(
      Array.from({ length: 5 }, () => context.sendCall(putAddress, { id, kind: 'home', ...MADRID_ADDRESS }, { token })),
    )
    expect(result.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })
})

describe('a postal code', () => {
  let brazil: TestContext
  beforeAll(async () => {
    brazil = await startTestContext({ demo: false, partner: 'bem-leve' })
  })
  afterAll(() => brazil.close())
  beforeEach(async () => {
    await endFaults(brazil)
    await brazil.db`delete from postal_code`
  })
  const findAddress = async (code: string, at = brazil, token?: string) =>
    at.sendCall(findPostalCode, { code }, { token: token ?? (await newHolder(at)).token })
  const break_ = (fault: string) =>
    fetch(`${brazil.simulatorsUrl}/simulators/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'viacep', fault, times: 1 }),
    })

  test('a Spanish code returns its province', async () => {
    const { status, body } = await findAddress('28013', context)
    expect([status, body]).toEqual([
      200,
      { country: 'ES', postalCode: '28013', state: 'M', city: null, district: null, street: null },
    ])
  })

  test('a Brazilian code returns the street, in any notation [A7.32]', async () => {
    for (const code of ['01001-000', '01001000', ' 01.001-000 '])
      expect((await findAddress(code)).body).toMatchObject({
        street: 'Praça da Sé',
        district: 'Sé',
        city: 'São Paulo',
        state: 'SP',
      })
  })

  test('a code of a whole town leaves the street to the patient', async () => {
    expect((await findAddress('35400-000')).body).toMatchObject({
      city: 'Ouro Preto',
      state: 'MG',
      street: null,
      district: null,
    })
  })

  test('an unknown code is not found', async () => {
    const { status, body } = await findAddress('99999999')
    expect([status, body.code]).toEqual([404, 'POSTAL_CODE_NOT_FOUND'])
  })

  test('an impossible code is not sent to the provider', async () => {
    const { status, body } = await findAddress('123')
    expect([status, body.fields]).toEqual([400, { code: 'INVALID' }])
  })

  test('a provider outage is 503, and the session continues [B7.25]', async () => {
    const { token } = await newHolder(brazil)
    await break_('5xx')
    const { status, headers } = await findAddress('01001000', brazil, token)
    expect(status).toBe(503)
    expect(headers['retry-after']).toBeDefined()
    expect((await findAddress('01001000', brazil, token)).status).toBe(200)
  })

  test('a code is cached for both processes, and an old answer is used during an outage', async () => {
    const other = await createSecondProcess(brazil)
    await findAddress('01310100')
    await break_('5xx')
    expect((await findAddress('01310100', other)).body.street).toBe('Avenida Paulista')
    await brazil.db`update postal_code set fetched_at = now() - interval '31 days'`
    expect((await findAddress('01310100', other)).body.street).toBe('Avenida Paulista')
    expect(await (await fetch(`${brazil.simulatorsUrl}/simulators/faults`)).json()).toEqual([])
    await other.close()
  })

  test('a patient can look up a few codes', async () => {
    expect((await brazil.sendCall(findPostalCode, { code: '01001000' })).status).toBe(401)
    const { token } = await newHolder(brazil)
    const statuses: number[] = []
    for (let i = 0; i < 31; i++) statuses.push((await findAddress('01001000', brazil, token)).status)
    expect(statuses).toEqual([...Array(30).fill(200), 429])
  })
})

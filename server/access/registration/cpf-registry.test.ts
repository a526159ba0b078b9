import { createPatient, registerPatient, validateRegistration } from '@cuida/core/access/api.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { registerDependant } from '@cuida/core/profile/family/dependant-api.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import type { TestReply } from '../../testing/test-context.ts'
import { createTestContext, endFaults } from '../../testing/test-contexts.ts'
import { insertPhoneProof, newClientAddress, newPhone, PASSWORD } from '../test-people.ts'

const context = await createTestContext({ partner: 'bem-leve' })
beforeEach(async () => {
  await endFaults(context)
  await context.db`delete from rate_count`
})

/** The provider's demonstration numbers (simulators/serpro/index.ts). */
const CPF = {
  regular: '40442820135',
  bornIn1980: '58136053391',
  suspended: '40532176871',
  deceased: '05137518743',
  cancelled: '64913872591',
  unknown: '19321675019',
  minor: '70032468059',
  partial: '31245867008',
}
const OFFICIAL = { regular: '63017285995', unlisted: '52998224725' }

function registration(phone: string, change: object = {}) {
  const profile = {
    firstName: 'Bruna',
    lastName: 'Lima',
    dateOfBirth: '1990-05-17',
    sex: 'Female' as const,
    password: PASSWORD,
    email: `b${phone.slice(1)}@example.com`,
    phone: { number: phone, country: 'ES' },
    termsAccepted: true as const,
    ...change,
  }
  return { accountType: 'PHONE' as const, profile }
}

/** Registers with a verified phone, or only validates the registration. */
async function sendForm<C extends typeof registerPatient | typeof validateRegistration | typeof createPatient>(
  call: C,
  change: object,
): Promise<TestReply<C>> {
  const phone = newPhone()
  const how = { token: await insertPhoneProof(context, phone), from: newClientAddress() }
  return context.sendCall(call, registration(phone, change) as Input<C>, how)
}
const plan = (fault: string, times = 1) =>
  fetch(`${context.simulatorsUrl}/simulators/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'serpro', fault, times }),
  })

describe('registration at a partner that requires a CPF [A8.10]', () => {
  test('both calls register a CPF that is in good standing [A7.18]', async () => {
    expect((await sendForm(registerPatient, { cpf: CPF.regular })).status).toBe(201)
    expect((await sendForm(createPatient, { cpf: OFFICIAL.regular })).status).toBe(201)
    expect((await sendForm(registerPatient, { cpf: CPF.bornIn1980, dateOfBirth: '1980-02-15' })).status).toBe(201)
    expect((await sendForm(validateRegistration, { cpf: OFFICIAL.unlisted })).status).toBe(204)
  })

  test.each([
    ['suspended', CPF.suspended],
    ['of a deceased person', CPF.deceased],
    ['cancelled', CPF.cancelled],
    ['unknown', CPF.unknown],
    ['of a minor', CPF.minor],
    ['answered incompletely', CPF.partial],
    ['of a person with another date of birth', '12345678909'],
  ])('a CPF that is %s is refused by validation and registration, and nothing is stored', async (_, cpf) => {
    for (const call of [validateRegistration, registerPatient]) {
      const result = await sendForm(call, { cpf })
      expect(statusAndCodeOf(result)).toEqual([409, 'CPF_GET_DATA_ERROR'])
      expect(result.headers['retry-after']).toBeUndefined()
    }
    expect(await context.db`select 1 from patient where cpf = ${cpf}`).toHaveLength(0)
  })

  test.each(['5xx', 'reset', 'malformed'])(
    'registration is refused for a while when the registry is down: %s [A5.2]',
    async (fault) => {
      await plan(fault, 4)
      const result = await sendForm(registerPatient, { cpf: '30511742037' })
      expect(statusAndCodeOf(result)).toEqual([409, 'CPF_GET_DATA_ERROR'])
      expect(result.headers['retry-after']).toBe('60')
    },
  )

  test('a missing CPF is refused: support by the help widget handles it [A5.5]', async () => {
    const result = await sendForm(registerPatient, {})
    expect([...statusAndCodeOf(result), result.body.fields]).toEqual([
      400,
      'CREATE_PROFILE_ERROR',
      { 'profile.cpf': 'REQUIRED' },
    ])
  })

  test('a CPF of another account is not sent to the registry', async () => {
    await sendForm(registerPatient, { cpf: '91708635203' })
    await plan('5xx', 9)
    expect(statusAndCodeOf(await sendForm(registerPatient, { cpf: '917.086.352-03' }))).toEqual([409, 'CPF_DUPLICATED'])
  })

  test('500 CPFs from 20 addresses reveal fewer than 200 answers in an hour', async () => {
    const sources = Array.from({ length: 20 }, newClientAddress)
    let answers = 0
    for (let at = 0; at < 500; at += 5) {
      const phone = newPhone()
      const token = await insertPhoneProof(context, phone)
      const requests = Array.from({ length: 5 }, (_, next) =>
        context.sendCall(
          next % 2 ? validateRegistration : registerPatient,
          registration(phone, { cpf: '91708635203' }),
          {
            token,
            from: sources[(at / 5 + next) % 20] ?? '',
          },
        ),
      )
      answers += (await Promise.all(requests)).filter(({ status }) => status !== 429).length
    }
    expect(answers).toBeGreaterThan(0)
    expect(answers).toBeLessThan(200)
  })
})

describe('a dependant’s CPF', () => {
  async function holder() {
    const { body } = await sendForm(registerPatient, { cpf: newCpf() })
    return { token: body.accessToken, from: newClientAddress() }
  }
  const child = { firstName: 'Davi', lastName: 'Lima', dateOfBirth: '2016-08-11', sex: 'Male' as const }

  test('a minor’s CPF is accepted although the registry discloses nothing, and is optional', async () => {
    const how = await holder()
    expect((await context.sendCall(registerDependant, { profile: { ...child, cpf: CPF.minor } }, how)).status).toBe(201)
    expect((await context.sendCall(registerDependant, { profile: { ...child, firstName: 'Alice' } }, how)).status).toBe(
      201,
    )
    expect((await context.sendCall(me, {}, how)).body.dependants).toHaveLength(2)
  })

  test('a CPF not in good standing is refused, and so is any while the registry is down', async () => {
    const how = await holder()
    const result = () => context.sendCall(registerDependant, { profile: { ...child, cpf: CPF.suspended } }, how)
    expect(statusAndCodeOf(await result())).toEqual([409, 'CPF_GET_DATA_ERROR'])
    await plan('5xx', 4)
    expect((await result()).headers['retry-after']).toBe('60')
  })
})

let numbers = 200_000_000
/** A number with valid check digits that is in no list. */
function newCpf(): string {
  const digit = (digits: string) => {
    let sum = 0
    for (const [index, each] of [...digits].entries()) sum += Number(each) * (digits.length + 1 - index)
    return ((sum * 10) % 11) % 10
  }
  const nine = String(++numbers)
  const ten = nine + digit(nine)
  return ten + digit(ten)
}

import { registerPhone } from '@cuida/core/access/api.ts'
import { phoneExists } from '@cuida/core/access/registration/look-up-api.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import metadata from 'libphonenumber-js/min/metadata'
import { beforeAll, describe, expect, test } from 'vitest'
import { phoneOf } from '../registration/profile-draft.ts'
import { currentStep } from '../registration/registration.ts'
import { knownPhone, rememberPhone } from './known-phone.ts'
import { phoneCountries, phoneIn, provideNumberingPlans, readPhone } from './phone.ts'
import { usePhoneAccount } from './use-phone-account.ts'
import { hasAccount, startRegistration } from './welcome-calls.ts'

const plans = { countries: [{ country: 'ES', callingCode: '34' }], metadata } as never
const phone = { number: '+34600000001', country: 'ES' } as const

beforeAll(() => provideNumberingPlans(plans))

describe('a number that is typed', () => {
  test.each([
    ['600 000 001', 'ES', phone],
    ['0034600000001', 'ES', phone],
    ['+34 600 000 001', 'BR', phone],
    ['60000', 'ES', undefined],
    ['ana@example.com', 'ES', undefined],
  ])('“%s” beside %s is %o', async (typed, country, read) => expect(await readPhone(typed, country)).toEqual(read))

  test('that is none is what was typed, which no rule takes for a number', () => {
    expect(phoneOf({ number: ' 60000 ', country: 'ES' })).toEqual({ number: '60000', country: 'ES' })
    expect(phoneOf({ number: '600 000 001', country: 'ES' })).toEqual(phone)
  })

  test('is none before it is known which countries there are', () => {
    expect(phoneCountries()).toHaveLength(1)
    provideNumberingPlans(undefined as never)
    expect(phoneIn((() => undefined) as never, '600000001', 'ES')).toBeUndefined()
    expect(phoneCountries()).toEqual([])
    provideNumberingPlans(plans)
  })

  test('stands on the next screen, unless it is empty', () => {
    rememberPhone({ number: '  ', country: 'ES' })
    expect(knownPhone()).toBeUndefined()
    rememberPhone({ number: '600 000 001', country: 'ES' })
    expect(knownPhone()).toEqual({ number: '600 000 001', country: 'ES' })
  })

  test('is asked about once at a time, and anew later', async () => {
    const server = mockServer()
    server.reply(phoneExists, { phoneExists: true })
    expect(await Promise.all([hasAccount(phone), hasAccount(phone)])).toEqual([true, true])
    expect(server.requestsTo(phoneExists)).toHaveLength(1)
    expect(await Promise.all([hasAccount(phone), hasAccount({ ...phone, number: '+34600000002' })])).toEqual([
      true,
      true,
    ])
    expect(server.requestsTo(phoneExists)).toHaveLength(3)
  })

  test('of which nobody can say anything keeps nobody from their password', async () => {
    mockServer().refuse(phoneExists, 'RATE_LIMITED', 429)
    expect(await hasAccount(phone)).toBeUndefined()
  })

  test('begins an account: its code is waited for', async () => {
    mockServer().reply(registerPhone, { accessToken: 'code' })
    await startRegistration(phone)
    expect(currentStep('verify')).toEqual({ at: 'verify', phone, token: 'code' })
  })

  test('that is not taken here is said at its field', async () => {
    mockServer().refuse(registerPhone, 'PHONE_NOT_ALLOWED', 422)
    await expect(startRegistration(phone)).rejects.toMatchObject({ fields: { phone: 'PHONE_NOT_ALLOWED' } })
    expect(currentStep('verify')).toBeUndefined()
  })
})

describe('while a number is typed', () => {
  async function typing() {
    freezeTime()
    const server = mockServer()
    server.reply(phoneExists, { phoneExists: true })
    let typed = ''
    const screen = await renderHookWithQueries(() => usePhoneAccount(typed, 'ES'))
    const type = (next: string) => {
      typed = next
      return screen.rerender()
    }
    return { server, screen, type }
  }
  /** The parser comes by itself when it is wanted for the first time. */
  beforeAll(() => readPhone('600000001', 'ES'))

  test('it is asked about when the hand rests, not at every key', async () => {
    const { server, screen, type } = await typing()
    for (const text of ['600 000 0', '600 000 00', '600 000 001']) await type(text)
    expect(server.requests).toEqual([])
    await advanceTime(2_000)
    await actAndFlush(() => undefined)
    expect(screen.current()).toEqual({ phone, exists: true })
    expect(server.requestsTo(phoneExists)).toHaveLength(1)
  })

  test('what is too short, or no number, is not asked about', async () => {
    const { server, screen, type } = await typing()
    for (const text of ['60000', '60000000000000']) {
      await type(text)
      await advanceTime(2_000)
    }
    expect(server.requests).toEqual([])
    expect(screen.current()).toEqual({ phone: undefined, exists: undefined })
  })

  test('an answer about a number that is not there any more is none', async () => {
    const { server, screen, type } = await typing()
    const { promise, resolve } = Promise.withResolvers<object>()
    server.reply(phoneExists, () => promise)
    await type('600 000 001')
    await advanceTime(2_000)
    await type('600 000 00')
    await actAndFlush(() => resolve({ phoneExists: true }))
    expect(screen.current().exists).toBeUndefined()
    await screen.unmount()
    await advanceTime(2_000)
    expect(server.requestsTo(phoneExists)).toHaveLength(1)
  })
})

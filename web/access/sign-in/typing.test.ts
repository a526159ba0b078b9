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

describe('a typed number', () => {
  test.each([
    ['600 000 001', 'ES', phone],
    ['0034600000001', 'ES', phone],
    ['+34 600 000 001', 'BR', phone],
    ['60000', 'ES', undefined],
    ['ana@example.com', 'ES', undefined],
  ])('“%s” with country %s is %o', async (typed, country, read) =>
    expect(await readPhone(typed, country)).toEqual(read),
  )

  test('an invalid number is returned as typed and fails every rule', () => {
    expect(phoneOf({ number: ' 60000 ', country: 'ES' })).toEqual({ number: '60000', country: 'ES' })
    expect(phoneOf({ number: '600 000 001', country: 'ES' })).toEqual(phone)
  })

  test('no number is valid before the countries are known', () => {
    expect(phoneCountries()).toHaveLength(1)
    provideNumberingPlans(undefined as never)
    expect(phoneIn((() => undefined) as never, '600000001', 'ES')).toBeUndefined()
    expect(phoneCountries()).toEqual([])
    provideNumberingPlans(plans)
  })

  test('a number is prefilled on the next screen unless it is empty', () => {
    rememberPhone({ number: '  ', country: 'ES' })
    expect(knownPhone()).toBeUndefined()
    rememberPhone({ number: '600 000 001', country: 'ES' })
    expect(knownPhone()).toEqual({ number: '600 000 001', country: 'ES' })
  })

  test('concurrent look-ups of one number share a request, a later one repeats it', async () => {
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

  test('a look-up without a result still allows a password', async () => {
    mockServer().refuse(phoneExists, 'RATE_LIMITED', 429)
    expect(await hasAccount(phone)).toBeUndefined()
  })

  test('a new number starts a registration and waits for its code', async () => {
    mockServer().reply(registerPhone, { accessToken: 'code' })
    await startRegistration(phone)
    expect(currentStep('verify')).toEqual({ at: 'verify', phone, token: 'code' })
  })

  test('a number that is not accepted shows an error at its field', async () => {
    mockServer().refuse(registerPhone, 'PHONE_NOT_ALLOWED', 422)
    await expect(startRegistration(phone)).rejects.toMatchObject({ fields: { phone: 'PHONE_NOT_ALLOWED' } })
    expect(currentStep('verify')).toBeUndefined()
  })
})

describe('look-ups during typing', () => {
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
  /** The parser is imported on first use. */
  beforeAll(() => readPhone('600000001', 'ES'))

  test('a number is looked up after a pause, not on every key', async () => {
    const { server, screen, type } = await typing()
    for (const text of ['600 000 0', '600 000 00', '600 000 001']) await type(text)
    expect(server.requests).toEqual([])
    await advanceTime(2_000)
    await actAndFlush(() => undefined)
    expect(screen.current()).toEqual({ phone, exists: true })
    expect(server.requestsTo(phoneExists)).toHaveLength(1)
  })

  test('a short or invalid number is not looked up', async () => {
    const { server, screen, type } = await typing()
    for (const text of ['60000', '60000000000000']) {
      await type(text)
      await advanceTime(2_000)
    }
    expect(server.requests).toEqual([])
    expect(screen.current()).toEqual({ phone: undefined, exists: undefined })
  })

  test('a reply about an earlier number is ignored', async () => {
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

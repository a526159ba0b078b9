import {
  addPushDevice,
  getNotifications,
  putNotifications,
  removePushDevice,
} from '@cuida/core/notifications/choice/notifications-api.ts'
import {
  changeEmail,
  changePhone,
  confirmPhoneChange,
  exportPatient,
  findPostalCode,
  getAddress,
  putAddress,
  updateMe,
} from '@cuida/core/profile/account/account-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import { getDependant, updateDependant } from '@cuida/core/profile/family/dependant-api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { confirmPhone, startEmailChange, startPhoneChange } from './account/change-calls.ts'
import { problemMessage } from './account/problem-message.ts'
import { fixedFields, identityOf } from './family/EditDependantScreen.tsx'
import { toFieldProblem } from './field-refusals.ts'
import { choiceOf, draftOf, useSaveNotifications } from './notifications/NotificationsScreen.tsx'
import { push } from './notifications/push.ts'
import {
  saveCopy,
  useAddress,
  useDependant,
  useFindPlace,
  useSaveAddress,
  useUpdateDependant,
  useUpdateMe,
} from './queries.ts'

const ana = '10000000-0000-4000-8000-000000000001' as const
const leo = '10000000-0000-4000-8000-000000000002' as const

describe('cached profile data', () => {
  test("a mutation's reply replaces the profile", async () => {
    const server = mockServer()
    server.reply(updateMe, { id: ana, firstName: 'Ana María' })
    const queries = new QueryClient()
    queries.setQueryData(callKey(me, {}), { id: ana, firstName: 'Ana' } as Profile)
    const screen = await renderHookWithQueries(useUpdateMe, { queries })
    await screen.act((it) => it.mutate({ firstName: 'Ana María' } as never))
    expect(queries.getQueryData(callKey(me, {}))).toMatchObject({ firstName: 'Ana María' })
    server.refuse(updateMe, 'EMAIL_CONFLICT')
    await screen.act((it) => it.mutate({ firstName: 'Eva' } as never))
    expect(queries.getQueryData(callKey(me, {}))).toMatchObject({ firstName: 'Ana María' })
  })

  test('home and billing address are separate, and a guest has none', async () => {
    const server = mockServer()
    server.reply(getAddress, ({ path }) => ({ street: path }))
    const hook = () => [
      useAddress(ana, 'home'),
      useAddress(ana, 'billing'),
      useAddress(leo, 'home'),
      useAddress(undefined, 'home'),
    ]
    const screen = await renderHookWithQueries(hook)
    const streets = screen.current().map(({ data }) => (data as { street?: string } | undefined)?.street)
    expect(new Set(streets).size).toBe(4)
    expect(streets[3]).toBeUndefined()
    expect(server.requestsTo(getAddress)).toHaveLength(3)
  })

  test.each([
    [200, [2, 2]],
    [400, [1, 1]],
  ])('saving the home address (%i) refetches the billing address', async (status, times) => {
    const server = mockServer()
    server.reply(getAddress, { street: 'Calle Mayor' })
    server.reply(putAddress, { street: 'Gran Vía', code: 'INVALID' }, status)
    const screen = await renderHookWithQueries(() => ({
      home: useAddress(ana, 'home'),
      bill: useAddress(ana, 'billing'),
      other: useAddress(leo, 'home'),
      save: useSaveAddress(ana, 'home'),
    }))
    await screen.act(({ save }) => save.mutate({} as never))
    const requestsOfKind = (kind: string) =>
      server.requestsTo(getAddress).filter(({ path, query }) => path.includes(ana) && `${path}${query}`.includes(kind))
        .length
    expect([requestsOfKind('home'), requestsOfKind('billing')]).toEqual(times)
    expect(server.requestsTo(getAddress).filter(({ path }) => path.includes(leo))).toHaveLength(1)
  })

  test('a changed child is updated in the family too', async () => {
    const server = mockServer()
    server.reply(getDependant, ({ path }) => ({ id: path.split('/').at(-1), firstName: 'Leo' }))
    server.reply(updateDependant, { id: leo, firstName: 'Leonardo' })
    const queries = new QueryClient({ defaultOptions: { queries: { notifyOnChangeProps: 'all' } } })
    queries.setQueryData(callKey(me, {}), { id: ana })
    const screen = await renderHookWithQueries(
      () => ({ leo: useDependant(leo), eva: useDependant(ana), save: useUpdateDependant(leo) }),
      { queries },
    )
    await screen.act(({ save }) => save.mutate({ firstName: 'Leonardo' } as never))
    expect(screen.current().leo.data).toMatchObject({ id: leo, firstName: 'Leonardo' })
    expect(screen.current().eva.data).toMatchObject({ id: ana, firstName: 'Leo' })
    expect(queries.getQueryState(callKey(me, {}))?.isInvalidated).toBe(true)
  })
})

describe('a refusal', () => {
  test.each([
    ['WRONG_CREDENTIALS', { password: 'WRONG' }],
    ['EMAIL_CONFLICT', { email: 'CONFLICT' }],
    ['PHONE_CONFLICT', { phone: 'CONFLICT' }],
    ['PHONE_NOT_ALLOWED', { phone: 'NOT_ALLOWED' }],
  ])('a refusal with %s appears at its field', (code, fields) =>
    expect(toFieldProblem(new CallFailed(409, 't', { code, more: 1 }))).toMatchObject({
      status: 409,
      traceId: 't',
      fields,
      data: { more: 1 },
    }),
  )
  test('other refusals appear above the form', () => {
    const other = new CallFailed(429, '', { code: 'RATE_LIMITED' })
    const broken = new Error('WRONG_CREDENTIALS')
    expect([toFieldProblem(other), toFieldProblem(broken)]).toEqual([other, broken])
  })
  test.each([
    [
      'a phone',
      changePhone,
      () => startPhoneChange({ phone: { number: '1', country: 'ES' }, password: 'x' }),
      { phone: { number: '1', country: 'ES' }, password: 'x' },
    ],
    [
      'an address',
      changeEmail,
      () => startEmailChange({ email: 'ana@example.com', password: 'x' }),
      { email: 'ana@example.com', password: 'x' },
    ],
  ])(
    'a refused contact change, %s, appears at its field; a granted one returns the token of the code',
    async (_, call, start, body) => {
      const server = mockServer()
      server.refuse(call, 'WRONG_CREDENTIALS', 422)
      await expect(start()).rejects.toMatchObject({ fields: { password: 'WRONG' } })
      server.reply(call, { accessToken: 'change' })
      expect(await start()).toBe('change')
      expect(server.requestsTo(call).map(({ body }) => body)).toEqual([body, body])
    },
  )
  test("a problem has its own message, registration's, or the general one", () => {
    loadMessages('en', {
      'profile.email.CONFLICT': 'own',
      'access.profile.email.REQUIRED': 'of registration',
      'profile.problem.TOO_LONG': 'general',
      'access.profile.problem.INVALID': 'the most general',
    })
    const texts = ['CONFLICT', 'REQUIRED', 'TOO_LONG', 'NEW_ONE'].map((code) => problemMessage('email', code))
    expect(texts).toEqual(['own', 'of registration', 'general', 'the most general'])
  })
})

describe('a dependant with a record', () => {
  const child = {
    identityFixed: true,
    dateOfBirth: '2016-05-01',
    cpf: '52998224725',
    document: { documentType: 'DNI', documentNumber: '12345678Z' },
  } as never
  const having = (more: object) => ({ ...(child as object), ...more }) as never
  beforeEach(() =>
    loadMessages('en', {
      'profile.dateOfBirth': 'Born',
      'access.profile.document.DNI': 'DNI',
      'profile.document': 'Document',
      'access.profile.cpf': 'CPF',
    }),
  )

  test('known identity data is read-only', () => {
    expect(fixedFields(child)).toEqual(['dateOfBirth', 'documentNumber', 'cpf'])
    expect(identityOf(child)).toEqual([
      { term: 'Born', description: '1 May 2016' },
      { term: 'DNI', description: '12345678Z' },
      { term: 'CPF', description: '52998224725' },
    ])
  })
  test('missing identity data can be added', () => {
    expect(fixedFields(having({ document: null, cpf: null }))).toEqual(['dateOfBirth'])
    expect(identityOf(having({ document: null, cpf: null }))).toHaveLength(1)
    expect(identityOf(having({ document: { documentType: null, documentNumber: '7' } }))[1]).toEqual({
      term: 'Document',
      description: '7',
    })
  })
  test('without a record every field is editable', () => {
    expect(fixedFields(having({ identityFixed: false }))).toEqual([])
    expect(identityOf(having({ identityFixed: false }))).toEqual([])
  })
})

describe('notification settings', () => {
  const choice = { channels: ['email'], topics: ['care'], quiet: { from: '21:00', until: '09:00' } } as never
  test('the settings are saved with quiet hours, or without any', () => {
    expect(choiceOf(draftOf(choice))).toEqual(choice)
    const loud = { ...(choice as object), quiet: null } as never
    expect(draftOf(loud)).toMatchObject({ isQuiet: false, from: expect.any(String) })
    expect(choiceOf(draftOf(loud))).toEqual(loud)
  })
  test("the server's reply is shown", async () => {
    const server = mockServer()
    server.reply(putNotifications, choice)
    const queries = new QueryClient()
    const screen = await renderHookWithQueries(useSaveNotifications, { queries })
    await screen.act((it) => it.mutate(choice))
    expect(queries.getQueryData(callKey(getNotifications, {}))).toEqual(choice)
    expect(server.requestsTo(putNotifications)).toMatchObject([
      { body: { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone } },
    ])
  })
})

describe('web push', () => {
  afterEach(() => vi.unstubAllGlobals())
  const endpoint = 'https://push.example/device'
  function browser({
    permission = 'granted',
    asked = 'granted',
    known = false,
  }: {
    permission?: string
    asked?: string
    known?: boolean
  } = {}) {
    const unsubscribe = vi.fn(async () => true)
    const device = { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys: { p256dh: 'public', auth: 'secret' } }) }
    const old = { ...device, unsubscribe: vi.fn(async () => true) }
    const subscribe = vi.fn(async () => device)
    const pushManager = { getSubscription: async () => (known ? old : null), subscribe }
    const register = vi.fn(async () => ({ pushManager }))
    const serviceWorker = {
      register,
      ready: Promise.resolve({ pushManager }),
      getRegistration: async () => ({ pushManager }),
    }
    vi.stubGlobal('navigator', { serviceWorker })
    vi.stubGlobal('Notification', { permission, requestPermission: async () => asked })
    vi.stubGlobal('window', { PushManager: class {}, Notification: class {} })
    return { old, unsubscribe, subscribe, register }
  }

  test.each([
    ["on when the server has this browser's subscription", { known: true }, [endpoint], 'on'],
    ['off when the server has removed it', { known: true }, ['https://push.example/other'], 'off'],
    ['off before permission is asked', { permission: 'default', known: true }, [endpoint], 'off'],
    ['off without a subscription', {}, [endpoint], 'off'],
    ['refused when permission is denied', { permission: 'denied', known: true }, [endpoint], 'denied'],
  ])('push is %s', async (_, browserState, devices, state) => {
    browser(browserState)
    expect(await push.state(devices)).toBe(state)
  })
  test.each(['PushManager', 'Notification'])('push is unavailable without %s', async (missing) => {
    browser()
    Reflect.deleteProperty(window, missing)
    expect(await push.state([])).toBe('unsupported')
  })

  test('a subscription with another key is replaced', async () => {
    const { old, subscribe, register } = browser({ known: true })
    const server = mockServer()
    server.reply(addPushDevice, null)
    expect(await push.change('off', 'key')).toBe('on')
    expect(server.requestsTo(addPushDevice)).toMatchObject([{ body: { endpoint, p256dh: 'public', auth: 'secret' } }])
    expect(old.unsubscribe).toHaveBeenCalledOnce()
    expect(subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: 'key' })
    expect(register).toHaveBeenCalledExactlyOnceWith('/service-worker.js', { scope: '/' })
  })
  test('push does not start without permission', async () => {
    const { subscribe } = browser({ permission: 'denied', asked: 'denied' })
    expect(await push.change('off', 'key')).toBe('denied')
    expect(subscribe).not.toHaveBeenCalled()
  })
  test('a subscription that the server could not store is removed', async () => {
    const { unsubscribe } = browser()
    mockServer().refuse(addPushDevice, 'UNEXPECTED', 500)
    await expect(push.change('off', 'key')).rejects.toMatchObject({ status: 500 })
    expect(unsubscribe).toHaveBeenCalledOnce()
  })
  test('push ends at the server, and then in the browser', async () => {
    const { old } = browser({ known: true })
    mockServer().refuse(removePushDevice, 'UNEXPECTED', 500)
    await expect(push.change('on', 'key')).rejects.toMatchObject({ status: 500 })
    expect(old.unsubscribe).not.toHaveBeenCalled()
    const server = mockServer()
    server.reply(removePushDevice, null)
    expect(await push.change('on', 'key')).toBe('off')
    expect(server.requestsTo(removePushDevice)).toMatchObject([{ body: { endpoint } }])
    expect(old.unsubscribe).toHaveBeenCalledOnce()
  })
})

test.each([
  [
    'the code of a new phone',
    () => confirmPhone('change', '123456'),
    confirmPhoneChange,
    '/v1/user/me/phone/confirmation',
    { changeToken: 'change', code: '123456' },
  ],
  [
    'the password for a copy of all data',
    () => saveCopy(ana, { password: 'x' }),
    exportPatient,
    `/v1/patients/${ana}/export`,
    { password: 'x' },
  ],
])('%s is sent', async (_, send, call, path, body) => {
  const server = mockServer()
  await send().catch(() => {})
  expect(server.requestsTo(call)).toMatchObject([{ path, body }])
})

test('a postal code is looked up in Brazil', async () => {
  const server = mockServer()
  const screen = await renderHookWithQueries(useFindPlace)
  await screen.act((it) => it.mutateAsync('01310-100').catch(() => {}))
  expect(server.requestsTo(findPostalCode).map(({ path, query }) => [path, query.get('country')])).toEqual([
    ['/v1/postal-codes/01310-100', 'BR'],
  ])
})

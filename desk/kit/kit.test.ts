import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { currentLocale, loadMessages, t } from '@cuida/ui/i18n/messages.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { currentAddress, openAddress } from '@cuida/ui/testing/query-client.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { appOrigin } from '../care/guest/guest-queries.ts'
import { session } from './api.ts'
import { endingMessage } from './consultation-ending.ts'
import { createDrafts } from './drafts.ts'
import { mapFieldRefusals } from './field-refusals.ts'
import { chooseLanguage, firstLanguage, loadLanguage } from './language.ts'
import { useAddressChoice } from './page/use-address-choice.ts'
import { useIsWide } from './page/use-is-wide.ts'
import { useNow } from './use-now.ts'

describe('unsaved drafts', () => {
  test('a draft is deleted when its clinician signs out', () => {
    signInTestUser(session)
    const drafts = createDrafts<string>()
    drafts.set('ana', 'Half a sentence')
    expect(drafts.get('ana')).toBe('Half a sentence')
    session.signOut()
    expect(drafts.get('ana')).toBeUndefined()
  })

  test('a draft survives a new sign-in that replaces an ending session', () => {
    signInTestUser(session)
    const drafts = createDrafts<string>()
    drafts.set('ana', 'Half a sentence')
    signInTestUser(session)
    expect(drafts.get('ana')).toBe('Half a sentence')
  })
})

describe('the message of an ended consultation', () => {
  beforeEach(() =>
    loadMessages('en', {
      'desk.status.CLOSED': 'Over',
      'desk.status.CLOSED_WITH_ERROR': 'Broke down',
      'desk.ended.emergency': 'sent to emergency',
      'desk.failed.NO_ANSWER': 'no answer',
      'desk.ended.technical-failure': 'broke down',
      'desk.failed.last': ['last call: ', ['why']],
    }),
  )
  test.each([
    [{ status: 'CLOSED', closedFor: null, failedFor: null }, 'Over'],
    [{ status: 'CLOSED', closedFor: 'emergency', failedFor: null }, 'Over · sent to emergency'],
    [{ status: 'CLOSED', closedFor: null, failedFor: 'NO_ANSWER' }, 'Over · last call: no answer'],
    [{ status: 'CLOSED_WITH_ERROR', closedFor: 'technical-failure', failedFor: null }, 'Broke down'],
  ])('the ending %o reads “%s”', (ending, mockCatalogue) => expect(endingMessage(ending)).toBe(mockCatalogue))
})

describe('a refusal of a form’s call', () => {
  const fields = { EMAIL_TAKEN: 'email' }
  const failing = (failure: unknown) => mapFieldRefusals(fields, () => Promise.reject(failure))

  test('a refusal about a field becomes that field’s error', async () => {
    const refusal = new CallFailed(409, 'trace', { code: 'EMAIL_TAKEN', more: 1 })
    await expect(failing(refusal)).rejects.toMatchObject({
      status: 409,
      traceId: 'trace',
      code: 'EMAIL_TAKEN',
      data: { more: 1 },
      fields: { email: 'EMAIL_TAKEN' },
    })
  })
  test.each([
    new CallFailed(403, '', { code: 'NOT_ALLOWED' }),
    Object.assign(new Error('broken'), { code: 'EMAIL_TAKEN' }),
  ])('any other failure is rethrown unchanged (%s)', async (failure) => {
    await expect(failing(failure)).rejects.toBe(failure)
  })
  test('a successful call returns its reply', async () => expect(await mapFieldRefusals(fields, async () => 7)).toBe(7))
})

describe('a filter in the address', () => {
  const states = ['open', 'resolved'] as const
  const choice = (at: string) => renderHookWithQueries(() => useAddressChoice('state', states), { at })

  test.each([
    ['/tasks', 'open'],
    ['/tasks?state=resolved', 'resolved'],
    ['/tasks?state=whatever-somebody-typed', 'open'],
    ['/tasks?other=resolved', 'open'],
  ])('the address %s selects %s', async (at, value) => expect((await choice(at)).current().value).toBe(value))

  test('a choice is written to the address unless it is the default, and links to other items keep it', async () => {
    const screen = await choice('/tasks')
    await screen.act((it) => it.choose('resolved'))
    expect(currentAddress()).toBe('/tasks?state=resolved')
    expect(screen.current()).toMatchObject({ value: 'resolved' })
    expect(screen.current().keep('/tasks/7')).toBe('/tasks/7?state=resolved')
    await screen.act((it) => it.choose('open'))
    expect(currentAddress()).toBe('/tasks')
    expect(screen.current().keep('/tasks/7')).toBe('/tasks/7')
  })
})

test('a widening window updates the hook, and an unmounted hook does not react', async () => {
  const media = Object.assign(new EventTarget(), { matches: false })
  const matchMedia = vi.fn((_: string) => media)
  vi.stubGlobal('matchMedia', matchMedia)
  const wide = await renderHookWithQueries(() => useIsWide(900))
  expect(matchMedia).toHaveBeenCalledWith('(min-width: 56.25em)')
  expect(wide.current()).toBe(false)
  media.matches = true
  await wide.act(() => media.dispatchEvent(new Event('change')))
  expect(wide.current()).toBe(true)
  const off = vi.spyOn(media, 'removeEventListener')
  await wide.unmount()
  expect(off).toHaveBeenCalled()
})

test('the current time updates at the given interval', async () => {
  freezeTime('2026-11-26T10:00:00Z')
  const start = Date.now()
  const now = await renderHookWithQueries(() => useNow(5_000))
  await advanceTime(4_999)
  expect(now.current()).toBe(start)
  await advanceTime(1)
  expect(now.current()).toBe(start + 5_000)
  await now.unmount()
  expect(vi.getTimerCount()).toBe(0)
})

describe('the language of the desk', () => {
  const browser = (...languages: string[]) => vi.stubGlobal('navigator', { languages })

  test.each([
    ['the one chosen on this device', 'pt-BR', ['es'], 'pt-BR'],
    ['the browser’s first that the desk has', undefined, ['fr', 'es-MX', 'en'], 'es'],
    ['English, when the desk has none of the browser’s', undefined, ['fr', 'de'], 'en'],
    ['the browser’s, when the chosen one is not available any more', 'fr', ['es'], 'es'],
  ])('the first language is %s', (_, storedLanguage, languages, expected) => {
    browser(...languages)
    if (storedLanguage) localStorage.setItem('desk.language', storedLanguage)
    expect(firstLanguage()).toBe(expected)
  })

  const mockCatalogue = (status = 200) => {
    const requestedPaths: string[] = []
    mockServer()
    globalThis.fetch = async (path) => {
      requestedPaths.push(String(path))
      return Response.json({ 'desk.hello': 'Hola' }, { status })
    }
    return requestedPaths
  }

  test('a loaded language is active, and a chosen one is also used on the next visit', async () => {
    const requestedPaths = mockCatalogue()
    await loadLanguage('es')
    expect(requestedPaths).toEqual(['/v1/patient/locales/es?app=desk'])
    expect([currentLocale(), t('desk.hello'), document.documentElement.lang]).toEqual(['es', 'Hola', 'es'])
    expect(localStorage.getItem('desk.language')).toBeNull()
    await chooseLanguage('es')
    expect(firstLanguage()).toBe('es')
    loadMessages('en', {})
  })

  test('the language stays when the catalogue fails to load', async () => {
    mockCatalogue(503)
    loadMessages('en', {})
    await expect(chooseLanguage('es')).rejects.toThrow('503')
    expect(currentLocale()).toBe('en')
    expect(localStorage.getItem('desk.language')).toBeNull()
  })
})

test.each([
  ['the host that the page names', { content: 'https://app.cuida.test' }, 'https://app.cuida.test'],
  ['this host when the page names none', { content: '' }, 'https://cuida.test'],
  ['this host without a meta tag', null, 'https://cuida.test'],
])('the patient app is at %s', (_, meta, origin) => {
  openAddress('/desk')
  const find = vi.spyOn(document, 'querySelector').mockReturnValue(meta as never)
  onTestFinished(() => find.mockRestore())
  expect(appOrigin()).toBe(origin)
})

import type { Profile } from '@cuida/core/profile/profile.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { screenShown } from '../../kit/page-views.ts'
import { markSigned, takeSigned } from '../session/signed.ts'
import { provideTracking, type Tracking, tellOfNewAccount, tellOfSigning } from './tracking.ts'

const yes = { groups: ['C0002'], marketing: true }
const profile = {
  id: 'p-1',
  email: 'ana@example.com',
  firstName: 'Ana',
  lastName: 'Sanz',
  phone: { number: '+34600000001', country: 'ES' },
  dateOfBirth: '1990-03-31',
  cpf: '40442820135',
} as Profile

const layer = () => ({ newAccount: vi.fn(), pageView: vi.fn(), signed: vi.fn() }) satisfies Tracking

beforeEach(() => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
})

test('as the product comes, a new account is told to nobody: no request, nothing stored', () => {
  const request = vi.fn()
  vi.stubGlobal('fetch', request)
  tellOfNewAccount(profile, yes)
  expect(request).not.toHaveBeenCalled()
})

test('as the product comes, screens and sign-ins are told to nobody either, whatever was agreed to', () => {
  const request = vi.fn()
  vi.stubGlobal('fetch', request)
  localStorage.setItem('consent', JSON.stringify(yes))
  screenShown('support')
  tellOfSigning('signin')
  expect(request).not.toHaveBeenCalled()
})

test('a partner’s own layer hears exactly e-mail, phone and names, after two yeses', () => {
  const newAccount = vi.fn()
  provideTracking({ ...layer(), newAccount })
  tellOfNewAccount(profile, yes)
  expect(newAccount).toHaveBeenCalledExactlyOnceWith({
    email: 'ana@example.com',
    phone: '+34600000001',
    firstName: 'Ana',
    lastName: 'Sanz',
  })
})

test.each([
  ['nothing was agreed to', null],
  ['only the cookies were', '{"groups":["C0002"],"marketing":false}'],
  ['only marketing was', '{"groups":[],"marketing":true}'],
  ['marketing looks like a yes', '{"groups":["C0002"],"marketing":"true"}'],
  ['what is stored is something else', '{"groups":"C0002","marketing":true}'],
])('it hears nothing when %s', (_, stored) => {
  const newAccount = vi.fn()
  provideTracking({ ...layer(), newAccount })
  if (stored) localStorage.setItem('consent', stored)
  tellOfNewAccount(profile)
  expect(newAccount).not.toHaveBeenCalled()
})

test('both agreed to on this device is heard', () => {
  const newAccount = vi.fn()
  provideTracking({ ...layer(), newAccount })
  localStorage.setItem('consent', JSON.stringify(yes))
  tellOfNewAccount(profile)
  expect(newAccount).toHaveBeenCalledOnce()
})

test('who got in is told of once: an account is new once', () => {
  expect(takeSigned()).toBeUndefined()
  markSigned('signup')
  expect([takeSigned(), takeSigned()]).toEqual(['signup', undefined])
  markSigned('signin')
  expect(takeSigned()).toBe('signin')
  sessionStorage.setItem('signed', 'somehow')
  expect(takeSigned()).toBeUndefined()
})

describe('page views', () => {
  const measured = () => localStorage.setItem('consent', '{"groups":["C0002"],"marketing":false}')

  test('a partner’s own layer hears each change of screen, by its name alone', () => {
    const given = layer()
    provideTracking(given)
    measured()
    for (const screen of ['home', 'product', 'product', 'home'] as const) screenShown(screen)
    expect(given.pageView.mock.calls).toEqual([[{ screen: 'home' }], [{ screen: 'product' }], [{ screen: 'home' }]])
  })

  test.each([
    ['nothing was agreed to', null],
    ['only marketing was', '{"groups":[],"marketing":true}'],
    ['other cookies were', '{"groups":["C0001"],"marketing":true}'],
  ])('it hears neither screens nor sign-ins when %s', (_, stored) => {
    const given = layer()
    provideTracking(given)
    if (stored) localStorage.setItem('consent', stored)
    screenShown('about')
    screenShown('security')
    tellOfSigning('signin')
    expect(given.pageView).not.toHaveBeenCalled()
    expect(given.signed).not.toHaveBeenCalled()
  })

  test('what is no screen of ours is not told, whatever it says', () => {
    const given = layer()
    provideTracking(given)
    measured()
    screenShown('/products/depression' as never)
    expect(given.pageView).not.toHaveBeenCalled()
  })

  test('a sign-in says which of the two it was, and nothing of whom', () => {
    const given = layer()
    provideTracking(given)
    measured()
    tellOfSigning('signup')
    expect(given.signed.mock.calls).toEqual([[{ reason: 'signup' }]])
  })
})

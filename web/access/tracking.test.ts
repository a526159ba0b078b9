import type { Profile } from '@cuida/core/profile/profile.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { markNewAccount, takeNewAccount } from './new-account.ts'
import { provideTracking, tellOfNewAccount } from './tracking.ts'

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

test('a partner’s own layer hears exactly e-mail, phone and names, after two yeses', () => {
  const newAccount = vi.fn()
  provideTracking({ newAccount })
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
  provideTracking({ newAccount })
  if (stored) localStorage.setItem('consent', stored)
  tellOfNewAccount(profile)
  expect(newAccount).not.toHaveBeenCalled()
})

test('both agreed to on this device is heard', () => {
  const newAccount = vi.fn()
  provideTracking({ newAccount })
  localStorage.setItem('consent', JSON.stringify(yes))
  tellOfNewAccount(profile)
  expect(newAccount).toHaveBeenCalledOnce()
})

test('an account is new once', () => {
  expect(takeNewAccount()).toBe(false)
  markNewAccount()
  expect([takeNewAccount(), takeNewAccount()]).toEqual([true, false])
})

import { parse } from 'regexparam'
import { describe, expect, test } from 'vitest'
import { matchPath } from '../navigation/match.ts'
import { alternativePath } from './alternative-path.ts'

const screenOf = (path: string) => matchPath(parse, path)?.name
const shownAt = (path: string) => screenOf(path) ?? screenOf(alternativePath(path, (other) => !!screenOf(other)) ?? '')

describe('every path of the specification has its screen [B2.24]', () => {
  test.each([
    '/welcome',
    '/redirect',
    '/referral/bcdfg-hjkmn',
    '/lp/huerta',
    '/terms-and-conditions',
    '/privacy-policy',
    '/language',
    '/account/create/verify/t',
    '/account/create/profile',
    '/account/signin/mfa',
    '/account/forgot',
    '/account/forgot/verify',
    '/account/forgot/new-password',
    '/account/connect/google',
    '/how-can-we-help/3',
    '/how-does-it-work',
    '/products/nutrition',
    '/groups/weight',
    '/clinician/1/product/nutrition',
    '/clinicians/1',
    '/select-profile',
    '/checkout',
    '/subscription-checkout',
    '/orders/1',
    '/orders/1/consultation/2/camera',
    '/webinars/sleep',
    '/recorded-webinars',
    '/send-your-question',
    '/welcome-kit',
    '/support',
  ])('%s', (path) => expect(screenOf(path)).toBeDefined())
})

describe('a path of an area works with and without its base', () => {
  test.each([
    ['/profile', '/account/profile'],
    ['/profile/edit', '/account/profile/edit'],
    ['/profile/refer', '/account/profile/refer'],
    ['/profile/medical-history/1', '/account/profile/medical-history/1'],
    ['/profile/family-medical-history', '/account/profile/family-medical-history'],
    ['/profile/payment-methods', '/account/profile/payment-methods'],
    ['/profile/payment-history', '/account/profile/payment-history'],
    ['/profile/payment-details', '/account/profile/payment-details'],
    ['/subscription-manager', '/account/subscription-manager'],
    ['/welcome', '/account/welcome'],
    ['/orders/1', '/consultations/orders/1'],
  ])('%s, %s', (short, long) => {
    expect(shownAt(short)?.replace('Short', '')).toBe(shownAt(long))
    expect(shownAt(long)).toBeDefined()
  })
})

test('an unknown path stays unknown', () => {
  for (const path of ['/account/nothing', '/consultations/a/b/c', '/profile/nothing', '/nothing', '/account'])
    expect(shownAt(path), path).toBeUndefined()
})

test('a base is added only to paths of its area', () => {
  const triedPaths: string[] = []
  for (const path of ['/profiles', '/support', '/profile', '/profile/x', '/account/y', '/accounts/z'])
    alternativePath(path, (other) => triedPaths.push(other) < 0)
  expect(triedPaths).toEqual(['/account/profile', '/account/profile/x', '/y'])
})

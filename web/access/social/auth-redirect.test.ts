import { expect, test } from 'vitest'
import { keepQuestionnaireFlag } from '../../kit/questionnaire-flag.ts'
import { nextPath } from './auth-redirect.ts'

const HOME = '/how-can-we-help'

test.each([
  // Step 2: a referral is read whether signed in or not.
  ['out', '', 'referral/ana-2026', '/referral/ana-2026'],
  ['in', '', '/referral/ana-2026', '/referral/ana-2026'],
  ['out', '?reason=inactivity', '/referral/ana-2026', '/referral/ana-2026'],
  ['out', '', '/referral/../evil', '/welcome'],
  ['in', '', '/referral/', HOME],
  // Step 3: without a session to Welcome, with the reason.
  ['out', '', null, '/welcome'],
  ['out', '?reason=inactivity', '/consultations', '/welcome?reason=inactivity'],
  ['out', '?reason=unauthorized', '/checkout', '/welcome?reason=unauthorized'],
  ['out', '?reason=referral', null, '/welcome?reason=referral'],
  ['out', '?reason=referral-error', null, '/welcome?reason=referral-error'],
  ['out', '?reason=because&to=//evil.example', null, '/welcome'],
  ['out', '?reason=inactivity&extra=1', null, '/welcome?reason=inactivity'],
  // Step 4: with a session, on to the requested path.
  ['in', '?reason=inactivity', '/consultations/8f1c', '/consultations/8f1c'],
  ['in', '', '/consultations', '/consultations'],
  ['in', '', '/orders', '/consultations'],
  ['in', '', '/consultations/orders', '/consultations'],
  ['in', '', '/products/nutrition', '/products/nutrition'],
  ['in', '', '/groups/endocrinology', '/groups/endocrinology'],
  ['in', '', '/account', '/account/profile'],
  ['in', '', '/somewhere', HOME],
  ['in', '', null, HOME],
])(
  'signed %s at /redirect%s with the requested path %s: redirects to %s [A2.10] [A2.36] [A2.39] [A2.40]',
  (status, search, continuePath, expected) =>
    expect(nextPath({ search, continuePath, signedIn: status === 'in' })).toBe(expected),
)

test.each([
  ['?questionnaire=true', 'true'],
  ['?reason=inactivity&questionnaire=true', 'true'],
  ['?questionnaire=false', undefined],
  ['?questionnaire=1', undefined],
  ['?Questionnaire=true', undefined],
  ['', undefined],
])('the query %s leaves the questionnaire flag %s [A2.38] [A3.4] [A9.11]', (search, expected) => {
  const stored = new Map<string, string>()
  keepQuestionnaireFlag(search, { setItem: (key, value) => void stored.set(key, value) })
  expect(stored.get('questionnaire')).toBe(expected)
})

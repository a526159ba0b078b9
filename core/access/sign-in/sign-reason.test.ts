import { expect, test } from 'vitest'
import { isSignReason } from './sign-reason.ts'

test.each(['signin', 'signup'])('a session may have begun by %s', (reason) => expect(isSignReason(reason)).toBe(true))

test.each(['', 'social', 'SIGNIN', null, undefined, true, ['signin']])('and by nothing else: %j', (reason) =>
  expect(isSignReason(reason)).toBe(false),
)

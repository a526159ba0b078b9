import { expect, test } from 'vitest'
import { isSignReason } from './sign-reason.ts'

test.each(['signin', 'signup'])('a session may begin by %s', (reason) => expect(isSignReason(reason)).toBe(true))

test.each(['', 'social', 'SIGNIN', null, undefined, true, ['signin']])('a session cannot begin by %j', (reason) =>
  expect(isSignReason(reason)).toBe(false),
)

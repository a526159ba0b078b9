import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { expect, test } from 'vitest'
import { toFieldProblem, withFieldRefusals } from './field-refusals.ts'

const failed = (code: string, more: object = {}) => new CallFailed(409, 'trace', { code, ...more })

test.each([
  ['WRONG_CREDENTIALS', { password: 'WRONG' }],
  ['EMAIL_CONFLICT', { email: 'CONFLICT' }],
  ['PHONE_CONFLICT', { phone: 'CONFLICT' }],
  ['PHONE_NOT_ALLOWED', { phone: 'NOT_ALLOWED' }],
])('%s becomes a problem of its field and keeps the failure', (code, fields) => {
  const problem = toFieldProblem(failed(code, { retryAfter: 9 })) as CallFailed
  expect(problem).toBeInstanceOf(CallFailed)
  expect(problem).toMatchObject({ status: 409, traceId: 'trace', code, data: { code, retryAfter: 9, fields } })
})

test.each([
  failed('RATE_LIMITED'),
  failed('S'),
  failed(''),
  new Error('x'),
  { code: 'EMAIL_CONFLICT' },
  undefined,
  'x',
])('a failure about no field is unchanged: %s', (failure) => expect(toFieldProblem(failure)).toBe(failure))

test('a call returns its reply or fails at its field', async () => {
  expect(await withFieldRefusals(Promise.resolve(7))).toBe(7)
  await expect(withFieldRefusals(Promise.reject(failed('EMAIL_CONFLICT')))).rejects.toMatchObject({
    data: { fields: { email: 'CONFLICT' } },
  })
})

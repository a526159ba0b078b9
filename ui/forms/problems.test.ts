import { expect, test } from 'vitest'
import { CallFailed } from '../client/call-failed.ts'
import { remainingProblems, serverProblems, wrongFields } from './use-form.ts'

test('the server’s paths map to form fields by whole segments only', () => {
  const error = new CallFailed(400, 't', {
    code: 'INVALID',
    fields: { 'profile.email': 'REQUIRED', 'profile.phone.number': 'INVALID', 'profile.names': 'INVALID' },
  })
  expect(serverProblems(error, ['name', 'email', 'phone'])).toEqual({ email: 'REQUIRED', phone: 'INVALID' })
  expect(serverProblems(new Error('x'), ['name'])).toEqual({})
})

test('while typing, only fields that failed before are validated', () => {
  const visibleProblems = { name: 'REQUIRED', email: undefined }
  expect(remainingProblems(visibleProblems, { name: 'TOO_SHORT', email: 'REQUIRED' })).toEqual({ name: 'TOO_SHORT' })
  expect(wrongFields(remainingProblems(visibleProblems, { email: 'REQUIRED' }))).toEqual([])
})

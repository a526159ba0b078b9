import * as v from 'valibot'
import { expect, test } from 'vitest'
import { CallFailed } from '../client/call-failed.ts'
import { schemaProblems, serverProblems, stillWrong, wrongFields } from './problems.ts'

const check = schemaProblems(
  v.object({
    name: v.pipe(v.string(), v.nonEmpty('REQUIRED'), v.minLength(2, 'TOO_SHORT')),
    phone: v.object({ number: v.pipe(v.string(), v.digits()) }),
  }),
)

test('a schema names the first problem of each field', () => {
  expect(check({ name: '', phone: { number: '600' } })).toEqual({ name: 'REQUIRED' })
  expect(check({ name: 'A', phone: { number: 'x' } })).toEqual({ name: 'TOO_SHORT', 'phone.number': 'INVALID' })
  expect(check({ name: 'Ana', phone: { number: '600' } })).toEqual({})
})

test('the server’s paths find the fields of the form, whole words only', () => {
  const error = new CallFailed(400, 't', {
    code: 'INVALID',
    fields: { 'profile.email': 'REQUIRED', 'profile.phone.number': 'INVALID', 'profile.names': 'INVALID' },
  })
  expect(serverProblems(error, ['name', 'email', 'phone'])).toEqual({ email: 'REQUIRED', phone: 'INVALID' })
  expect(serverProblems(new Error('x'), ['name'])).toEqual({})
})

test('while typing, only what failed before is judged', () => {
  const shown = { name: 'REQUIRED', email: undefined }
  expect(stillWrong(shown, { name: 'TOO_SHORT', email: 'REQUIRED' })).toEqual({ name: 'TOO_SHORT' })
  expect(wrongFields(stillWrong(shown, { email: 'REQUIRED' }))).toEqual([])
})

import AjvCompiler from '@fastify/ajv-compiler'
import StringifyCompiler from '@fastify/fast-json-stringify-compiler'
import { describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { AJV_OPTIONS, compilersFactory } from './compilers.ts'
import { jsonSchemaOf, replySchemaOf } from './schema.ts'
import { servedCalls } from './serve.ts'

await createTestContext()

/** What a start leaves for later would be found broken by the first patient who asks. */
describe('every schema that is declared becomes code', () => {
  const place = { method: 'GET', url: '/' }

  test('of what is sent', () => {
    const compile = AjvCompiler()({}, { customOptions: AJV_OPTIONS })
    const sent = servedCalls.flatMap(({ params, query, body }) => [params, query, body]).filter((schema) => schema)
    expect(sent.length).toBeGreaterThan(servedCalls.length / 2)
    for (const schema of sent) compile({ ...place, httpPart: 'body', schema: jsonSchemaOf(schema as never) })
  })

  test('of what is answered', () => {
    const compile = StringifyCompiler()({}, {})
    const answered = servedCalls.flatMap(({ reply }) => reply ?? [])
    expect(answered.length).toBeGreaterThan(servedCalls.length / 2)
    for (const reply of answered) compile({ ...place, httpStatus: '200', schema: replySchemaOf(reply) })
  })
})

test('what is asked for twice says each time what was wrong, and nothing once it is right', () => {
  const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
  const validate = compilersFactory.buildValidator({}, { customOptions: AJV_OPTIONS })({ schema } as never)
  expect(validate({})).toBe(false)
  expect(validate.errors).toMatchObject([{ keyword: 'required' }])
  expect(validate({ name: 'Ana' })).toBe(true)
  expect(validate.errors).toBeNull()
})

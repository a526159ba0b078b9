import AjvCompiler from '@fastify/ajv-compiler'
import StringifyCompiler from '@fastify/fast-json-stringify-compiler'
import { describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { AJV_OPTIONS, compilersFactory } from './compilers.ts'
import { jsonSchemaOf, replySchemaOf } from './schema.ts'
import { servedCalls } from './serve.ts'

await createTestContext()

/** The start does not compile schemas, so a broken one would otherwise fail with the first patient's request. */
describe('every declared schema compiles', () => {
  const route = { method: 'GET', url: '/' }

  test('every request schema compiles', () => {
    const compile = AjvCompiler()({}, { customOptions: AJV_OPTIONS })
    const sent = servedCalls.flatMap(({ params, query, body }) => [params, query, body]).filter((schema) => schema)
    expect(sent.length).toBeGreaterThan(servedCalls.length / 2)
    for (const schema of sent) compile({ ...route, httpPart: 'body', schema: jsonSchemaOf(schema as never) })
  })

  test('every reply schema compiles', () => {
    const compile = StringifyCompiler()({}, {})
    const answered = servedCalls.flatMap(({ reply }) => reply ?? [])
    expect(answered.length).toBeGreaterThan(servedCalls.length / 2)
    for (const reply of answered) compile({ ...route, httpStatus: '200', schema: replySchemaOf(reply) })
  })
})

test('a validator reports its own errors each time, and none for valid input', () => {
  const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
  const validate = compilersFactory.buildValidator({}, { customOptions: AJV_OPTIONS })({ schema } as never)
  expect(validate({})).toBe(false)
  expect(validate.errors).toMatchObject([{ keyword: 'required' }])
  expect(validate({ name: 'Ana' })).toBe(true)
  expect(validate.errors).toBeNull()
})

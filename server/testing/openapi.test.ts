import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { exampleOf } from '../kit/http/api-examples.ts'
import { jsonSchemaOf } from '../kit/http/schema.ts'
import { servedCalls } from '../kit/http/serve.ts'
import { createTestContext } from './test-contexts.ts'

const context = await createTestContext()
const description = (await context.app.inject('/v1/openapi.json')).json()

/** JSON with sorted keys and short values on one line, so that a new field is one line of the diff. */
function print(value: unknown, indent = ''): string {
  const lines = Array.isArray(value) ? value.map((item) => print(item, `${indent}  `)) : membersOf(value, `${indent}  `)
  if (!lines) return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const flat = `${open}${lines.join(', ')}${close}`
  if (!flat.includes('\n') && indent.length + flat.length <= 110) return flat
  return `${open}\n${lines.map((line) => `${indent}  ${line}`).join(',\n')}\n${indent}${close}`
}

const membersOf = (value: unknown, indent: string): string[] | undefined =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, member]) => `${JSON.stringify(name)}: ${print(member, indent)}`)
    : undefined

// Regenerate with `vitest run server/testing/openapi.test.ts -u` and review the difference.
test('docs/openapi.json is the API description that the server publishes', async () => {
  const file = join(import.meta.dirname, '../../docs/openapi.json')
  await expect(`${print(description)}\n`).toMatchFileSnapshot(file)
})

test('the description has no problem by the recommended rules, and every example fits its schema', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(description), config })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([])
})

test('every example of a body is accepted by the schema of its call', () => {
  const refused = servedCalls.flatMap(({ method, path, body }) =>
    body && !v.is(body, exampleOf(jsonSchemaOf(body), {})) ? [`${method} ${path}`] : [],
  )
  expect(refused).toEqual([])
})

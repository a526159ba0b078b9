import type { Call } from '@cuida/core/kit/call.ts'
import { describe, expect, test } from 'vitest'
import { type JsonSchema, replySchemaOf } from '../kit/http/schema.ts'
import { servedCalls } from '../kit/http/serve.ts'
import { findExport } from '../profile/deletion/export-store.ts'
import { callName, createActors } from './test-actors.ts'
import { createTestContext } from './test-contexts.ts'
import { FORBIDDEN_COLUMNS, FORBIDDEN_FIELDS, HARMLESS_FIELDS, SENSITIVE_FIELDS } from './test-sensitive-fields.ts'

const context = await createTestContext()

type Node = JsonSchema & {
  properties?: Record<string, Node>
  patternProperties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}

/** The path of every field of a schema; lists and records add no segment. */
function pathsIn(node: Node, at: string): string[] {
  const unnamed = [
    ...Object.values(node.patternProperties ?? {}),
    ...(node.anyOf ?? []),
    ...(node.items ? [node.items] : []),
  ]
  return [
    ...unnamed.flatMap((value) => pathsIn(value, at)),
    ...Object.entries(node.properties ?? {}).flatMap(([name, value]) => [
      `${at}.${name}`,
      ...pathsIn(value, `${at}.${name}`),
    ]),
  ]
}

const audienceOf = ({ access, role }: Call): string => role ?? [access].flat().join(' or ')
const replies = [...servedCalls].map((call) => ({
  call: `${audienceOf(call)} ${callName(call)}`,
  paths: call.reply ? pathsIn(replySchemaOf(call.reply) as Node, '') : [],
}))

const patternOf = (receiver: string) => new RegExp(`^${receiver.replaceAll('*', '.*')}$`)

describe.each(Object.entries(SENSITIVE_FIELDS))('%s', (_, { fields, receivers }) => {
  const holding = replies.flatMap(({ call, paths }) => {
    const found = paths.filter((path) => fields.some((field) => path.endsWith(`.${field}`)))
    return found.length > 0 ? [{ call, found: [...new Set(found)] }] : []
  })
  const patterns = receivers.map(patternOf)

  test('only the permitted calls reply with them', () => {
    const refused = holding.filter(({ call }) => !patterns.some((pattern) => pattern.test(call)))
    expect(refused.map(({ call, found }) => `${call}: ${found.join(' ')}`)).toEqual([])
  })

  test('each field and each permission occurs in some reply', () => {
    const found = holding.flatMap(({ found }) => found)
    expect(fields.filter((field) => !found.some((path) => path.endsWith(`.${field}`)))).toEqual([])
    expect(receivers.filter((_, at) => !holding.some(({ call }) => patterns[at]?.test(call)))).toEqual([])
  })
})

test('no reply has a field for a hash, a password or a card number', () => {
  const names = replies.flatMap(({ paths }) => paths.map((path) => path.slice(path.lastIndexOf('.') + 1)))
  const found = new Set(names.filter((name) => FORBIDDEN_FIELDS.test(name)))
  expect([...found].sort()).toEqual(HARMLESS_FIELDS)
})

/** The export replies with stored rows, which no schema limits. */
test('a patient’s data export has no internal column', async () => {
  const { holder } = await createActors(context)
  const copy = await findExport(context.db, { ids: [holder.patient, holder.dependant], accountId: holder.account })
  const columns = Object.entries(copy).flatMap(([table, rows]) =>
    [rows ?? []].flat().flatMap((row) => Object.keys(row).map((column) => ({ table, column }))),
  )
  expect(columns.length).toBeGreaterThan(100)
  expect(columns.filter(({ column }) => FORBIDDEN_COLUMNS.test(column))).toEqual([])
})

import { isDeepStrictEqual } from 'node:util'
import { toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { Operation } from './api-declarations.ts'
import type { JsonSchema } from './schema.ts'

type Part = 'params' | 'query' | 'body' | 'reply'

export interface Schemas {
  components: Record<string, JsonSchema>
  of(operation: Operation, part: Part): JsonSchema
}

/**
 * Converts all schemas of all calls at once, so that a schema with a name is described once and referred to. What a
 * client sends may differ from what it receives, where the schema changes the value: such a schema has two names.
 */
export function describeSchemas(
  operations: readonly Operation[],
  named: ReadonlyMap<string, v.GenericSchema>,
): Schemas {
  const nameOf = new Map([...named].map(([name, schema]) => [schema, name]))
  const partsOf = (parts: readonly Part[]) =>
    operations.flatMap(({ name, call }) =>
      parts.flatMap((part) => {
        const schema = call[part]
        return schema && !nameOf.has(schema) ? [[`${name}.${part}`, schema] as const] : []
      }),
    )
  const convert = (parts: readonly Part[], typeMode: 'input' | 'output') =>
    toJsonSchemaDefs(Object.fromEntries([...named, ...partsOf(parts)]), { errorMode: 'ignore', typeMode }) as Record<
      string,
      JsonSchema
    >
  const sent = convert(['params', 'query', 'body'], 'input')
  const received = convert(['reply'], 'output')
  const differs = (name: string) => !isDeepStrictEqual(sent[name], received[name])
  const changed = new Set([...named.keys()].filter(differs))
  for (let before = -1; before !== changed.size; ) {
    before = changed.size
    for (const name of named.keys()) if (refersTo(sent[name], changed)) changed.add(name)
  }
  const components: Record<string, JsonSchema> = {}
  const tidied = (node: unknown, isSent: boolean): unknown => {
    if (Array.isArray(node)) return node.map((item) => tidied(item, isSent))
    if (typeof node !== 'object' || node === null) return node
    const { $schema: _, ...rest } = node as JsonSchema
    if (typeof rest.$ref === 'string') {
      const name = rest.$ref.replace('#/$defs/', '')
      // A part without a name that two calls share.
      if (!named.has(name)) return tidied((isSent ? sent : received)[name], isSent)
      return { $ref: refer(name, isSent) }
    }
    return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, tidied(value, isSent)]))
  }
  const refer = (name: string, isSent: boolean): string => {
    const own = isSent && changed.has(name) ? `${name}Input` : name
    if (!(own in components)) {
      components[own] = {}
      components[own] = tidied((isSent ? sent : received)[name], isSent) as JsonSchema
    }
    return `#/components/schemas/${own}`
  }
  return {
    components,
    of({ name, call }, part) {
      const isSent = part !== 'reply'
      const own = nameOf.get(call[part] as v.GenericSchema)
      // Parameters are taken apart; a body or a reply is referred to.
      if (own && (part === 'body' || part === 'reply')) return { $ref: refer(own, isSent) }
      if (own) return tidied(sent[own], isSent) as JsonSchema
      return tidied((isSent ? sent : received)[`${name}.${part}`], isSent) as JsonSchema
    },
  }
}

function refersTo(node: unknown, names: ReadonlySet<string>): boolean {
  if (typeof node !== 'object' || node === null) return false
  return Object.entries(node).some(([key, value]) =>
    key === '$ref' ? names.has(String(value).replace('#/$defs/', '')) : refersTo(value, names),
  )
}

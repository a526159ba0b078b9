import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

export type JsonSchema = Record<string, unknown>

/** Converts a valibot schema to the JSON Schema that Ajv, fast-json-stringify and OpenAPI read. */
export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  return tidy(toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' })) as JsonSchema
}

/** The schema of what a handler returns: valibot's output type. */
export function replySchemaOf(schema: v.GenericSchema): JsonSchema {
  return tidy(toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'output' })) as JsonSchema
}

/**
 * `anyOf [X, null]` makes fast-json-stringify validate every value; `nullable` means the same at no cost. An `enum`
 * of strings gets a type. `$schema` is dropped, since the result is embedded in larger documents. Members of records
 * are declared by a pattern, since Ajv would remove them as undeclared.
 */
function tidy(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidy)
  if (typeof node !== 'object' || node === null) return node
  const { $schema: _, ...rest } = node as JsonSchema
  const tidied = Object.fromEntries(
    Object.entries(isRecord(rest) ? byPattern(rest) : rest).map(([key, value]) => [key, tidy(value)]),
  )
  if (Array.isArray(tidied.enum) && tidied.enum.every((member) => typeof member === 'string')) tidied.type = 'string'
  const choices = tidied.anyOf
  if (!Array.isArray(choices) || choices.length !== 2) return tidied
  const [value, none] = choices[0]?.type === 'null' ? [choices[1], choices[0]] : [choices[0], choices[1]]
  if (none?.type !== 'null' || typeof value?.type !== 'string') return tidied
  const { anyOf: _anyOf, ...others } = tidied
  return { ...others, ...value, nullable: true, ...(value.enum ? { enum: [...value.enum, null] } : {}) }
}

const isRecord = ({ type, properties, additionalProperties: each }: JsonSchema): boolean =>
  type === 'object' && !properties && typeof each === 'object' && each !== null && Object.keys(each).length > 0

const byPattern = ({ additionalProperties, ...rest }: JsonSchema): JsonSchema => ({
  ...rest,
  patternProperties: { '^': additionalProperties },
})

/**
 * Whether valibot must parse after Ajv: it changes the value (trim, ...), or checks what JSON Schema cannot express.
 */
export function needsParsing(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const node = schema as {
    kind?: string
    type?: string
    pipe?: unknown[]
    entries?: object
    item?: unknown
    wrapped?: unknown
    options?: unknown[]
  }
  if (node.kind === 'transformation' || node.type === 'check' || node.type === 'custom') return true
  const self = node
  const inner = [
    ...(node.pipe ?? []),
    ...Object.values(node.entries ?? {}),
    node.item,
    node.wrapped,
    ...(node.options ?? []),
  ]
  return inner.some((child) => child !== self && needsParsing(child))
}

import * as fc from 'fast-check'
import type * as v from 'valibot'
import { type JsonSchema, jsonSchemaOf } from '../kit/http/schema.ts'

/** Values that match a declared schema, for fuzz tests that must pass validation. */
export function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices) return fc.oneof(...choices.map(arbitraryOf))
  const value = ofType(schema)
  return schema.nullable ? fc.option(value) : value
}

function ofType(schema: JsonSchema): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'string':
      return ofString(schema)
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.ceil(Number(schema.minimum ?? -1_000)), max: Number(schema.maximum ?? 1_000_000) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(arbitraryOf((schema.items ?? {}) as JsonSchema), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Math.min(Number(schema.maxItems ?? 3), 3),
      })
    case 'object':
      return ofObject(schema)
    default:
      return fc.jsonValue()
  }
}

function ofObject({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const entries = Object.entries(properties as Record<string, JsonSchema>)
  const record = Object.fromEntries(entries.map(([name, property]) => [name, arbitraryOf(property)]))
  return fc.record(record, { requiredKeys: required as string[] })
}

// Patterns of core/kit/shapes.ts: most numbers that match them exist in no country.
const PHONE = '^\\+[1-9]\\d{5,14}$'
const COUNTRY = '^[A-Z]{2}$'

const DAY_MS = 86_400_000
const day = fc.integer({ min: -20_000, max: 20_000 }).map((days) => new Date(days * DAY_MS))

function ofString({ format, pattern, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid' || format === 'reference') return fc.uuid()
  if (format === 'date') return day.map((date) => date.toISOString().slice(0, 10))
  if (format === 'date-time') return day.map((date) => date.toISOString())
  if (format === 'idn-email')
    return fc
      .tuple(fc.constantFrom('p', 'é', "o'", 'a&'), fc.integer({ min: 1, max: 9_999 }))
      .map(([start, number]) => `${start}${number}@example.com`)
  if (format === 'one-time-code') return fc.stringMatching(/^\d{6}$/)
  if (format === 'phone')
    return fc.oneof(
      fc.integer({ min: 0, max: 9_999_999 }).map((number) => `+346${10_000_000 + number}`),
      fc.stringMatching(new RegExp(PHONE)),
    )
  if (pattern === COUNTRY) return fc.constantFrom('ES', 'ES', 'ES', 'BR', 'XX')
  if (pattern) return fc.stringMatching(new RegExp(String(pattern)))
  const min = Number(minLength ?? 0)
  const max = Math.min(Number(maxLength ?? 60), 2_000)
  // Characters that trimming keeps, and text of people and attackers.
  const plain = fc.string({
    unit: fc.constantFrom(...'abcdefgñ áé0189'),
    minLength: min,
    maxLength: Math.max(min, Math.min(max, 60)),
  })
  return fc.oneof(
    plain.map((text) => text.replace(/^ | $/g, 'x')),
    fc.string({ unit: 'grapheme', minLength: min, maxLength: Math.max(min, Math.min(max, 60)) }),
  )
}

/** One matching value, always the same. */
export const sampleOf = (schema: v.GenericSchema): unknown =>
  fc.sample(arbitraryOf(jsonSchemaOf(schema)), { seed: 7, numRuns: 1 })[0]

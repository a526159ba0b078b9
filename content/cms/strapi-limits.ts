import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

/** What a schema of core asks of a value, step by step. */
export type Pipe = readonly { type: string; requirement?: unknown }[]

const asked = (pipe: Pipe, ...types: string[]): unknown => pipe.find(({ type }) => types.includes(type))?.requirement

/** A number with its bounds: Strapi refuses what lies outside before anything is published. */
export function numberOf(pipe: Pipe = []) {
  const min = asked(pipe, 'min_value')
  const max = asked(pipe, 'max_value')
  const isWhole = pipe.some(({ type }) => type === 'integer')
  return {
    type: isWhole ? 'integer' : 'float',
    ...(isStored(min) ? { min } : {}),
    ...(isStored(max) ? { max } : {}),
  }
}
/** Its columns of whole numbers hold no more. */
const isStored = (bound: unknown): bound is number => typeof bound === 'number' && Math.abs(bound) < 2 ** 31

/** How many or how long, under the names that Strapi has for it there. */
export function lengthOf(pipe: Pipe = [], least: string, most?: string): Record<string, number> {
  const min = pipe.some(({ type }) => type === 'non_empty') ? 1 : asked(pipe, 'min_length', 'length')
  const max = asked(pipe, 'max_length', 'length')
  return {
    ...(typeof min === 'number' ? { [least]: min } : {}),
    ...(most && typeof max === 'number' ? { [most]: max } : {}),
  }
}

export function patternOf(pipe: Pipe): { regex?: string } {
  const types = pipe.map(({ type }) => type)
  const pattern = asked(pipe, 'regex', 'hex_color')
  if (pattern instanceof RegExp) return { regex: pattern.source }
  if (types.includes('url')) return { regex: types.includes('starts_with') ? '^https://\\S+$' : '^https?://\\S+$' }
  return {}
}

export type JsonSchema = Record<string, unknown>

/** A value of several parts as JSON Schema, of which Strapi's Ajv knows the patterns and not the names of formats. */
export const checkFor = (schema: v.GenericSchema): JsonSchema =>
  plain(toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' })) as JsonSchema

function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain)
  if (typeof node !== 'object' || node === null) return node
  const { $schema: _, default: __, format: ___, ...rest } = node as JsonSchema
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, plain(value)]))
}

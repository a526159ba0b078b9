import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'

/** An attribute as a Strapi schema writes it. */
export interface Attribute {
  type: string
  [option: string]: unknown
}
/** Files of a Strapi app, by their path in it: what each holds. */
export type Files = Map<string, object | string>

interface Loose {
  type: string
  wrapped?: Loose
  pipe?: Pipe
  item?: Loose
  entries?: Record<string, Loose>
  options?: unknown[]
  literal?: unknown
}

/** Stands for a text in the schemas of core: what is one a language. */
export const TEXT = v.string()

/** Shown in one line; every other text gets room for several. */
const SHORT = ['name', 'title', 'label', 'value', 'topic', 'minLabel', 'maxLabel', 'unit', 'placeholder', 'role']
const MARKDOWN = ['content', 'answer']
/** Names that Strapi keeps for itself: a section of a document is named by its anchor. */
export const RENAMED: Readonly<Record<string, string>> = { id: 'anchor' }

/** Attributes for the members of an object; what is an object of its own becomes a component in `files`. */
export function attributesOf(
  entries: Record<string, unknown>,
  files: Files,
  { inComponent = false } = {},
): Record<string, Attribute> {
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => {
      const { schema, required } = bare(entry as Loose)
      // An empty list is one, and Strapi would refuse it.
      const needed = required && (schema.type !== 'array' || Number(lengthOf(schema.pipe, 'min').min ?? 0) > 0)
      const attribute = attributeOf(name, schema, files)
      const i18n = inComponent ? {} : { i18n: { localized: speaks(schema) } }
      const pluginOptions = { ...i18n, ...checkOf(attribute, schema) }
      return [
        RENAMED[name] ?? name,
        {
          ...(needed ? attribute : mayBeEmpty(attribute)),
          ...(needed ? { required: true } : {}),
          ...(Object.keys(pluginOptions).length > 0 ? { pluginOptions } : {}),
        },
      ]
    }),
  )
}

/** A panel refuses an empty list that has a least number, also one that may be missing: the answers to a question of words. */
function mayBeEmpty(attribute: Attribute): Attribute {
  const { min: _, ...rest } = attribute
  return attribute.repeatable ? rest : attribute
}

/** What Strapi has no type for it asks core's own schema about (content/strapi/src/refuse.js). */
function checkOf({ type }: Attribute, schema: Loose): { cuida?: { check: JsonSchema } } {
  const isChecked = type === 'json' || (schema.type === 'picklist' && type !== 'enumeration')
  return isChecked ? { cuida: { check: checkFor(schema as unknown as v.GenericSchema) } } : {}
}

/** Without what says that it may be missing. */
function bare(schema: Loose): { schema: Loose; required: boolean } {
  if (!['optional', 'nullish', 'nullable'].includes(schema.type) || !schema.wrapped) return { schema, required: true }
  return { schema: bare(schema.wrapped).schema, required: false }
}

function attributeOf(name: string, schema: Loose, files: Files): Attribute {
  if ((schema as unknown) === TEXT) return { type: textType(name) }
  switch (schema.type) {
    case 'string':
      return stringOf(schema)
    case 'number':
      return numberOf(schema.pipe)
    case 'boolean':
      return { type: 'boolean' }
    case 'literal':
      return { type: 'enumeration', enum: [schema.literal] }
    case 'picklist':
      return picklistOf(schema)
    case 'array':
      return listOf(name, schema, files)
    case 'object':
      return isFlat(schema) ? component(name, schema.entries ?? {}, files) : { type: 'json' }
    default:
      return { type: 'json' }
  }
}

const textType = (name: string): string =>
  MARKDOWN.includes(name) ? 'richtext' : SHORT.includes(name) ? 'string' : 'text'

function stringOf({ pipe = [] }: Loose): Attribute {
  if (pipe.some(({ type }) => type === 'iso_timestamp')) return { type: 'datetime' }
  if (pipe.some(({ type }) => type === 'iso_date')) return { type: 'date' }
  return { type: 'string', ...patternOf(pipe), ...lengthOf(pipe, 'minLength', 'maxLength') }
}

/** Names of numbers are no names in its database. */
const picklistOf = ({ options = [] }: Loose): Attribute =>
  options.every((option) => typeof option === 'string')
    ? { type: 'enumeration', enum: options }
    : {
        type: options.every(Number.isInteger) ? 'integer' : 'float',
        min: Math.min(...options.map(Number)),
        max: Math.max(...options.map(Number)),
      }

function listOf(name: string, { item, pipe }: Loose, files: Files): Attribute {
  const many = { repeatable: true, ...lengthOf(pipe, 'min', 'max') }
  if (item?.type === 'variant') {
    const all = (item.options as Loose[]).map(({ entries }) => entries ?? {})
    return { ...component(name, joined(all), files), ...many }
  }
  return item?.type === 'object' ? { ...component(name, item.entries ?? {}, files), ...many } : { type: 'json' }
}

/** Kinds of one thing in one form: what not all of them have, none must have. */
function joined(kinds: Record<string, Loose>[]): Record<string, Loose> {
  const types = kinds.map(({ type }) => type?.literal)
  // The first that has a member says what it holds: that one's choices may exclude each other.
  const all: Record<string, Loose> = Object.assign({}, ...kinds.toReversed())
  const everywhere = (name: string) => kinds.every((kind) => name in kind)
  const optional = (schema: Loose): Loose => ({ type: 'nullish', wrapped: schema })
  return Object.fromEntries(
    Object.entries({ ...all, type: { type: 'picklist', options: types } }).map(([name, schema]) => [
      name,
      everywhere(name) ? schema : optional(schema),
    ]),
  )
}

function component(name: string, entries: Record<string, Loose>, files: Files): Attribute {
  const own = 'percentage' in entries ? 'plan-discount' : (COMPONENTS[name] ?? kebab(name))
  const attributes = attributesOf(entries, files, { inComponent: true })
  files.set(`src/components/cuida/${own}.json`, {
    collectionName: `components_cuida_${own.replaceAll('-', '_')}`,
    info: { displayName: `${own[0]?.toUpperCase()}${own.slice(1).replaceAll('-', ' ')}` },
    options: {},
    attributes,
  })
  return { type: 'component', component: `cuida.${own}`, repeatable: false }
}
/** What one of a list is called. */
const COMPONENTS: Readonly<Record<string, string>> = {
  workingHours: 'working-hours',
  symptomCollector: 'question',
  options: 'choice',
  holidays: 'holiday',
  lessons: 'lesson',
  discount: 'percentage',
  referrerDiscount: 'percentage',
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** An object that a form can hold: no lists and no objects inside. */
const isFlat = ({ entries = {} }: Loose): boolean =>
  Object.values(entries).every((entry) =>
    ['string', 'number', 'boolean', 'picklist', 'literal'].includes(bare(entry).schema.type),
  )

/** Whether a text is in it, at any depth. */
function speaks(schema: Loose): boolean {
  const { schema: inner } = bare(schema)
  if ((inner as unknown) === TEXT) return true
  const parts = [inner.item ?? [], Object.values(inner.entries ?? {}), inner.type === 'variant' ? inner.options : []]
  return (parts.flat() as Loose[]).some(speaks)
}

/** What a schema of core asks of a value, step by step. */
type Pipe = readonly { type: string; requirement?: unknown }[]

const asked = (pipe: Pipe, ...types: string[]): unknown => pipe.find(({ type }) => types.includes(type))?.requirement

/** A number with its bounds: Strapi refuses what lies outside before anything is published. */
function numberOf(pipe: Pipe = []) {
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
function lengthOf(pipe: Pipe = [], least: string, most?: string): Record<string, number> {
  const min = pipe.some(({ type }) => type === 'non_empty') ? 1 : asked(pipe, 'min_length', 'length')
  const max = asked(pipe, 'max_length', 'length')
  return {
    ...(typeof min === 'number' ? { [least]: min } : {}),
    ...(most && typeof max === 'number' ? { [most]: max } : {}),
  }
}

function patternOf(pipe: Pipe): { regex?: string } {
  const types = pipe.map(({ type }) => type)
  const pattern = asked(pipe, 'regex', 'hex_color')
  if (pattern instanceof RegExp) return { regex: pattern.source }
  if (types.includes('url')) return { regex: types.includes('starts_with') ? '^https://\\S+$' : '^https?://\\S+$' }
  return {}
}

type JsonSchema = Record<string, unknown>

/** A value of several parts as JSON Schema, of which Strapi's Ajv knows the patterns and not the names of formats. */
const checkFor = (schema: v.GenericSchema): JsonSchema =>
  plain(toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' })) as JsonSchema

function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain)
  if (typeof node !== 'object' || node === null) return node
  const { $schema: _, default: __, format: ___, ...rest } = node as JsonSchema
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, plain(value)]))
}

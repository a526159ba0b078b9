import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'

/** An attribute in Strapi's schema format. */
export interface Attribute {
  type: string
  [option: string]: unknown
}
/** Files of a Strapi app: content by path. */
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

/** Marks a translated text in the schemas of core. */
export const TRANSLATED_TEXT = v.string()

/** Single-line fields; every other text gets a multi-line input. */
const SHORT = ['name', 'title', 'label', 'value', 'topic', 'minLabel', 'maxLabel', 'unit', 'placeholder', 'role']
const MARKDOWN = ['content', 'answer']
/** Names that Strapi reserves: a section of a document is identified by its anchor. */
export const STRAPI_FIELD_NAMES: Readonly<Record<string, string>> = { id: 'anchor' }

/** The Strapi attributes of an object's members; a nested object becomes a component in `files`. */
export function attributesOf(
  entries: Record<string, unknown>,
  files: Files,
  { inComponent = false } = {},
): Record<string, Attribute> {
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => {
      const { schema, required } = bare(entry as Loose)
      // An empty list is valid for us, but Strapi refuses it when required.
      const needed = required && (schema.type !== 'array' || Number(lengthOf(schema.pipe, 'min').min ?? 0) > 0)
      const attribute = attributeOf(name, schema, files)
      const i18n = inComponent ? {} : { i18n: { localized: speaks(schema) } }
      const pluginOptions = { ...i18n, ...checkOf(attribute, schema) }
      return [
        STRAPI_FIELD_NAMES[name] ?? name,
        {
          ...(needed ? attribute : mayBeEmpty(attribute)),
          ...(needed ? { required: true } : {}),
          ...(Object.keys(pluginOptions).length > 0 ? { pluginOptions } : {}),
        },
      ]
    }),
  )
}

/**
 * The panel refuses an empty list with a minimum even when it is optional, such as the options of a text question.
 */
function mayBeEmpty(attribute: Attribute): Attribute {
  const { min: _, ...rest } = attribute
  return attribute.repeatable ? rest : attribute
}

/** Types that Strapi lacks are validated with core's own schema (content/strapi/src/refuse.js). */
function checkOf({ type }: Attribute, schema: Loose): { cuida?: { check: JsonSchema } } {
  const isChecked = type === 'json' || (schema.type === 'picklist' && type !== 'enumeration')
  return isChecked ? { cuida: { check: checkFor(schema as unknown as v.GenericSchema) } } : {}
}

/** Unwraps optional and nullable schemas. */
function bare(schema: Loose): { schema: Loose; required: boolean } {
  if (!['optional', 'nullish', 'nullable'].includes(schema.type) || !schema.wrapped) return { schema, required: true }
  return { schema: bare(schema.wrapped).schema, required: false }
}

function attributeOf(name: string, schema: Loose, files: Files): Attribute {
  if ((schema as unknown) === TRANSLATED_TEXT) return { type: textType(name) }
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

/** Strapi's enumerations cannot contain numbers. */
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

/** Merges the variants of a union into one form: fields that only some variants have become optional. */
function joined(kinds: Record<string, Loose>[]): Record<string, Loose> {
  const types = kinds.map(({ type }) => type?.literal)
  // The first variant that has a field defines it, because later variants may restrict its options.
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
/** Component names of list items. */
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

/** An object that fits in a form: without lists and nested objects. */
const isFlat = ({ entries = {} }: Loose): boolean =>
  Object.values(entries).every((entry) =>
    ['string', 'number', 'boolean', 'picklist', 'literal'].includes(bare(entry).schema.type),
  )

/** Whether the schema contains a translated text at any depth. */
function speaks(schema: Loose): boolean {
  const { schema: inner } = bare(schema)
  if ((inner as unknown) === TRANSLATED_TEXT) return true
  const parts = [inner.item ?? [], Object.values(inner.entries ?? {}), inner.type === 'variant' ? inner.options : []]
  return (parts.flat() as Loose[]).some(speaks)
}

/** The validation steps of a schema of core. */
type Pipe = readonly { type: string; requirement?: unknown }[]

const requirementOf = (pipe: Pipe, ...types: string[]): unknown =>
  pipe.find(({ type }) => types.includes(type))?.requirement

/** A number with its bounds, so that Strapi refuses values outside before publication. */
function numberOf(pipe: Pipe = []) {
  const min = requirementOf(pipe, 'min_value')
  const max = requirementOf(pipe, 'max_value')
  const isWhole = pipe.some(({ type }) => type === 'integer')
  return {
    type: isWhole ? 'integer' : 'float',
    ...(isStored(min) ? { min } : {}),
    ...(isStored(max) ? { max } : {}),
  }
}
/** Strapi's integer columns have 32 bits. */
const isStored = (bound: unknown): bound is number => typeof bound === 'number' && Math.abs(bound) < 2 ** 31

/** Minimum and maximum length under Strapi's names. */
function lengthOf(pipe: Pipe = [], least: string, most?: string): Record<string, number> {
  const min = pipe.some(({ type }) => type === 'non_empty') ? 1 : requirementOf(pipe, 'min_length', 'length')
  const max = requirementOf(pipe, 'max_length', 'length')
  return {
    ...(typeof min === 'number' ? { [least]: min } : {}),
    ...(most && typeof max === 'number' ? { [most]: max } : {}),
  }
}

function patternOf(pipe: Pipe): { regex?: string } {
  const types = pipe.map(({ type }) => type)
  const pattern = requirementOf(pipe, 'regex', 'hex_color')
  if (pattern instanceof RegExp) return { regex: pattern.source }
  if (types.includes('url')) return { regex: types.includes('starts_with') ? '^https://\\S+$' : '^https?://\\S+$' }
  return {}
}

type JsonSchema = Record<string, unknown>

/** A JSON Schema for a compound value. Strapi's Ajv supports patterns but no named formats. */
const checkFor = (schema: v.GenericSchema): JsonSchema =>
  plain(toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' })) as JsonSchema

function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain)
  if (typeof node !== 'object' || node === null) return node
  const { $schema: _, default: __, format: ___, ...rest } = node as JsonSchema
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, plain(value)]))
}

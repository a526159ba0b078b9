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
  pipe?: Loose[]
  item?: Loose
  entries?: Record<string, Loose>
  options?: unknown[]
  literal?: unknown
  requirement?: unknown
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
      const attribute = attributeOf(name, schema, files)
      // An empty list is one, and Strapi would refuse it.
      const needed = required && schema.type !== 'array'
      const localized = !inComponent && speaks(schema) ? { pluginOptions: { i18n: { localized: true } } } : OF_ALL
      return [
        RENAMED[name] ?? name,
        { ...attribute, ...(needed ? { required: true } : {}), ...(inComponent ? {} : localized) },
      ]
    }),
  )
}
const OF_ALL = { pluginOptions: { i18n: { localized: false } } }

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
      return { type: schema.pipe?.some(({ type }) => type === 'integer') ? 'integer' : 'float' }
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
  const pattern = pipe.find(({ type }) => type === 'regex')?.requirement
  return { type: 'string', ...(pattern instanceof RegExp ? { regex: pattern.source } : {}) }
}

/** Names of numbers are no names in its database. */
const picklistOf = ({ options = [] }: Loose): Attribute =>
  options.every((option) => typeof option === 'string')
    ? { type: 'enumeration', enum: options }
    : { type: options.every(Number.isInteger) ? 'integer' : 'float' }

function listOf(name: string, { item }: Loose, files: Files): Attribute {
  if (item?.type === 'variant') {
    const all = (item.options as Loose[]).map(({ entries }) => entries ?? {})
    return { ...component(name, joined(all), files), repeatable: true }
  }
  return item?.type === 'object'
    ? { ...component(name, item.entries ?? {}, files), repeatable: true }
    : { type: 'json' }
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
    info: { displayName: own },
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

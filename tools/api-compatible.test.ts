import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { git, previousRelease } from './previous-release.ts'
import { ROOT } from './run.ts'

// Open pages, installed apps and partners' programs of the previous release work with the API of this one (decision 0194).

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}
interface Media {
  content?: Record<string, { schema?: Schema }>
}
interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: Media & { required?: boolean }
  responses: Record<string, Media>
}
interface Api {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** What a client of the earlier API sends or reads and this one does not take or answer. */
function breaksOf(earlier: Api, later: Api): string[] {
  return Object.entries(earlier.paths).flatMap(([path, operations]) =>
    METHODS.filter((method) => operations[method]).flatMap((method) => {
      const name = `${method.toUpperCase()} ${path}`
      const [before, after] = [operations[method], later.paths[path]?.[method]]
      if (!before || !after) return [`${name} is gone`]
      const required = (after.parameters ?? []).filter((parameter) => parameter.required).map((each) => each.name)
      const known = (before.parameters ?? []).map((each) => each.name)
      const compare = (kind: Kind, at: string, one?: Media, other?: Media) =>
        compareSchemas({ earlier, later, kind }, `${name} ${at}`, schemaOf(one), schemaOf(other), 0)
      const success = Object.keys(before.responses).find((status) => status.startsWith('2')) ?? '200'
      return [
        ...required.filter((one) => !known.includes(one)).map((one) => `${name} requires ${one}`),
        ...(after.requestBody?.required && !before.requestBody ? [`${name} requires a body`] : []),
        ...compare('sent', 'body', before.requestBody, after.requestBody),
        ...compare('answered', success, before.responses[success], after.responses[success]),
      ]
    }),
  )
}

type Kind = 'sent' | 'answered'
type Sides = { earlier: Api; later: Api; kind: Kind }

const schemaOf = (media: Media | undefined): Schema | undefined => media?.content?.['application/json']?.schema

function compareSchemas(sides: Sides, at: string, one?: Schema, other?: Schema, depth = 0): string[] {
  const [before, after] = [resolve(sides.earlier, one), resolve(sides.later, other)]
  if (!before || depth > 12) return []
  if (!after) return sides.kind === 'answered' ? [`${at} has no content`] : []
  const [from, to] = sides.kind === 'sent' ? [before, after] : [after, before]
  const [types, allowed] = [typesOf(from), typesOf(to)]
  const isOther = types.length > 0 && allowed.length > 0 && types.some((type) => !allowed.includes(type))
  const lostValues =
    sides.kind === 'sent' && after.enum
      ? (before.enum ?? []).filter((value) => value !== null && !after.enum?.includes(value))
      : []
  return [
    ...(isOther ? [`${at} is ${typesOf(after).join(' or ')}, not ${typesOf(before).join(' or ')}`] : []),
    ...lostValues.map((value) => `${at} does not take ${JSON.stringify(value)}`),
    // What one side must give, the other side always gave.
    ...(to.required ?? [])
      .filter((name) => !from.required?.includes(name))
      .map((name) => (sides.kind === 'sent' ? `${at} requires ${name}` : `${at} may lack ${name}`)),
    ...Object.entries(before.properties ?? {}).flatMap(([name, property]) =>
      after.properties?.[name]
        ? compareSchemas(sides, `${at}.${name}`, property, after.properties[name], depth + 1)
        : [],
    ),
    ...(before.items ? compareSchemas(sides, `${at}[]`, before.items, after.items, depth + 1) : []),
  ]
}

/** With its references followed, and its alternatives and parts as one: what any of them is, and what all require. */
function resolve(api: Api, schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref?.split('/').at(-1)
  if (name) return resolve(api, api.components?.schemas?.[name])
  const { allOf = [], anyOf, oneOf = anyOf ?? [], ...own } = schema ?? {}
  if (allOf.length + oneOf.length === 0) return schema
  const parts = [own, ...allOf].map((part) => resolve(api, part) ?? {})
  const kinds = oneOf.map((each) => resolve(api, each) ?? {})
  const objects = kinds.filter((kind) => typesOf(kind).join() !== 'null')
  const types = [...new Set([...parts, ...kinds].flatMap(typesOf))]
  const requiredByAll = (objects[0]?.required ?? []).filter((each) =>
    objects.every((one) => one.required?.includes(each)),
  )
  return {
    type: types,
    ...(objects.length > 0 && objects.every((each) => each.enum) && { enum: objects.flatMap((each) => each.enum) }),
    properties: Object.assign({}, ...[...parts, ...objects].map((part) => part.properties ?? {})),
    required: [...parts.flatMap((part) => part.required ?? []), ...requiredByAll],
    items: [...parts, ...objects].find((part) => part.items)?.items,
  }
}

const typesOf = ({ type, enum: values, const: value }: Schema): string[] =>
  type ? [type].flat() : [...new Set([...(values ?? []), ...(value === undefined ? [] : [value])].map(typeOf))]
const typeOf = (value: unknown): string => (value === null ? 'null' : typeof value)

const DESCRIPTION = 'docs/openapi.json'

test('the API answers the pages, apps and programs of the previous release', () => {
  const release = previousRelease()
  const earlier = release && git('show', `${release}:${DESCRIPTION}`)
  if (!earlier) return
  expect(breaksOf(JSON.parse(earlier), JSON.parse(readFileSync(join(ROOT, DESCRIPTION), 'utf8')))).toEqual([])
})

const apiOf = (sent: Schema, answered: Schema, parameters: Operation['parameters'] = []): Api => ({
  paths: {
    '/notes': {
      post: {
        parameters,
        requestBody: { required: true, content: { 'application/json': { schema: sent } } },
        responses: { 201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } } } },
      },
    },
  },
  components: { schemas: { Note: answered } },
})
const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
})
const text: Schema = { type: 'string' }
const SENT = object({ text, kind: { enum: ['public', 'private'] } }, ['text'])
const ANSWERED = object({ id: text, tags: { type: 'array', items: text } }, ['id'])
const EARLIER = apiOf(SENT, ANSWERED)

test.each<[string, Api]>([
  ['POST /notes is gone', { paths: {} }],
  ['POST /notes requires at', apiOf(SENT, ANSWERED, [{ name: 'at', in: 'query', required: true }])],
  ['POST /notes body requires at', apiOf(object({ ...SENT.properties, at: text }, ['text', 'at']), ANSWERED)],
  ['POST /notes body.text is number, not string', apiOf(object({ text: { type: 'number' } }, ['text']), ANSWERED)],
  [
    'POST /notes body.kind does not take "private"',
    apiOf(object({ text, kind: { enum: ['public'] } }, ['text']), ANSWERED),
  ],
  ['POST /notes 201 may lack id', apiOf(SENT, object(ANSWERED.properties ?? {}))],
  [
    'POST /notes 201.id is string or null, not string',
    apiOf(SENT, object({ ...ANSWERED.properties, id: { type: ['string', 'null'] } }, ['id'])),
  ],
  [
    'POST /notes 201.tags[] is number, not string',
    apiOf(SENT, object({ id: text, tags: { type: 'array', items: { type: 'number' } } }, ['id'])),
  ],
])('%s', (problem, later) => expect(breaksOf(EARLIER, later)).toEqual([problem]))

test('a reference or an alternative in place of the same schema is no break', () => {
  const part = object({ text }, ['text'])
  const earlier = apiOf(SENT, object({ part: { ...part, type: ['object', 'null'] } }, ['part']))
  const later = apiOf(
    SENT,
    object({ part: { anyOf: [{ $ref: '#/components/schemas/Part' }, { type: 'null' }] } }, ['part']),
  )
  expect(
    breaksOf(earlier, { ...later, components: { schemas: { ...later.components?.schemas, Part: part } } }),
  ).toEqual([])
})

test('more operations, optional input, further output, and a wider input are no break', () => {
  const sent = object({ text: { type: ['string', 'null'] }, kind: { enum: ['public', 'private', 'shared'] }, at: text })
  const later = apiOf(sent, object({ ...ANSWERED.properties, at: text }, ['id', 'tags', 'at']), [
    { name: 'at', in: 'query' },
  ])
  expect(breaksOf(EARLIER, { ...later, paths: { ...later.paths, '/more': {} } })).toEqual([])
})

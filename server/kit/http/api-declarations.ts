import { glob, readFile } from 'node:fs/promises'
import { basename, dirname, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Call } from '@cuida/core/kit/call.ts'
import type * as v from 'valibot'

/** What the source of `core` tells about the API beside the declarations themselves. */
export interface Declarations {
  calls: ReadonlyMap<Call, DeclaredCall>
  /** Exported object schemas by name. */
  schemas: ReadonlyMap<string, v.GenericSchema>
}

export interface DeclaredCall {
  /** Name of the constant, or of the table and the call in it; the operation’s id. */
  name: string
  /** The comment of the constant, without references to the specification. */
  description: string | undefined
  /** Area of the product: the folder below `core`. */
  area: string
}

export interface Operation extends DeclaredCall {
  call: Call
}

const CORE = dirname(fileURLToPath(import.meta.resolve('@cuida/core/package.json')))

/** Reads the names and comments of all declared calls and schemas from the source, so that nothing lists them. */
export async function readDeclarations(): Promise<Declarations> {
  const calls = new Map<Call, DeclaredCall>()
  const schemas = new Map<string, v.GenericSchema>()
  for await (const file of glob('**/*.ts', {
    cwd: CORE,
    exclude: ['**/*.test.ts', '**/test-*.ts', 'node_modules/**'],
  })) {
    const path = `${CORE}${sep}${file}`
    const text = await readFile(path, 'utf8')
    if (!/= call\(|= v\.(object|strictObject|looseObject|variant)\(/.test(text)) continue
    const module: Record<string, unknown> = await import(pathToFileURL(path).href)
    const comments = commentsOf(text)
    for (const [name, value] of Object.entries(module)) {
      const declared = { description: comments.get(name), area: areaOf(file) }
      if (isCall(value)) calls.set(value, { name, ...declared })
      // A table of calls of one kind: each has the table's name before its own.
      else if (isRecord(value) && Object.values(value).every(isCall))
        for (const [own, call] of Object.entries(value)) calls.set(call as Call, { name: name + own, ...declared })
      else if (isObjectSchema(value)) addSchema(schemas, name, file, value)
    }
  }
  return { calls, schemas }
}

/** Two files may use one name: the second gets that of its file as well. */
function addSchema(schemas: Map<string, v.GenericSchema>, name: string, file: string, schema: v.GenericSchema): void {
  const known = schemas.get(name)
  if (known === schema) return
  schemas.set(known ? `${basename(file, '.ts').replaceAll('-', '')}${name}` : name, schema)
}

const areaOf = (file: string): string => file.split(sep)[0] ?? ''

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isCall = (value: unknown): value is Call & Record<string, unknown> =>
  isRecord(value) && typeof value.path === 'string' && typeof value.method === 'string' && 'access' in value

const OBJECTS = ['object', 'strict_object', 'loose_object', 'variant']
const isObjectSchema = (value: unknown): value is v.GenericSchema & Record<string, unknown> =>
  isRecord(value) && value.kind === 'schema' && OBJECTS.includes(String(value.type))

const DECLARED = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const (\w+) =/g
/** Such as (B3.4), (product 6.5), (docs/decisions/0080). */
const REFERENCE =
  /\s*\((?:(?:product|decision|see) )?(?:[A-D]?\d+(?:\.\d+)*|docs\/[\w/.-]+)(?:, [A-D]?\d+(?:\.\d+)*)*\)/g

function commentsOf(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(DECLARED)].map(([, comment = '', name = '']) => [
      name,
      comment
        .replaceAll(/^\s*\* ?/gm, ' ')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(REFERENCE, '')
        .trim(),
    ]),
  )
}

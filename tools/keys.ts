import { allIn, childrenOf, importsIn, isNode, memberOf, type Node, parsed } from './syntax.ts'

// A read of the client is kept under its key. What the answer depends on and the key does not name is the way to show
// somebody one thing under another one's name, so both are read from the sources and compared.

export interface Read {
  /** What it is kept under, as it is written: `listConsultations { which, family }`. */
  key: string
  /** What the read depends on and the key does not say, field by field: `person.id`, or `person beyond kind`. */
  missing: string[]
  /** The declaration, and which fields there are beside it; `*` for what is no list of fields. */
  pieces: string[]
  /** What is asked: calls and content. */
  asks: string
}

/**
 * The reads of one file that say themselves what they depend on: `useGathered(declared, per, ask)`. Of `useRead` and
 * `usePages` what is asked with is the key.
 */
export function readsIn(path: string, text: string): Read[] {
  const program = parsed(path, text)
  const known = declaredIn(program)
  const words = ({ start, end }: Node) => text.slice(Number(start), Number(end))
  return allIn(program).flatMap((node) => {
    if (node.type !== 'CallExpression' || !/^(useG|g)athered$/.test(String((node.callee as Node).name))) return []
    const [declared, per, given] = node.arguments as Node[]
    if (!declared || !per || !given) return []
    const asked = functionOf(given, program)
    const said = new Set(pathsIn(per))
    const needed = [...freeIn(asked), ...(speaks(asked, known) && !speaks(per, known) ? ['locale'] : [])]
    const isOuter = (name: string) => known.has(name) || name in globalThis
    const missing = needed
      .filter((one) => !isOuter(rootOf(one)) && !isCovered(one, said))
      .map((one) => beyond(one, said))
    return [
      {
        key: `${words(declared)} ${words(per)}`,
        missing,
        pieces: [nameOf(declared, known, words), fieldsOf(per)],
        asks: askedBy(asked, known, program).join(' '),
      },
    ]
  })
}

/** A function that was given a name before, in the same function. */
function functionOf(given: Node, program: Node): Node {
  if (given.type !== 'Identifier') return given
  const around = (program.body as Node[]).find(
    ({ start, end }) => Number(start) <= Number(given.start) && Number(given.end) <= Number(end),
  )
  const named = (around ? allIn(around) : []).find(
    ({ type, id }) => type === 'VariableDeclarator' && (id as Node).name === given.name,
  )
  return isNode(named?.init) ? named.init : given
}

/** The path of what is declared here, else how it is written. */
function nameOf(declared: Node, known: Known, words: (node: Node) => string): string {
  const here = declared.type === 'Identifier' ? known.get(String(declared.name)) : undefined
  const path = here?.type === 'ObjectExpression' ? memberOf(here, 'path') : undefined
  return path ? String(path.value) : words(declared)
}

function fieldsOf(per: Node): string {
  if (per.type !== 'ObjectExpression') return '*'
  return (per.properties as Node[])
    .map(({ key }) => String((key as Node | undefined)?.name))
    .sort()
    .join(' ')
}

/** Two reads that may be kept in one place, whatever stands there for what changes. */
export const mayMeet = ([one, fields]: readonly string[], [other, others]: readonly string[]): boolean =>
  one === other && (fields === others || fields === '*' || others === '*')

const rootOf = (path: string): string => path.split('.')[0] ?? ''
/** A whole says each of its fields; a field does not say the whole. */
const isCovered = (path: string, said: ReadonlySet<string>): boolean =>
  [...said].some((one) => path === one || path.startsWith(`${one}.`))

/** `person beyond id`: all of it is asked with, and only some of its fields are said. */
function beyond(path: string, said: ReadonlySet<string>): string {
  const fields = [...said].filter((one) => one.startsWith(`${path}.`)).map((one) => one.slice(path.length + 1))
  return fields.length > 0 ? `${path} beyond ${fields.sort().join(', ')}` : path
}

type Known = ReadonlyMap<string, Node | undefined>

/** What a module gives a name to, and what it says there; nothing is known of what it imports. */
const declaredIn = (program: Node): Known =>
  new Map(((program.body as Node[]) ?? []).flatMap((statement) => declaredBy(statement)))

function declaredBy(node: Node): [string, Node | undefined][] {
  if (node.type === 'VariableDeclarator')
    return namesOf(node.id as Node).map((name) => [name, isNode(node.init) ? node.init : undefined])
  if (node.type === 'VariableDeclaration') return (node.declarations as Node[]).flatMap(declaredBy)
  if (node.type === 'ExportNamedDeclaration' && isNode(node.declaration)) return declaredBy(node.declaration)
  if (node.type === 'ImportDeclaration')
    return (node.specifiers as { local: { name: string } }[]).map(({ local }) => [local.name, undefined])
  if (/^(Function|Class)Declaration$/.test(node.type)) return [[String((node.id as Node).name), node]]
  return []
}

/** Every value that is read in an expression, as far into it as is said: `person.id`. What is called of one reads the one. */
function pathsIn(node: Node): string[] {
  if (node.type === 'Identifier') return [String(node.name)]
  if (node.type.startsWith('TS') && node.type !== 'TSAsExpression' && node.type !== 'TSNonNullExpression') return []
  const whole = pathOf(node)
  if (whole) return [whole]
  if (node.type === 'CallExpression' && (node.callee as Node).type === 'MemberExpression')
    return [(node.callee as Node).object as Node, ...(node.arguments as Node[])].flatMap(pathsIn)
  const { key, property, computed, typeAnnotation: _t, typeArguments: _a, ...rest } = node
  const parts = childrenOf(rest as Node)
  if (computed) parts.push(...[key, property].filter(isNode))
  return parts.flatMap(pathsIn)
}

/** `a.b.c` and `a?.b`; undefined for anything else. */
function pathOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return String(node.name)
  if (node.type === 'ChainExpression') return pathOf(node.expression as Node)
  if (node.type !== 'MemberExpression' || node.computed) return undefined
  const before = pathOf(node.object as Node)
  return before && `${before}.${String((node.property as Node).name)}`
}

const namesOf = (node: Node): string[] => pathsIn(node).map(rootOf)

/** What a function takes from around it. */
function freeIn(node: Node): Set<string> {
  const bound = new Set(boundIn(node))
  return new Set(pathsIn(node).filter((path) => !bound.has(rootOf(path))))
}

/** Parameters and what is declared inside; a name that is both inside and around is not looked at. */
function boundIn(node: Node): string[] {
  const own = Array.isArray(node.params) ? (node.params as Node[]).flatMap(namesOf) : []
  const declared = declaredBy(node).map(([name]) => name)
  return [...own, ...declared, ...childrenOf(node).flatMap(boundIn)]
}

/** Whether it depends on the language of this moment, itself or by a function here that it names. */
const speaks = (node: Node, known: Known): boolean =>
  [...reachedFrom(node, known)].some((name) => ['readContent', 'currentLocale', 'useLocale', 'locale'].includes(name))

function reachedFrom(node: Node, known: Known, seen = new Set<string>()): Set<string> {
  for (const name of namesOf(node)) {
    if (seen.has(name)) continue
    seen.add(name)
    const declared = known.get(name)
    if (declared) reachedFrom(declared, known, seen)
  }
  return seen
}

/** Calls of core and collections of content that it reaches. */
function askedBy(asked: Node, known: Known, program: Node): string[] {
  const ofCore = new Set(importsIn(program).flatMap(({ from, names }) => (from.startsWith('@cuida/core') ? names : [])))
  const calls = [...reachedFrom(asked, known)].filter((name) => ofCore.has(name))
  const content = allIn(asked).flatMap(({ type, callee, arguments: given }) => {
    const isContent = type === 'CallExpression' && (callee as Node).name === 'readContent'
    return isContent ? [String((given as Node[])[0]?.value)] : []
  })
  return [...new Set([...calls, ...content])].sort()
}

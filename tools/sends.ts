import { posix } from 'node:path'
import type { Call } from '../core/kit/call.ts'
import type { Source } from './check-arrows.ts'
import { allIn, childrenOf, importsIn, isNode, type Node, parsed } from './syntax.ts'

// Whatever leaves a page to change something leaves from a module without a screen, so that a test can say without a
// browser for whom it was and what was in it. A screen hands over what it has and decides nothing on the way.

/** Names of the calls among what a module of core exports that change something. */
export const deedsAmong = (exports: object): string[] =>
  Object.entries(exports).flatMap(([name, value]: [string, Partial<Call> | null]) =>
    value?.path?.startsWith('/') && value.access && value.method !== 'GET' ? [name] : [],
  )

/** The deeds that a module sends, once for each place where it names them; to ask how one was refused sends nothing. */
export function deedsSentIn({ path, text }: Source, deeds: ReadonlySet<string>): string[] {
  const program = parsed(path, text)
  const known = new Set(importsIn(program).flatMap(({ from, names }) => (from.startsWith('@cuida/core/') ? names : [])))
  return valuesIn(program)
    .map(({ name }) => String(name))
    .filter((name) => known.has(name) && deeds.has(name))
}

export const hasScreen = ({ path, text }: Source): boolean =>
  path.endsWith('.tsx') && allIn(parsed(path, text)).some(({ type }) => type === 'JSXOpeningElement')

/** What a screen hands to a deed and makes of it on the way: a choice, a default, a word of its own. */
export function decisionsIn(source: Source, senders: ReadonlySet<string> = new Set()): string[] {
  const program = parsed(source.path, source.text)
  const made = new Set(importsIn(program).flatMap(({ names }) => names))
  const words = ({ start, end }: Node) => source.text.slice(Number(start), Number(end))
  return wishesIn(program, sendersIn(program, source.path, senders))
    .filter((node) => !isPlain(node, made))
    .map(words)
}

/** The functions of our modules that make what a screen hands to a deed: `web/care/wish.ts wishOf`. */
export function makersIn({ path, text }: Source): string[] {
  const program = parsed(path, text)
  const called = new Set(
    wishesIn(program)
      .flatMap(allIn)
      .filter(({ type }) => type === 'CallExpression')
      .map(({ callee }) => String((callee as Node).name)),
  )
  const isMaker = (name: string) => called.has(name) && !/^use[A-Z]/.test(name)
  return namedIn(program, path).filter((one) => /^(web|desk)\//.test(one) && isMaker(one.split(' ')[1] ?? ''))
}

/** What a deed is given, and what the names in it were given before: that counts as if it stood there. */
function wishesIn(program: Node, senders: readonly string[] = []): Node[] {
  const all = allIn(program)
  const wishes = all.flatMap((node) => {
    if (senders.some((name) => isCallTo(node, name))) return node.arguments as Node[]
    return isCallTo(node, 'mutate') || isCallTo(node, 'mutateAsync') ? (node.arguments as Node[]).slice(0, 1) : []
  })
  const named = new Set(wishes.flatMap(valuesIn).map(({ name }) => name))
  const given = all.flatMap(({ type, id, init }) =>
    type === 'VariableDeclarator' && named.has((id as Node).name) && isNode(init) ? [init] : [],
  )
  return [...wishes, ...given]
}

/** Functions of modules that send; a hook sends nothing when it is called. */
const sendersIn = (program: Node, path: string, senders: ReadonlySet<string>): string[] =>
  namedIn(program, path).flatMap((one) => {
    const [module = '', name = ''] = one.split(' ')
    return senders.has(module) && !/^use[A-Z]/.test(name) ? [name] : []
  })

/** Every name that a file takes, with where from. */
const namedIn = (program: Node, path: string): string[] =>
  importsIn(program).flatMap(({ from, names }) => {
    const module = from.startsWith('.') ? posix.join(posix.dirname(path), from) : from
    return names.map((name) => `${module} ${name}`)
  })

/** What a test looks at: what it takes from which modules, and the deeds that it expects to leave, place by place. */
export function triedIn({ path, text }: Source): { named: string[]; deeds: string[] } {
  const program = parsed(path, text)
  return {
    named: namedIn(program, path),
    deeds: allIn(program)
      .filter((node) => isCallTo(node, 'asks'))
      .map(({ arguments: given }) => String((given as Node[])[0]?.name)),
  }
}

function isCallTo(node: unknown, name: string): node is Node & { arguments: Node[] } {
  if (!isNode(node) || node.type !== 'CallExpression') return false
  const callee = node.callee as Node
  return callee.name === name || (callee.property as Node | undefined)?.name === name
}

/** Names that stand for a value: no types, no imports, no fields, and not what a refusal is compared with. */
function valuesIn(node: Node): Node[] {
  if (node.type === 'Identifier') return [node]
  if (node.type === 'ImportDeclaration' || isCallTo(node, 'refusedWith')) return []
  if (node.type.startsWith('TS') && !isNode(node.expression)) return []
  const { key, property, computed, typeAnnotation: _t, typeArguments: _a, ...rest } = node
  const named = computed ? [key, property].filter(isNode) : []
  return [...childrenOf(rest as Node), ...named].flatMap(valuesIn)
}

/** What was there already: names, fields, words without the blanks around them, and what a function of another module made. */
function isPlain(node: Node, made: ReadonlySet<string>): boolean {
  const all = (nodes: unknown) => (nodes as Node[]).every((one) => isPlain(one, made))
  switch (node.type) {
    case 'Identifier':
    case 'Literal':
      return true
    // What it sends itself is looked at where it does.
    case 'ArrowFunctionExpression':
      return true
    case 'AwaitExpression':
      return isPlain(node.argument as Node, made)
    case 'ChainExpression':
      return isPlain(node.expression as Node, made)
    case 'MemberExpression':
      return !node.computed && isPlain(node.object as Node, made)
    case 'ObjectExpression':
      return all(node.properties)
    case 'Property':
      return isPlain(node.value as Node, made)
    case 'SpreadElement':
      return isPlain(node.argument as Node, made)
    case 'TSAsExpression':
      return isPlain(node.expression as Node, made)
    case 'CallExpression':
      return isTrimmed(node, made) || (made.has(String((node.callee as Node).name)) && all(node.arguments))
    default:
      return false
  }
}

const isTrimmed = (node: Node, made: ReadonlySet<string>): boolean =>
  isCallTo(node, 'trim') && isPlain((node.callee as Node).object as Node, made)

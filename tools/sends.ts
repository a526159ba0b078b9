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
export function decisionsIn({ path, text }: Source): string[] {
  const program = parsed(path, text)
  const all = allIn(program)
  const made = new Set(importsIn(program).flatMap(({ names }) => names))
  const words = ({ start, end }: Node) => text.slice(Number(start), Number(end))
  const wishes = all
    .filter((node) => isCallTo(node, 'mutate') || isCallTo(node, 'mutateAsync'))
    .flatMap((node) => (node.arguments as Node[]).slice(0, 1))
  const named = new Set(wishes.flatMap(valuesIn).map(({ name }) => name))
  // What a name was given on the way counts as if it stood there.
  const given = all.flatMap(({ type, id, init }) =>
    type === 'VariableDeclarator' && named.has((id as Node).name) && isNode(init) ? [init] : [],
  )
  return [...wishes, ...given].filter((node) => !isPlain(node, made)).map(words)
}

/** What a test looks at: the modules that it takes things from, and the deeds that it expects to leave, place by place. */
export function triedIn({ path, text }: Source): { modules: string[]; deeds: string[] } {
  const program = parsed(path, text)
  return {
    modules: importsIn(program).map(({ from }) => posix.join(posix.dirname(path), from)),
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

import type { Source } from './check-arrows.ts'
import { allIn, type Node, parsed } from './syntax.ts'

// decision 0152: a line holds one thing. What is packed to save lines is unpacked by every reader.

const isOurs = (path: string) => /\.(ts|tsx|mjs|mts)$/.test(path)

/** A sentence for each form of packing that a file uses. */
export const literalProblems = (sources: readonly Source[]): string[] =>
  sources.filter(({ path }) => isOurs(path)).flatMap(problemsIn)

function problemsIn({ path, text }: Source): string[] {
  // Most files have none of what could be one: they are not read as a program.
  if (!/\.\.\.\(?\{|\[\s*,|,\s*,|\]\s*(?::[^=\n]+)?=\s*\[|\}\s*=\s*\{/.test(text)) return []
  const found = allIn(parsed(path, text)).flatMap((node) => problemOf(node) ?? [])
  return [...new Set(found)].map((problem) => `${path} ${problem}`)
}

function problemOf(node: Node): string | undefined {
  switch (node.type) {
    case 'SpreadElement':
    case 'JSXSpreadAttribute':
      return bare(node.argument).type === 'ObjectExpression'
        ? 'spreads a literal object: write its members where they go'
        : undefined
    case 'ArrayPattern':
      return (node.elements as unknown[]).includes(null)
        ? 'leaves a hole: name what is skipped, as in [_path, go]'
        : undefined
    case 'VariableDeclarator':
      return isPacked(node.id as Node, node.init) ? 'packs several declarations into one: write each' : undefined
    case 'AssignmentExpression':
      return isPacked(node.left as Node, node.right) && !isSwap(node)
        ? 'packs several assignments into one: write each'
        : undefined
    default:
      return undefined
  }
}

const LITERALS: Readonly<Record<string, string>> = {
  ArrayPattern: 'ArrayExpression',
  ObjectPattern: 'ObjectExpression',
}

/** What is taken apart was put together for it. A list that was spread into it, or lacks members, is a list. */
function isPacked(pattern: Node, value: unknown): boolean {
  const literal = value ? bare(value) : undefined
  if (!literal || literal.type !== LITERALS[pattern.type]) return false
  const members = (literal.elements ?? literal.properties) as (Node | null)[]
  return members.length > 0 && members.every((member) => member?.type !== 'SpreadElement')
}

/** `[a, b] = [b, a]` says what two lines and a third name would. */
function isSwap({ left, right }: Node): boolean {
  const targets = (left as { elements: Node[] }).elements.map(nameOf)
  const values = (bare(right).elements as Node[]).map(nameOf)
  return targets.every((name) => name !== undefined && values.includes(name))
}
const nameOf = (node: Node | null) => (node?.type === 'Identifier' ? String(node.name) : undefined)

/** Without what says only of which type it is. */
function bare(value: unknown): Node {
  const node = value as Node
  return /^(TS(As|Satisfies|NonNull)Expression|ParenthesizedExpression)$/.test(node.type) ? bare(node.expression) : node
}

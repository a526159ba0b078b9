import { allIn, childrenOf, isNode, memberOf, type Node, parsed } from './syntax.ts'

// A read of the client is kept under its key. What the answer depends on and the key does not name is the way to show
// somebody one thing under another one's name, so both are read from the sources and compared.

export interface KeyProblem {
  /** The key as it is written: `['order', id]`. */
  key: string
  /** What the read depends on and the key does not say. */
  missing: string[]
}

/** The reads of one file whose keys leave out something that the question was asked with. */
export function keyProblems(path: string, text: string): KeyProblem[] {
  const program = parsed(path, text)
  const outer = new Set(((program.body as Node[]) ?? []).flatMap(declaredBy))
  return objectsIn(program).flatMap((object) => {
    const [key, asked] = [memberOf(object, 'queryKey'), memberOf(object, 'queryFn')]
    if (!key || !asked) return []
    const said = namesIn(key)
    const missing = [...freeIn(asked)].filter((name) => !said.has(name) && !outer.has(name) && !(name in globalThis))
    return missing.length > 0 ? [{ key: text.slice(Number(key.start), Number(key.end)), missing }] : []
  })
}

const objectsIn = (program: Node): Node[] => allIn(program).filter(({ type }) => type === 'ObjectExpression')

/** Every name that is read in an expression; members and names of fields are none. */
function namesIn(node: Node): Set<string> {
  if (node.type === 'Identifier') return new Set([String(node.name)])
  if (node.type.startsWith('TS') && node.type !== 'TSAsExpression' && node.type !== 'TSNonNullExpression')
    return new Set()
  const { key, property, computed, typeAnnotation: _t, typeArguments: _a, ...rest } = node
  const parts = childrenOf(rest as Node)
  if (computed) parts.push(...[key, property].filter(isNode))
  return new Set(parts.flatMap((part) => [...namesIn(part)]))
}

/** The names that a function takes from around it. */
function freeIn(node: Node): Set<string> {
  const names = namesIn(node)
  for (const name of boundIn(node)) names.delete(name)
  return names
}

/** Parameters and what is declared inside; a name that is both inside and around is not looked at. */
function boundIn(node: Node): string[] {
  const own = Array.isArray(node.params) ? (node.params as Node[]).flatMap((param) => [...namesIn(param)]) : []
  return [...own, ...declaredBy(node), ...childrenOf(node).flatMap(boundIn)]
}

/** What a statement gives a name to. */
function declaredBy(node: Node): string[] {
  if (node.type === 'VariableDeclarator') return [...namesIn(node.id as Node)]
  if (node.type === 'VariableDeclaration') return (node.declarations as Node[]).flatMap(declaredBy)
  if (node.type === 'ExportNamedDeclaration' && isNode(node.declaration)) return declaredBy(node.declaration)
  if (node.type === 'ImportDeclaration')
    return (node.specifiers as { local: { name: string } }[]).map(({ local }) => local.name)
  if (/^(Function|Class)Declaration$/.test(node.type)) return [String((node.id as Node).name)]
  return []
}

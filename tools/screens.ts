import { posix } from 'node:path'
import { importsOf } from './imports.ts'
import { allIn, type Node, parsed } from './syntax.ts'

// Which components decide something, and which tests draw them (docs/screens/README.md).

export interface Source {
  path: string
  text: string
}

const CHOICES = new Set(['ConditionalExpression', 'IfStatement', 'SwitchStatement', 'LogicalExpression'])
const PICKS = new Set(['filter', 'find', 'findLast', 'sort', 'toSorted', 'some', 'every', 'slice'])

const picks = ({ type, callee }: Node): boolean => {
  const property = (callee as { property?: { name?: string } } | undefined)?.property
  return type === 'CallExpression' && PICKS.has(property?.name ?? '')
}

/** Whether what is shown depends on anything: a screen that decides nothing has no rule of its own. */
export const decides = ({ path, text }: Source): boolean =>
  allIn(parsed(path, text)).some((node) => CHOICES.has(node.type) || picks(node))

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const helpsTests = (path: string) => isTest(path) || /\/test-[^/]+$|^ui\/testing\//.test(path)
export const isComponent = (path: string): boolean => path.endsWith('.tsx') && !helpsTests(path)

/** Of each file, which others of ours it takes something from. */
export function importsBy(sources: readonly Source[]): Map<string, string[]> {
  const known = new Set(sources.map(({ path }) => path))
  const targets = ({ path, text }: Source) =>
    importsOf(text)
      .filter(({ to, typeOnly }) => !typeOnly && to.startsWith('.'))
      .map(({ to }) => posix.join(posix.dirname(path), to))
      .filter((target) => known.has(target))
  return new Map(sources.map((source) => [source.path, targets(source)]))
}

/** Everything that a test draws: the components that it takes, and theirs. */
export function drawnBy(test: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>()
  const todo = [test]
  for (const path of todo) {
    for (const next of imports.get(path) ?? []) {
      if (!isComponent(next) || found.has(next)) continue
      found.add(next)
      todo.push(next)
    }
  }
  return found
}

/** A row of a list: a component, what it decides, and what holds that. */
export interface Row {
  path: string
  rule: string
  held: string
}

/** `| a component | what it decides | a test, a journey and why, or what it only looks like |`, of every table in a paper. */
export const rowsOf = (paper: string): Row[] =>
  [...paper.matchAll(/^\| `([^`]+\.tsx)` \| (.+?) \| (.+?) \|$/gm)].map(
    ([_whole, path = '', rule = '', held = '']) => ({
      path,
      rule,
      held,
    }),
  )

/** What is wrong with a row. `has`: whether there is such a file. */
export function problemOf(
  { path, held }: Row,
  imports: ReadonlyMap<string, readonly string[]>,
  has: (path: string) => boolean,
): string | undefined {
  const named = [...held.matchAll(/`([^`]+)`/g)].map(([_, name = '']) => name)
  const gone = named.find((name) => !has(name))
  if (gone) return `${path}: there is no ${gone}`
  if (held.startsWith('looks: ')) return undefined
  if (held.startsWith('journey: '))
    return /^journey: `e2e\/[^`]+\.spec\.ts`, \S/.test(held) ? undefined : `${path}: which journey, and why?`
  const wrong = named.find((test) => !comesPast(test, path, imports))
  if (wrong || named.length === 0) return `${path}: ${wrong ?? held} does not come past it`
  return undefined
}

/** A test draws a component, or is about a module that the component takes its rules from. */
function comesPast(test: string, path: string, imports: ReadonlyMap<string, readonly string[]>): boolean {
  const own = new Set(imports.get(path) ?? [])
  return drawnBy(test, imports).has(path) || (imports.get(test) ?? []).some((module) => own.has(module))
}

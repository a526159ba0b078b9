import { VENDORS } from '../core/kit/vendors/vendors.ts'
import type { Source } from './check-arrows.ts'
import { allIn, childrenOf, type Node, parsed } from './syntax.ts'

// decision 0151: who adds a provider finds every place that depends on one by the compiler, and none by searching for a word.

const NAMES: readonly string[] = Object.values(VENDORS).flat()
const LIST = 'core/kit/vendors/vendors.ts'

/** Programs that run at a clinic. Stand-ins, journeys and tests speak of one vendor as they like. */
const isOurs = (path: string) =>
  /^(core|server|content|ui|web|desk|native)\/.*\.(ts|tsx|mjs)$/.test(path) &&
  !/\.test\.tsx?$|\/test-[^/]+$|^ui\/testing\/|^server\/(testing|demo)\//.test(path)

/** A folder or a file that bears a vendor's name is its adapter. */
const isAdapterOf = (path: string, vendor: string) =>
  path.split(/[/.]/).some((part) => part === vendor || part.startsWith(`${vendor}-`))

/** A sentence for each vendor's name that stands as a word in a file that is not its own. */
export const vendorProblems = (sources: readonly Source[]): string[] =>
  sources.filter(({ path }) => isOurs(path) && path !== LIST).flatMap(problemsIn)

function problemsIn({ path, text }: Source): string[] {
  // Most files know no vendor: they are not read as a program.
  if (!NAMES.some((name) => text.includes(`'${name}'`))) return []
  const program = parsed(path, text)
  const addresses = new Set(allIn(program).filter(isAddress).flatMap(childrenOf))
  const named = allIn(program).filter((node) => node.type === 'Literal' && !addresses.has(node))
  const strangers = named.flatMap(({ value }) => NAMES.filter((name) => value === name && !isAdapterOf(path, name)))
  return [...new Set(strangers)].map(
    (name) => `${path} names ${name}: take VENDOR or VENDORS (${LIST}), or say what it depends on`,
  )
}

/** A screen may have a vendor's name in its address. */
const isAddress = ({ type, callee }: Node): boolean => type === 'CallExpression' && (callee as Node).name === 'pathOf'

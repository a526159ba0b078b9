import type { Source } from './check-arrows.ts'
import { allIn, importsIn, isNode, type Node, parsed } from './syntax.ts'

// ARCHITECTURE.md, "Reads and deeds of a client": a key is made of a declaration, in `ui/client/reads`, and how often something
// is asked for again stands in `core/kit/polling.ts`.

/** The hooks that take a key or a function to send: `useRead`, `usePages`, `useGathered` and `useDeed` are made of them. */
const RAW = ['useQuery', 'useQueries', 'useInfiniteQuery', 'useSuspenseQuery', 'useMutation', 'queryOptions']
/** What says how often. */
const OFTEN = ['every', 'refetchInterval']

const isOurs = (path: string) =>
  /^(ui|web|desk)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/test-[^/]+$|^ui\/testing\//.test(path)

/** A sentence for each file that makes a key by itself or says itself how often it asks. */
export const readProblems = (sources: readonly Source[]): string[] =>
  sources.filter(({ path }) => isOurs(path)).flatMap(problemsIn)

function problemsIn({ path, text }: Source): string[] {
  const isMaker = path.startsWith('ui/client/reads/')
  // Most files ask nothing: they are not read as a program.
  if (!/tanstack|queryKey|refetchInterval|\bevery:/.test(text)) return []
  const program = parsed(path, text)
  const properties = allIn(program).filter(({ type }) => type === 'Property')
  const named = (name: string) => properties.filter(({ key }) => (key as Node).name === name)
  const raw = importsIn(program)
    .filter(({ from }) => from === '@tanstack/react-query')
    .flatMap(({ names }) => names.filter((name) => RAW.includes(name)))
  const problems = [
    ...(isMaker ? [] : raw.map((name) => `asks by ${name}: ask by a declaration (kit/reads.ts)`)),
    ...(isMaker ? [] : named('queryKey').map(() => 'makes a key of its own: take readKey of a declaration')),
    ...OFTEN.flatMap(named)
      .filter(({ value }) => isNode(value) && saysHowOften(value, numbersIn(program)))
      .map(() => 'says itself how often it asks: take POLL (core/kit/polling.ts)'),
  ]
  return [...new Set(problems)].map((problem) => `${path} ${problem}`)
}

/** A number, or a name that stands for one here, among what is said of how often. */
const saysHowOften = (value: Node, numbers: ReadonlySet<string>): boolean =>
  allIn(value).some((node) => isNumber(node) || (node.type === 'Identifier' && numbers.has(String(node.name))))

const isNumber = (node: unknown): boolean => isNode(node) && node.type === 'Literal' && typeof node.value === 'number'

const numbersIn = (program: Node): Set<string> =>
  new Set(
    allIn(program)
      .filter(({ type, init }) => type === 'VariableDeclarator' && isNumber(init))
      .map(({ id }) => String((id as Node).name)),
  )

import type { Source } from './files.ts'
import { allIn, type Node, parsed } from './syntax.ts'

// A message that is in no language is shown as its key, and no comparison of languages finds it: code is asked instead.

/** What a source says by: a whole key, or one that is made of parts, as a pattern. */
interface Said {
  whole: string[]
  made: RegExp[]
}

const KEY = /^[a-z]\w*(?:\.[\w-]+)+$/
/** Long enough to be nothing but a message: names of stored things and beginnings of keys have one dot. */
const SURELY = /^[a-z]\w*(?:\.[\w-]+){2,}$/
const SPEAKERS = new Set(['t', 'say'])

/**
 * Keys that stand in a source as they are: what is given to `t` and `say`, and what looks like one anywhere, since many are in
 * tables or go through a component first.
 */
function saidIn({ path, text }: Source, areas: ReadonlySet<string>): Said {
  const nodes = allIn(parsed(path, text))
  const given = nodes.filter(isSpeaking).flatMap((call) => choices((call.arguments as Node[])[0]))
  const texts = [...given.map(textOf).filter(looksLike(KEY)), ...nodes.map(textOf).filter(looksLike(SURELY))]
  return {
    whole: [...new Set(texts)].filter((key) => areas.has(areaOf(key))),
    made: given.filter(({ type }) => type === 'TemplateLiteral').map(patternOf),
  }
}

const areaOf = (key: string): string => key.split('.')[0] ?? ''
const isSpeaking = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && SPEAKERS.has(String((callee as { name?: string }).name))
/** `isLater ? 'a' : 'b'` says one or the other. */
const choices = (node: Node | undefined): Node[] =>
  node?.type === 'ConditionalExpression'
    ? [...choices(node.consequent as Node), ...choices(node.alternate as Node)]
    : node
      ? [node]
      : []
const textOf = ({ type, value }: Node): unknown => (type === 'Literal' ? value : undefined)
const looksLike =
  (form: RegExp) =>
  (value: unknown): value is string =>
    typeof value === 'string' && form.test(value)

function patternOf({ quasis }: Node): RegExp {
  const parts = (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  return new RegExp(`^${parts.map((part) => part.replaceAll('.', String.raw`\.`)).join('.+')}$`)
}

/** `path says …`, for each key without a message. Of one made of parts only that some message is made so: its parts are types. */
export function unspoken(sources: readonly Source[], messages: readonly string[]): string[] {
  const there = new Set(messages)
  const areas = new Set(messages.map(areaOf))
  return sources.flatMap((source) => {
    const { whole, made } = saidIn(source, areas)
    const lost = [
      ...whole.filter((key) => !there.has(key)),
      ...made
        .filter((form) => isOurs(form, areas) && !messages.some((key) => form.test(key)))
        .map(({ source }) => source),
    ]
    return lost.map((key) => `${source.path} says ${key}`)
  })
}

/** What begins with an area; others make no keys, or make them of nothing but parts. */
const isOurs = ({ source }: RegExp, areas: ReadonlySet<string>): boolean =>
  areas.has(/^\^(\w+)\\\./.exec(source)?.[1] ?? '')

import type { SourceFile } from './files.ts'
import { allNodesIn, type Node, parseSource } from './syntax.ts'

// A message that no language has is shown as its key, and comparing languages does not find it; so this check starts
// from the code.

/** The keys in a source: whole keys, and composed keys as patterns. */
interface Said {
  whole: string[]
  made: RegExp[]
}

const KEY = /^[a-z]\w*(?:\.[\w-]+)+$/
/** With three parts it can only be a message key: names of stored things and prefixes of keys have one dot. */
const SURELY = /^[a-z]\w*(?:\.[\w-]+){2,}$/
const SPEAKERS = new Set(['t', 'say'])

/**
 * The literal keys in a source: arguments of `t` and `say`, and every string that looks like a key, because many are
 * in tables or pass through a component first.
 */
function findKeys({ path, text }: SourceFile, areas: ReadonlySet<string>): Said {
  const nodes = allNodesIn(parseSource(path, text))
  const keyArguments = nodes.filter(isSpeaking).flatMap((call) => choices((call.arguments as Node[])[0]))
  const texts = [...keyArguments.map(textOf).filter(looksLike(KEY)), ...nodes.map(textOf).filter(looksLike(SURELY))]
  return {
    whole: [...new Set(texts)].filter((key) => areas.has(areaOf(key))),
    made: keyArguments.filter(({ type }) => type === 'TemplateLiteral').map(patternOf),
  }
}

const areaOf = (key: string): string => key.split('.')[0] ?? ''
const isSpeaking = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && SPEAKERS.has(String((callee as { name?: string }).name))
/** `isLater ? 'a' : 'b'` contains both keys. */
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
  const literals = (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  return new RegExp(`^${literals.map((part) => part.replaceAll('.', String.raw`\.`)).join('.+')}$`)
}

/**
 * `path says …` for each key without a message. A composed key needs only one matching message: its parts are checked
 * by types.
 */
export function missingMessages(sources: readonly SourceFile[], messages: readonly string[]): string[] {
  const knownKeys = new Set(messages)
  const areas = new Set(messages.map(areaOf))
  return sources.flatMap((source) => {
    const { whole, made } = findKeys(source, areas)
    const missingKeys = [
      ...whole.filter((key) => !knownKeys.has(key)),
      ...made
        .filter((form) => isOurs(form, areas) && !messages.some((key) => form.test(key)))
        .map(({ source }) => source),
    ]
    return missingKeys.map((key) => `${source.path} uses the unknown message ${key}`)
  })
}

/** Whether a pattern starts with an area; other templates are no keys, or consist of variables only. */
const isOurs = ({ source }: RegExp, areas: ReadonlySet<string>): boolean =>
  areas.has(/^\^(\w+)\\\./.exec(source)?.[1] ?? '')

import type { Plugin } from 'vite'

/** Members of a call declaration that only the server uses (server/kit/http/serve.ts); clients use their types. */
const OF_THE_SERVER = new Set(['reply', 'refusals', 'role', 'needs', 'status'])

const DECLARED_IN = /\/core\/.*\/([\w-]+-)?api\.ts(\?|$)/

/** Removes reply schemas from call declarations in the client build: they were a tenth of Home's own code. */
export const omitReplySchemas = (): Plugin => ({
  name: 'answers-left-out',
  apply: 'build',
  // Runs before other plugins change the source text.
  enforce: 'pre',
  transform: (code, id) => (DECLARED_IN.test(id) ? { code: withoutAnswers(code), map: null } : undefined),
})

/** Returns the text without those members of `call({ … })`. */
export function withoutAnswers(code: string): string {
  let text = code
  for (let at = text.indexOf('call({'); at >= 0; at = text.indexOf('call({', at + 1)) {
    const start = at + 'call({'.length
    const { end, members } = membersFrom(text, start)
    const remainingMembers = members.filter((member) => !OF_THE_SERVER.has(nameOf(member)))
    text = text.slice(0, start) + remainingMembers.join(',') + text.slice(end)
  }
  return text
}

const nameOf = (member: string): string => /^\s*(?:\/\/.*\n\s*|\/\*[\s\S]*?\*\/\s*)*(\w+)/.exec(member)?.[1] ?? ''

/** The members of the object literal that starts here, and the position of its closing brace. */
function membersFrom(text: string, start: number): { end: number; members: string[] } {
  const members: string[] = []
  let depth = 0
  let memberStart = start
  for (let at = start; at < text.length; at++) {
    at = afterWords(text, at)
    const sign = text[at] ?? ''
    if (depth === 0 && (sign === ',' || sign === '}')) {
      const member = text.slice(memberStart, at)
      if (member.trim() !== '') members.push(member)
      memberStart = at + 1
      if (sign === '}') return { end: at, members }
    } else if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign)) depth--
  }
  throw new Error('A call declaration has no closing parenthesis.')
}

const WORDS =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/.*|\/\*[\s\S]*?\*\/|\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y

/** Skips strings, comments and regular expressions, whose braces do not count. */
function afterWords(text: string, from: number): number {
  let at = from
  for (;;) {
    WORDS.lastIndex = at
    const found = WORDS.exec(text)
    if (!found) return at
    at += found[0].length
  }
}

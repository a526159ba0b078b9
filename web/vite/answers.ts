import type { Plugin } from 'vite'

/** What only the server asks of a declaration (server/kit/http/serve.ts); a page knows its types, and asks no more. */
const OF_THE_SERVER = new Set(['reply', 'refusals', 'role', 'needs', 'status'])

const DECLARED_IN = /\/core\/.*\/([\w-]+-)?api\.ts(\?|$)/

/** Leaves out of the built app what calls declare of their answers: the schemas of all replies were a tenth of Home's own code. */
export const answersLeftOut = (): Plugin => ({
  name: 'answers-left-out',
  apply: 'build',
  // Before anything else touches the text as it is written.
  enforce: 'pre',
  transform: (code, id) => (DECLARED_IN.test(id) ? { code: withoutAnswers(code), map: null } : undefined),
})

/** The text without those members of what `call({ … })` is given. */
export function withoutAnswers(code: string): string {
  let text = code
  for (let at = text.indexOf('call({'); at >= 0; at = text.indexOf('call({', at + 1)) {
    const start = at + 'call({'.length
    const { end, members } = membersFrom(text, start)
    const kept = members.filter((member) => !OF_THE_SERVER.has(nameOf(member)))
    text = text.slice(0, start) + kept.join(',') + text.slice(end)
  }
  return text
}

const nameOf = (member: string): string => /^\s*(?:\/\/.*\n\s*|\/\*[\s\S]*?\*\/\s*)*(\w+)/.exec(member)?.[1] ?? ''

/** The members of an object whose text begins here, and where its closing brace stands. */
function membersFrom(text: string, start: number): { end: number; members: string[] } {
  const members: string[] = []
  let depth = 0
  let begun = start
  for (let at = start; at < text.length; at++) {
    at = afterWords(text, at)
    const sign = text[at] ?? ''
    if (depth === 0 && (sign === ',' || sign === '}')) {
      const member = text.slice(begun, at)
      if (member.trim() !== '') members.push(member)
      begun = at + 1
      if (sign === '}') return { end: at, members }
    } else if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign)) depth--
  }
  throw new Error('A declaration of a call has no end.')
}

const WORDS =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/.*|\/\*[\s\S]*?\*\/|\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y

/** Strings, comments and patterns hold braces that are none. */
function afterWords(text: string, from: number): number {
  let at = from
  for (;;) {
    WORDS.lastIndex = at
    const found = WORDS.exec(text)
    if (!found) return at
    at += found[0].length
  }
}

import { posix } from 'node:path'
import type { Source } from './files.ts'

// What is cited must be here: a decision, a row of the specification map, a section of docs/product.md, a path. A reader of
// this repository has nothing else to look anything up in.

export interface Known {
  /** Numbers of decision records, `0088`. */
  decisions: ReadonlySet<string>
  /** Rows of docs/spec-map.md, `A2.3`. */
  rows: ReadonlySet<string>
  /** Sections of docs/product.md, `3.6`. */
  sections: ReadonlySet<string>
  /** Whether there is a file or folder, by its path from the root. */
  hasPath(path: string): boolean
  /** Whether a file, a folder with its slash, or one of a pattern (`*-store.ts`) is anywhere below a folder. */
  isBelow(folder: string, name: string): boolean
}

/** A problem a line: `path:line cites …`. */
export const referenceProblems = (sources: readonly Source[], known: Known): string[] =>
  sources.flatMap((source) =>
    source.text.split('\n').flatMap((line, at) => {
      const dead = [...deadNames(source.path, line, known), ...elsewhere(line), ...deadPaths(source.path, line, known)]
      dead.push(...deadFiles(source.path, line, known))
      return dead.map((what) => `${source.path}:${at + 1} cites ${what}`)
    }),
  )

const LIST = '(?:(?:,| and| to|, and) (?:product )?'
const RECORDS = /\b[Dd]ecisions?(?: |\/)(\d{4}(?:(?:,| and|, and) \d{4})*)/g
/** In records and in the map a number alone is a record's: `goes on from 0046`. */
const BARE = /(?<![\w./:+-])(0\d{3})(?![\w.:-]*\w)/g
const SECTIONS = new RegExp(String.raw`\b[Pp]roduct (\d+\.\d+${LIST}\d+\.\d+)*)(?!\w)`, 'g')
const ROWS = /(?<![\w.#%-])([ABC]\d{1,2}\.\d{1,2})(?![\w.]*\w)/g

function deadNames(path: string, line: string, { decisions, rows, sections }: Known): string[] {
  const cited = namesIn(line, RECORDS, /\d{4}/g)
  if (path.startsWith('docs/decisions/') || path === 'docs/spec-map.md') cited.push(...namesIn(line, BARE, /\d{4}/g))
  return [
    ...dead(cited, decisions, 'decision'),
    ...dead(namesIn(line, ROWS, /[ABC][\d.]+/g), rows, 'row'),
    ...dead(namesIn(line, SECTIONS, /\d+\.\d+/g), sections, 'section'),
  ]
}

const namesIn = (line: string, form: RegExp, name: RegExp): string[] =>
  [...line.matchAll(form)].flatMap(([_whole, list = '']) => list.match(name) ?? [])

const dead = (names: readonly string[], known: ReadonlySet<string>, kind: string): string[] =>
  [...new Set(names)].filter((name) => !known.has(name)).map((name) => `${kind} ${name}, which there is not`)

/** Papers that nobody who has this repository has, by the ways in which they were once cited. */
const ELSEWHERE = [
  /\b[Ss]pec(?:ification)? [12]\b/,
  /(?<!\bRFC ?\d{4} )§ ?\d/,
  /\b[Qq]uality (?:[A-Z]\d+|§)/,
  /\b[Pp]roviders? \d+\.\d/,
  /\b[Dd]esign (?:brief|no\.)/,
  /\b[Ww]ireframe \d/,
]

const elsewhere = (line: string): string[] =>
  ELSEWHERE.flatMap((form) => form.exec(line) ?? []).map((form) => `“${form}”, a paper that is not in this repository`)

const QUOTED = /`([^`]+)`/g
const A_PATH = /^(?:[\w.-]+\/)+[\w.-]*$/
const LINK = /\]\(([^)\s#]+)(?:#[^)]*)?\)/g
/** Made by a run, and in no clone. */
const MADE = /^(?:dist|node_modules|\.data|\.cache|e2e\/\.)/

/** Paths that a paper names. A decision record says how it was on its day: only its links must lead somewhere. */
function deadPaths(path: string, line: string, { hasPath }: Known): string[] {
  if (!path.endsWith('.md')) return []
  const links = [...line.matchAll(LINK)].map(([_, to = '']) => to).filter((to) => !/^[a-z]+:/.test(to))
  const gone = links.filter((to) => !hasPath(posix.join(posix.dirname(path), to)))
  const named = path.startsWith('docs/decisions/') ? [] : pathsIn(line)
  const near = `${posix.dirname(path)}/`
  return [...gone, ...named.filter((name) => !isThere(name, near, hasPath))].map(
    (name) => `${name}, which is not there`,
  )
}

/** Alone, or in a command: `vitest run server/x.test.ts`. */
const pathsIn = (line: string): string[] =>
  [...line.matchAll(QUOTED)].flatMap(([_, words = '']) => words.split(' ').filter((word) => A_PATH.test(word)))

/** The tops that a paper may leave out, since the sentence around says of what it speaks. */
const TOPS = ['', 'server/', 'core/', 'web/', 'content/', 'native/', 'docs/']
const isThere = (name: string, near: string, hasPath: Known['hasPath']): boolean =>
  MADE.test(name) || !isOurs(name) || [near, ...TOPS].some((top) => hasPath(posix.join(top, name)))

const FOLDERS = /^(?:core|server|content|simulators|ui|web|desk|native|tools|e2e|bench|docs|kit|platform)\//
/** A path of ours: below a folder of ours, or a file of a kind that we write; NN stands for a number that is to come. */
const isOurs = (name: string): boolean =>
  !name.includes('NN') && (FOLDERS.test(name) || /\.(?:tsx?|mjs|css|sql|md|conf)$/.test(name))

const A_NAME = /^(?:[\w.*-]+\.(?:tsx?|mjs|css|sql|conf)|[\w-]+\/)$/

/** Files and folders that an area's own paper calls by their names alone: they are in that area. */
function deadFiles(path: string, line: string, { isBelow }: Known): string[] {
  if (path.startsWith('docs/') || posix.basename(path) !== 'README.md' || path === 'README.md') return []
  const named = [...line.matchAll(QUOTED)].flatMap(([_whole, words = '']) =>
    words.split(' ').filter((word) => A_NAME.test(word)),
  )
  const area = `${posix.dirname(path)}/`
  return named.filter((name) => !isBelow(area, name)).map((name) => `${name}, which is nowhere in ${area}`)
}

import { posix } from 'node:path'
import type { SourceFile } from './files.ts'

// Every citation must resolve inside this repository: a decision, a row of the specification map, a section of
// docs/product.md, a path. A reader has nothing else to look it up in.

export interface KnownReferences {
  /** Numbers of decision records, `0088`. */
  decisions: ReadonlySet<string>
  /** Rows of docs/spec-map.md, `A2.3`. */
  rows: ReadonlySet<string>
  /** Whether a file or folder exists, by its path from the root. */
  sections: ReadonlySet<string>
  /**
   * Whether a file, a folder (with a slash) or a match of a pattern (`*-store.ts`) exists anywhere below a folder.
   */
  hasPath(path: string): boolean
  isBelow(folder: string, name: string): boolean
}

/** One problem per line: `path:line cites …`. */
export const referenceProblems = (sources: readonly SourceFile[], known: KnownReferences): string[] =>
  sources.flatMap((source) =>
    source.text.split('\n').flatMap((line, at) => {
      const dead = [...deadNames(source.path, line, known), ...elsewhere(line), ...deadPaths(source.path, line, known)]
      dead.push(...deadFiles(source.path, line, known))
      return dead.map((what) => `${source.path}:${at + 1} cites ${what}`)
    }),
  )

const LIST = '(?:(?:,| and| to|, and) (?:product )?'
const RECORDS = /\b[Dd]ecisions?(?: |\/)(\d{4}(?:(?:,| and|, and) \d{4})*)/g
/** In decision records and in the map, a number alone cites a decision: `goes on from 0046`. */
const BARE = /(?<![\w./:+-])(0\d{3})(?![\w.:-]*\w)/g
const SECTIONS = new RegExp(String.raw`\b[Pp]roduct (\d+\.\d+${LIST}\d+\.\d+)*)(?!\w)`, 'g')
const ROWS = /(?<![\w.#%-])([ABC]\d{1,2}\.\d{1,2})(?![\w.]*\w)/g

function deadNames(path: string, line: string, { decisions, rows, sections }: KnownReferences): string[] {
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

/** Former citation forms of documents that are not in this repository. */
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
/** Created by a run, and not committed. */
const MADE = /^(?:dist|node_modules|\.data|\.cache|e2e\/\.)/

/**
 * Missing paths that a document names. A decision record describes the state of its day: only its links must resolve.
 */
function deadPaths(path: string, line: string, { hasPath }: KnownReferences): string[] {
  if (!path.endsWith('.md')) return []
  const links = [...line.matchAll(LINK)].map(([_, to = '']) => to).filter((to) => !/^[a-z]+:/.test(to))
  const brokenLinks = links.filter((to) => !hasPath(posix.join(posix.dirname(path), to)))
  const named = path.startsWith('docs/decisions/') ? [] : pathsIn(line)
  const near = `${posix.dirname(path)}/`
  return [...brokenLinks, ...named.filter((name) => !isThere(name, near, hasPath))].map(
    (name) => `${name}, which does not exist`,
  )
}

/** A path alone, or in a command: `vitest run server/x.test.ts`. */
const pathsIn = (line: string): string[] =>
  [...line.matchAll(QUOTED)].flatMap(([_, quotedText = '']) =>
    quotedText.split(' ').filter((word) => A_PATH.test(word)),
  )

/** Top folders that a document may leave out where the context names them. */
const TOPS = ['', 'server/', 'core/', 'web/', 'content/', 'native/', 'docs/']
const isThere = (name: string, near: string, hasPath: KnownReferences['hasPath']): boolean =>
  MADE.test(name) || !isOurs(name) || [near, ...TOPS].some((top) => hasPath(posix.join(top, name)))

const FOLDERS = /^(?:core|server|content|simulators|ui|web|desk|native|tools|e2e|bench|docs|kit|platform)\//
/**
 * A path of this repository: below one of its folders, or a file of a kind it contains; NN stands for a future
 * number.
 */
const isOurs = (name: string): boolean =>
  !name.includes('NN') && (FOLDERS.test(name) || /\.(?:tsx?|mjs|css|sql|md|conf)$/.test(name))

const A_NAME = /^(?:[\w.*-]+\.(?:tsx?|mjs|css|sql|conf)|[\w-]+\/)$/

/** Missing files and folders that an area's README names by name alone: they must be in that area. */
function deadFiles(path: string, line: string, { isBelow }: KnownReferences): string[] {
  if (path.startsWith('docs/') || posix.basename(path) !== 'README.md' || path === 'README.md') return []
  const named = [...line.matchAll(QUOTED)].flatMap(([_whole, quotedText = '']) =>
    quotedText.split(' ').filter((word) => A_NAME.test(word)),
  )
  const area = `${posix.dirname(path)}/`
  return named.filter((name) => !isBelow(area, name)).map((name) => `${name}, which is nowhere in ${area}`)
}

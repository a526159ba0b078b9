/** A test that a row names: its title, in the file that stands before it. */
export interface NamedTest {
  file: string
  title: string
}

export interface Row {
  id: string
  /** Every file that the row names: where it lives, and where it is tested. */
  files: readonly string[]
  tests: readonly NamedTest[]
  /** The row itself says that something is not built or not watched. */
  admitsGap: boolean
}

const FILE = /^[\w.-]+\/[\w./-]+\.(?:ts|tsx|mjs|css|sql|json|md|conf)$/

/** The rows of docs/spec-map.md: `| # | what | where | test |`. */
export function rowsOf(map: string): Row[] {
  return [...map.matchAll(/^\| ([ABC]\d+\.\d+) \|(.*)\|$/gm)].map(([_, id = '', cells = '']) => {
    const test = cells.split(' | ').at(-1) ?? ''
    return {
      id,
      files: [...cells.matchAll(/`([^`]+)`/g)].map(([_, name = '']) => name).filter((name) => FILE.test(name)),
      tests: namedTests(test),
      admitsGap: /\b(?:not yet|partly)\b/.test(test),
    }
  })
}

function namedTests(cell: string): NamedTest[] {
  let file = ''
  return [...cell.matchAll(/`([^`]+)`|“([^”]+)”/g)].flatMap(([_whole, name, title]) => {
    if (name && FILE.test(name)) file = name
    return title ? [{ file, title }] : []
  })
}

/** What the map promises and the files do not hold; `textOf` is undefined where there is no such file. */
export function mapProblems(rows: readonly Row[], textOf: (file: string) => string | undefined): string[] {
  return rows.flatMap((row) => [
    ...row.files.filter((file) => textOf(file) === undefined).map((file) => `${row.id}: there is no ${file}`),
    ...row.tests
      .filter(({ file, title }) => !holdsTitle(textOf(file) ?? '', title))
      .map(({ file, title }) => `${row.id}: ${file || 'no file'} has no test “${title}”`),
    ...(row.tests.length > 0 || row.admitsGap ? [] : [`${row.id} names no test by its title`]),
  ])
}

/** A title is a whole string of the source, as it is written there: with its %s, and not a part of it. */
function holdsTitle(text: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`))
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from './files.ts'
import { ROOT } from './run.ts'
import { decides, drawnBy, importsBy, isComponent, problemOf, rowsOf, type Source } from './screens.ts'

const read = (path: string): Source => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })

describe.each(['web', 'desk'])('the screens of %s', (app) => {
  const sources = sourceFiles(ROOT, [app])
    .filter((path) => /\.tsx?$/.test(path))
    .map(read)
  const rows = rowsOf(read(`docs/screens/${app}.md`).text)

  test('that decide something stand in the list, each once', () => {
    const deciding = sources.filter((source) => isComponent(source.path) && decides(source)).map(({ path }) => path)
    expect(deciding.length).toBeGreaterThan(100)
    expect(rows.map(({ path }) => path).sort()).toEqual(deciding.sort())
  })
  test('are held by tests that come past them, or say why not', () => {
    const imports = importsBy(sources)
    const problems = rows.map((row) => problemOf(row, imports, (path) => existsSync(join(ROOT, path))))
    expect(problems.filter(Boolean)).toEqual([])
  })
})

describe('a component', () => {
  const source = (path: string, text: string) => ({ path, text })
  test.each([
    ['shows the same always', 'export const A = () => <p>{t("a")}</p>', false],
    ['offers something when', 'export const A = ({ is }) => <p>{is && <b>x</b>}</p>', true],
    ['shows one thing or another', 'export const A = ({ is }) => (is ? <p /> : <b />)', true],
    ['picks of a list', 'export const A = ({ all }) => all.filter(isMine).map(row)', true],
  ])('that %s', (_, text, is) => expect(decides(source('a.tsx', text))).toBe(is))

  const sources = [
    source('web/a/A.tsx', "import { B } from './B.tsx'\nimport { rule } from './rule.ts'"),
    source('web/a/B.tsx', ''),
    source('web/a/rule.ts', ''),
    source('web/a/a.test.tsx', "import { A } from './A.tsx'"),
    source('web/a/rule.test.ts', "import { rule } from './rule.ts'"),
    source('web/a/other.test.ts', ''),
  ]
  const imports = importsBy(sources)
  const has = (path: string) => path.startsWith('e2e/') || imports.has(path)
  const problem = (path: string, held: string) => problemOf({ path, rule: 'x', held }, imports, has)

  test('is drawn with what draws it', () =>
    expect([...drawnBy('web/a/a.test.tsx', imports)]).toEqual(['web/a/A.tsx', 'web/a/B.tsx']))
  test.each([
    ['a test that draws it', 'web/a/B.tsx', '`web/a/a.test.tsx`'],
    ['a test of its rule', 'web/a/A.tsx', '`web/a/rule.test.ts`'],
    ['a journey and why', 'web/a/A.tsx', 'journey: `e2e/x.spec.ts`, a camera'],
    ['looks alone', 'web/a/A.tsx', 'looks: a drawing'],
  ])('is held by %s', (_, path, held) => expect(problem(path, held)).toBeUndefined())
  test.each([
    ['a test of something else', '`web/a/other.test.ts`'],
    ['a test that is gone', '`web/a/gone.test.ts`'],
    ['a journey without a reason', 'journey: `e2e/x.spec.ts`'],
    ['nothing', 'later'],
  ])('is not held by %s', (_, held) => expect(problem('web/a/A.tsx', held)).toContain('web/a/A.tsx'))
})

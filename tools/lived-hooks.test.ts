import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './files.ts'
import { ROOT } from './run.ts'

// A hook of a module is what a screen knows and does besides how it looks: what it asks, of whom, how often, what it asks
// anew. None of that needs a browser, so that each is lived in a test, by itself or in another one that is.

const sources = sourceFiles(ROOT, ['web', 'desk'])
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
const helpsTests = ({ path }: { path: string }) => /\.test\.|\/test-[^/]+$|^ui\/testing\//.test(path)
const hooksNamedIn = (text: string): string[] => text.match(/\buse[A-Z]\w*/g) ?? []

interface Hook {
  path: string
  name: string
  isExported: boolean
  /** Hooks that it is made of. */
  uses: string[]
}

/** What a module declares at its top, each with what stands between it and the next. */
const hooksOf = ({ path, text }: { path: string; text: string }): Hook[] =>
  text.split(/^(?=(?:export )?(?:const|function) )/m).flatMap((part) => {
    const [_whole, exported, name] = /^(export )?(?:const|function) (use[A-Z]\w*)/.exec(part) ?? []
    return name ? [{ path, name, isExported: exported !== undefined, uses: hooksNamedIn(part) }] : []
  })

/** Of one app: the other's of the same name is another. */
const inApp =
  (app: string) =>
  ({ path }: { path: string }) =>
    path.startsWith(`${app}/`)
const hooks = sources.filter((source) => source.path.endsWith('.ts') && !helpsTests(source)).flatMap(hooksOf)

function livedIn(app: string): Set<string> {
  const tests = sources.filter((source) => helpsTests(source) && inApp(app)(source))
  const lived = new Set(tests.flatMap(({ text }) => hooksNamedIn(text)))
  for (let before = -1; before !== lived.size; ) {
    before = lived.size
    for (const { name, uses } of hooks.filter(inApp(app))) if (lived.has(name)) for (const used of uses) lived.add(used)
  }
  return lived
}

/** What only a browser knows. */
const OF_BROWSERS: Readonly<Record<string, string>> = {
  'desk/kit/place/now-in-sight.ts useNowInSight': 'where a list has been scrolled to: e2e/forty.spec.ts',
  'web/care/documents/uploads.ts useUploads':
    'what is shown of a line that outlives the page: upload-queue.node.test.ts',
  'web/care/documents/left-files.ts useLeftFiles': 'loads that line after a reload: e2e/documents.spec.ts',
}

test.each(['web', 'desk'])('every hook of a module of %s is lived by a test', (app) => {
  const lived = livedIn(app)
  const mine = hooks.filter(inApp(app)).filter(({ isExported, name }) => isExported && !lived.has(name))
  const known = Object.keys(OF_BROWSERS).filter((path) => inApp(app)({ path }))
  expect(mine.map(({ path, name }) => `${path} ${name}`).sort()).toEqual(known.sort())
})

test('there is something to look at', () => expect(hooks.length).toBeGreaterThan(250))

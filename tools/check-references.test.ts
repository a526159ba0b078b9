import { expect, test } from 'vitest'
import { referenceProblems } from './check-references.ts'
import { citableReferences, citingFiles } from './references.ts'

const repository = {
  decisions: new Set(['0007', '0088']),
  rows: new Set(['A2.3', 'B4.30']),
  sections: new Set(['3.6', '12.4']),
  hasPath: (path: string) =>
    ['docs/product.md', 'docs/native.md', 'server/kit/memo.ts', 'server/kit/', 'core/kit/polling.ts'].includes(path),
  isBelow: (folder: string, name: string) =>
    ['server/care/ jobs.ts', 'server/care/ call/', 'server/care/ *-store.ts'].includes(`${folder} ${name}`),
}
const found = (text: string, path = 'server/x.ts') => referenceProblems([{ path, text }], repository)

test.each([
  ['a decision', '// as decided (decision 0099)', 'decision 0099, which there is not'],
  ['one of several decisions', '// decisions 0007, 0088 and 0099', 'decision 0099, which there is not'],
  ['a decision in a path', '// docs/decisions/0099 has the numbers', 'decision 0099, which there is not'],
  ['a row', '/** A2.4: why */', 'row A2.4, which there is not'],
  ['a row beside an existing one', '// (A2.3, B4.31)', 'row B4.31, which there is not'],
  ['a section', '// Product 3.7 settles it', 'section 3.7, which there is not'],
  ['one of two sections', '// (product 3.6 and 12.5)', 'section 12.5, which there is not'],
  ['a document outside the repository', '// (spec 1 §2)', '“spec 1”, a paper that is not in this repository'],
  ['a section of an unnamed document', '// as §4 has it', '“§4”, a paper that is not in this repository'],
  [
    'a section of a quality document',
    '// Quality A13: the time',
    '“Quality A13”, a paper that is not in this repository',
  ],
  ['a section of a vendors document', '// (providers 1.4)', '“providers 1.4”, a paper that is not in this repository'],
])('a citation of %s that does not exist is reported', (_, text, problem) =>
  expect(found(`\n${text}`)).toContain(`server/x.ts:2 cites ${problem}`),
)

test.each([
  ['an existing citation', '// decisions 0007 and 0088; A2.3, B4.30; product 3.6 and 12.4'],
  ['a section of a standard', '// RFC 9110 §14: phones play none'],
  ['another kind of number', '// product 3; Node 24.21; quality 0.8; A1; B2; v1.A2.9; decision 5'],
])('%s passes', (_, text) => expect(found(text)).toEqual([]))

test.each([
  ['a file', '`server/kit/gone.ts`', 'server/kit/gone.ts'],
  ['a file without its top folder', '`kit/gone.ts`', 'kit/gone.ts'],
  ['a folder', '`server/gone/`', 'server/gone/'],
  ['a file in a command', '`vitest run server/gone.test.ts -u`', 'server/gone.test.ts'],
  ['a link', '[words](docs/glossary.md)', 'docs/glossary.md'],
])('a document that names %s that does not exist is reported', (_, text, path) =>
  expect(found(text, 'README.md')).toEqual([`README.md:1 cites ${path}, which does not exist`]),
)

test('a document names paths from the root, without their top folder, or relative to itself', () => {
  expect(found('`server/kit/memo.ts`, `kit/memo.ts`, `server/kit/`, `e2e/.screens`', 'README.md')).toEqual([])
  expect(found('[values](product.md), [a site](https://example.com), `application/json`', 'docs/native.md')).toEqual([])
  expect(found('`kit/polling.ts`', 'core/README.md')).toEqual([])
})

test('an area’s README names the files and folders of its own area by name alone', () => {
  const area = 'server/care/README.md'
  expect(found('`jobs.ts`, `call/` and `*-store.ts`; `server/kit/memo.ts`; `*-routes`, `APRO`', area)).toEqual([])
  for (const missingPath of ['gone.ts', 'gone/', '*-gone.ts'])
    expect(found(`as \`${missingPath}\` says`, area)).toEqual([
      `${area}:1 cites ${missingPath}, which is nowhere in server/care/`,
    ])
  for (const path of ['README.md', 'docs/recipes/README.md', 'docs/glossary.md'])
    expect(found('`gone.ts`', path).filter((problem) => problem.includes('nowhere'))).toEqual([])
})

test('a decision record may name former files, and cites other decisions by number', () => {
  const path = 'docs/decisions/0088-one.md'
  expect(found('`server/kit/gone.ts` goes on from 0007', path)).toEqual([])
  expect(found('goes on from 0006', path)).toEqual([`${path}:1 cites decision 0006, which there is not`])
})

test('nothing in this repository cites what is not in it', () => {
  expect(citingFiles().length).toBeGreaterThan(2_000)
  expect(citableReferences().sections.size).toBeGreaterThan(60)
  expect(referenceProblems(citingFiles(), citableReferences())).toEqual([])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { licenceTexts } from './inventory.ts'
import { licenceProblems, lockedPackages } from './licences.ts'
import { ROOT } from './run.ts'

const packages = lockedPackages(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
const one = (licence: string, name = 'left-pad') => ({
  name,
  version: '1.0.0',
  path: `node_modules/${name}`,
  licence,
  dev: false,
})

test('every package has an accepted licence', () => {
  expect(packages.length).toBeGreaterThan(300)
  expect(licenceProblems(packages)).toEqual([])
})

test.each(['AGPL-3.0-only', 'GPL-3.0', 'LGPL-3.0', 'unknown', 'SSPL-1.0', 'MIT AND GPL-2.0', 'UNLICENSED', ''])(
  'a package under "%s" is refused',
  (licence) => expect(licenceProblems([one(licence)])).toHaveLength(1),
)

test.each(['MIT', '(MIT OR GPL-2.0)', 'MIT AND Zlib', 'Apache-2.0'])('a package under "%s" is accepted', (licence) =>
  expect(licenceProblems([one(licence)])).toEqual([]),
)

test('an exception covers one package, not its licence', () => {
  expect(licenceProblems([one('LGPL-3.0', 'libheif-js')])).toEqual([])
  expect(licenceProblems([one('LGPL-3.0', 'libheif-js-too')])).toHaveLength(1)
})

test('the notices of run-time packages are collected, those of build tools are not', () => {
  const texts = licenceTexts(packages)
  expect(texts).toMatch(/^fastify 5\.[\d.]+\nMIT\n/m)
  expect(texts).toContain('Permission is hereby granted')
  expect(texts).not.toMatch(/^vitest \d/m)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Config } from '../core/brand/config.ts'
import { ENV_SETTINGS } from '../server/env.ts'
import { sourceFiles } from './files.ts'
import { ROOT } from './run.ts'
import { declaredSettings, findReadNames, isSettingRead } from './settings.ts'

/** Files that declare, pass on or validate settings without using their value. */
const CARRIES =
  /^(content|simulators|tools)\/|^core\/brand\/config\.ts$|^server\/env\.ts$|\.test\.|\/test-[^/]+$|^ui\/testing\//

const sources = sourceFiles(ROOT, ['core', 'server', 'web', 'desk', 'ui', 'native'])
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !CARRIES.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
const reads = new Set(sources.flatMap(findReadNames))

/** Settings whose use this check cannot see, or that something other than our code uses. */
const TAKEN_ELSEWHERE: Readonly<Record<string, string>> = {
  'questionProducts.nutrition': 'handed on whole, and chosen by the topic of a question',
  'questionProducts.exercise': 'the same',
  'questionProducts.endocrinology': 'the same',
  'partnerLogo.url': 'our pages draw brand.logo, which content/cms fills from it',
  'partnerLogo.alternativeText': 'for other readers of the content: the name of the partner stands for it',
  'partnerLogo.width': 'the same: its place has a size',
  'partnerLogo.height': 'the same',
}
const EXCUSED: readonly string[] = Object.keys(TAKEN_ELSEWHERE)

test.each([
  ['a property access', 'config.displayAge ? 1 : 2', ['displayAge']],
  ['an optional property access', 'config?.displayAge', ['displayAge']],
  ['a renamed destructuring', 'const { displayAge: shown } = usePartner()', ['displayAge']],
  ['a destructured parameter', 'const f = ({ displayAge }: Config) => displayAge', ['displayAge']],
  ['a setting by name', "get('SMTP_URL')", ['SMTP_URL']],
  ['a setting in brackets', "env['SMTP_URL']", ['SMTP_URL']],
  ['a computed member of a group', 'config.oldest[os]', ['oldest', 'oldest.*']],
  ['no list of names', "const NAMES = ['displayAge']", []],
  ['no declaration', 'const fields = { displayAge: true }', []],
  ['no type', "type Shown = Pick<Config, 'displayAge'>; interface A { displayAge: boolean }", []],
  ['no comment', '// displayAge', []],
  ['no assigned value', 'config.displayAge = true', []],
])('the check reads: %s', (_, text, names) => expect(findReadNames({ path: 'web/x.ts', text }).sort()).toEqual(names))

test('a schema is read member by member, optional or not', () => {
  const schema = v.object({ name: v.string(), oldest: v.nullish(v.object({ ios: v.optional(v.string()) }), {}) })
  expect(declaredSettings(schema)).toEqual(['name', 'oldest.ios'])
})

test('a member of a group counts as read only with both of its names', () => {
  expect(isSettingRead('oldest.ios', new Set(['oldest', 'ios']))).toBe(true)
  expect(isSettingRead('oldest.ios', new Set(['oldest']))).toBe(false)
  expect(isSettingRead('oldest.ios', new Set(['oldest', 'oldest.*']))).toBe(true)
})

test.each([
  ['of the content', declaredSettings(Config), 60],
  ['of the environment', ENV_SETTINGS, 55],
])('every setting %s is read by code, except for the listed ones [A3.1] [B3.14]', (_, declared, atLeast) => {
  expect(declared.length).toBeGreaterThan(atLeast)
  expect(declared.filter((setting) => !isSettingRead(setting, reads) && !EXCUSED.includes(setting))).toEqual([])
})

test('each listed exception is declared and not read here', () => {
  const declared = new Set([...declaredSettings(Config), ...ENV_SETTINGS])
  expect(EXCUSED.filter((setting) => !declared.has(setting) || isSettingRead(setting, reads))).toEqual([])
})

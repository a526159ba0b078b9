import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productMessages } from '@cuida/content/messages.ts'
import { expect, test } from 'vitest'
import { sourceFiles } from './files.ts'
import { missingMessages } from './message-keys.ts'
import { ROOT } from './run.ts'

const MESSAGES = ['care.call.answer', 'care.call.state.ended', 'desk.queue']
const findMissing = (text: string) => missingMessages([{ path: 'web/a.tsx', text }], MESSAGES)

test.each([
  ['in a call', "t('care.call.gone')", 'care.call.gone'],
  ['in a server call', "say('desk.gone', { day })", 'desk.gone'],
  ['in a conditional', "t(isOver ? 'care.call.answer' : 'care.call.gone')", 'care.call.gone'],
  ['in a component property', '<Row label="care.call.gone" />', 'care.call.gone'],
  ['in a table', "const WORDS = { over: 'care.call.gone' }", 'care.call.gone'],
  ['composed of parts', 't(`care.gone.${state}`)', String.raw`^care\.gone\..+$`],
])('a key %s without a message is found', (_, text, key) =>
  expect(findMissing(text)).toEqual([`web/a.tsx uses the unknown message ${key}`]),
)

test.each([
  ['every key has a message', "t('care.call.answer'); t('desk.queue'); <Row label='care.call.answer' />"],
  ['a composed key has messages', 't(`care.call.state.${state}`)'],
  ['every key is a variable', 't(key); t(`${prefix}.${state}`)'],
  ['no text is a key', "say('P'); at('care.call'); open('web.call.gone'); t(`x ${1}`)"],
])('where %s no key is found', (_, text) => expect(findMissing(text)).toEqual([]))

// Composed keys are checked by pattern only: their parts are known to types.
test('every message key in the code has a message', () => {
  const sources = sourceFiles(ROOT, ['core', 'ui', 'web', 'desk', 'server'])
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/test-|^ui\/testing\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
  const languages = Object.values(productMessages())
  const inAll = Object.keys(languages[0] ?? {}).filter((key) =>
    languages.every((messages) => Object.hasOwn(messages, key)),
  )
  expect(inAll.length).toBeGreaterThan(2_000)
  expect(missingMessages(sources, inAll)).toEqual([])
})

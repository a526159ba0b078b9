import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from '../../tools/files.ts'
import { withoutAnswers } from './answers.ts'

const compact = (text: string) => text.replaceAll(/\s+/g, ' ')

test('server-only members are removed, and the rest of the text is unchanged', () => {
  const source = `export const lockSlot = call({
    method: 'POST',
    path: '/slots/:id/lock',
    access: 'guest',
    role: 'clinician',
    body: v.object({ note: v.optional(v.string()), at: Moment }),
    // What is held, until when.
    reply: v.object({ until: Moment, parts: v.array(v.object({ id: Id })) }),
    status: 201,
    needs: 'payments',
    polled: true,
    refusals: { SLOT_TAKEN: 409, ...CODE_REFUSALS },
  })`
  expect(compact(withoutAnswers(source))).toBe(
    compact(`export const lockSlot = call({
    method: 'POST',
    path: '/slots/:id/lock',
    access: 'guest',
    body: v.object({ note: v.optional(v.string()), at: Moment }),
    polled: true})`),
  )
})

test.each([
  ['a brace in a string', "call({ path: '/a}', reply: A })", "call({ path: '/a}'})"],
  [
    'an apostrophe in a comment',
    "call({ // the patient's {\n path: '/a', reply: A })",
    "call({ // the patient's {\n path: '/a'})",
  ],
  ['a brace in a regular expression', 'call({ body: v.regex(/[}{]/), reply: A })', 'call({ body: v.regex(/[}{]/)})'],
  [
    'nested members of the same name',
    'call({ body: v.object({ reply: A, status: B }) })',
    'call({ body: v.object({ reply: A, status: B }) })',
  ],
  [
    'two calls of one file',
    'a = call({ reply: A, b: 1 }); c = call({ reply: v.object({ d }), b: 2 })',
    'a = call({ b: 1 }); c = call({ b: 2 })',
  ],
])('the parser handles %s', (_, source, expected) => expect(withoutAnswers(source)).toBe(expected))

test('only those members are removed from the existing declarations', async () => {
  const files = sourceFiles('.', ['core']).filter((path) => /\/([\w-]+-)?api\.ts$/.test(path))
  expect(files.length).toBeGreaterThan(40)
  for (const path of files) {
    const source = readFileSync(path, 'utf8')
    const strippedSource = withoutAnswers(source)
    const calls = (text: string) => text.split('call({').length
    expect([path, calls(strippedSource)]).toEqual([path, calls(source)])
    for (const member of [
      'method:',
      'path:',
      'access:',
      'params:',
      'query:',
      'body:',
      'upload:',
      'polled:',
      'sessionKey:',
    ])
      expect([path, member, strippedSource.split(`\n  ${member}`).length]).toEqual([
        path,
        member,
        source.split(`\n  ${member}`).length,
      ])
    for (const [declaration] of strippedSource.matchAll(/= call\(\{[\s\S]*?\}\)\n/g))
      expect([path, /\n {2}(reply|refusals|role|needs|status):/.exec(declaration)?.[0]]).toEqual([path, undefined])
  }
})

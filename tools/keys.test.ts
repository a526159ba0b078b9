import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './files.ts'
import { mayMeet, readsIn } from './keys.ts'
import { ROOT } from './run.ts'

const missingIn = (text: string) => readsIn('screen.tsx', text).flatMap(({ missing }) => missing)

test.each([
  ['all is said', `function useOrder(id) { return useGathered(getOrder, id, () => api(getOrder, { id })) }`, []],
  [
    'the id is left out',
    `function useOrder(id) { return useGathered(getOrder, undefined, () => api(getOrder, { id })) }`,
    ['id'],
  ],
  [
    'another id is said',
    `function useOrder({ id, other }) { return useGathered(getOrder, { other }, () => api(getOrder, { id })) }`,
    ['id'],
  ],
  [
    'what is said by its field',
    `function useDay(page) { return useGathered(getOrder, page.of, () => load(page.of)) }`,
    ['load'],
  ],
  [
    'what the module knows',
    `const LOAD = 3\nfunction f() { return gathered(getOrder, 'x', ({ signal }) => send(LOAD, signal)) }\nfunction send() {}`,
    [],
  ],
  [
    'what asks has a name',
    `function f(id) {\nconst ask = () => api(getOrder, { id })\nreturn useGathered(getOrder, 'x', ask) }`,
    ['id'],
  ],
  [
    'it is the one of the same function',
    `function f(id) { const ask = () => api(getOrder, { id })\nreturn ask }\nfunction g(page) { const ask = () => api(getOrder, { page })\nreturn useGathered(getOrder, { page }, ask) }`,
    [],
  ],
  [
    'one field is said, and more is asked with',
    `function useLink(link) { return useGathered(open, link?.company, () => api(open, link)) }`,
    ['link beyond company'],
  ],
  [
    'each field is said',
    `function useLink(link) { return useGathered(open, [link?.company, link?.token], () => api(open, { company: link.company, token: link.token })) }`,
    [],
  ],
  [
    'content without its language',
    `function useFaqs() { return useGathered(getOrder, 'faqs', () => readContent('faqs')) }`,
    ['locale'],
  ],
  [
    'content in its language',
    `function useFaqs() { return useGathered(getOrder, useLocale(), () => readContent('faqs')) }`,
    [],
  ],
  [
    'what a function here asks in the language of the moment',
    `async function load() { return fetch(currentLocale()) }\nfunction useFaqs() { return useGathered(getOrder, 'x', load) }`,
    ['locale'],
  ],
])('%s', (_, text, missing) => {
  expect(
    missingIn(
      `import { api, currentLocale, gathered, getOrder, open, readContent, useGathered, useLocale } from 'x'\n${text}`,
    ),
  ).toEqual(missing)
})

/** What an answer does not depend on, though it is asked with it: each with its reason. */
const SAID_OTHERWISE: Readonly<Record<string, string>> = {
  ...one('an id is of one thing, whoever it is asked with', [
    'web/care/prescription/prescription-queries.ts listPrescriptions { of: id }: patient.id',
    'web/consultation/queries.ts getConsultation { id }: ask',
    'web/subscription/queries.ts getSubscription id: profile.id',
  ]),
  ...one('it asks those whom the key names', [
    'web/care/prescription/prescription-queries.ts listPrescriptions { type, family }: askFamily',
    'web/consultation/queries.ts listConsultations { which, family }: askFamily',
    'web/checkout/payment/payment-queries.ts listPayments family: askFamily',
    'web/kit/ongoing.ts listConsultations { ongoing: family }: askFamily',
  ]),
  ...one('it is the same one for as long as the page is open', [
    'web/care/call/IncomingCall.tsx getConsultation { calls: active.map(({ id }) => id) }: queries',
    'web/news/PushSection.tsx THIS_DEVICE undefined: devices',
  ]),
}
function one(reason: string, keys: string[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, reason]))
}

const reads = sourceFiles(ROOT, ['web', 'desk'])
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .flatMap((path) => readsIn(path, readFileSync(join(ROOT, path), 'utf8')).map((read) => ({ path, ...read })))

test('no screen shows one thing under another one’s name: what is asked with is in the key of what is kept', () => {
  const problems = reads.flatMap(({ path, key, missing }) => missing.map((name) => `${path} ${key}: ${name}`))
  expect(problems.filter((problem) => !(problem in SAID_OTHERWISE))).toEqual([])
  expect(Object.keys(SAID_OTHERWISE).filter((one) => !problems.includes(one))).toEqual([])
})

const patterns = (text: string) => readsIn('screen.tsx', text).map(({ pieces }) => pieces)
test.each([
  ['the same fields', 'getOrder, { id }', 'getOrder, { id: other }', true],
  ['other fields', 'getOrder, { id }', 'getOrder, { id, page }', false],
  ['another declaration', 'getOrder, { id }', 'getPayment, { id }', false],
  ['whatever it is', 'getOrder, id', 'getOrder, { id }', true],
  ['declared here, by its path', 'ONE, { id }', 'OTHER, { id }', true],
])('keys that may meet: %s', (_, one, other, meet) => {
  const declared = "const ONE = { method: 'GET', path: '/x' }\nconst OTHER = { path: '/x' }"
  const [first = [], second = []] = patterns(`${declared}\ngathered(${one}, ask)\ngathered(${other}, ask)`)
  expect(mayMeet(first, second)).toBe(meet)
})

test('no two screens keep different answers under one key', () => {
  const appOf = (path: string) => path.split('/')[0]
  const meeting = reads.flatMap((one, index) =>
    reads
      .slice(index + 1)
      .filter((other) => appOf(one.path) === appOf(other.path) && one.asks !== other.asks)
      .filter((other) => mayMeet(one.pieces, other.pieces))
      .map((other) => `${one.path} ${one.key} | ${other.path} ${other.key}`),
  )
  expect(reads.length).toBeGreaterThan(15)
  expect(meeting).toEqual([])
})

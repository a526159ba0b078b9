import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './files.ts'
import { mayMeet, readsIn } from './keys.ts'
import { ROOT } from './run.ts'

const missingIn = (text: string) => readsIn('screen.tsx', text).flatMap(({ missing }) => missing)

test.each([
  [
    'all is said',
    `function useOrder(id) { return useQuery({ queryKey: ['order', id], queryFn: () => api(getOrder, { id }) }) }`,
    [],
  ],
  [
    'the id is left out',
    `function useOrder(id) { return useQuery({ queryKey: ['order'], queryFn: () => api(getOrder, { id }) }) }`,
    ['id'],
  ],
  [
    'another id is said',
    `function useOrder({ id, other }) { return useQuery({ queryKey: ['order', other], queryFn: () => api(getOrder, { id }) }) }`,
    ['id'],
  ],
  [
    'what is said by its field',
    `function useDay(page) { return useQuery({ queryKey: ['day', page.of], queryFn: () => load(page.of) }) }`,
    ['load'],
  ],
  [
    'what the module knows',
    `const LOAD = 3\nfunction f() { return useQuery({ queryKey: ['x'], queryFn: ({ signal }) => send(LOAD, signal) }) }\nfunction send() {}`,
    [],
  ],
  [
    'one field is said, and more is asked with',
    `function useLink(link) { return useQuery({ queryKey: ['link', link?.company], queryFn: () => api(open, link) }) }`,
    ['link beyond company'],
  ],
  [
    'each field is said',
    `function useLink(link) { return useQuery({ queryKey: ['link', link?.company, link?.token], queryFn: () => api(open, { company: link.company, token: link.token }) }) }`,
    [],
  ],
  [
    'a function makes the key',
    `const keyOf = (kind, id) => ['one', kind, id]\nfunction useOne(kind, id) { return useQuery({ queryKey: keyOf(kind, id), queryFn: () => api(getOrder, { kind, id }) }) }`,
    [],
  ],
  [
    'a function makes the key, and drops the id',
    `const keyOf = (kind, id) => ['one', kind]\nfunction useOne(kind, id) { return useQuery({ queryKey: keyOf(kind, id), queryFn: () => api(getOrder, { kind, id }) }) }`,
    ['id'],
  ],
  [
    'content without its language',
    `function useFaqs() { return useQuery({ queryKey: ['content', 'faqs'], queryFn: () => readContent('faqs') }) }`,
    ['locale'],
  ],
  [
    'content in its language',
    `function useFaqs() { return useQuery({ queryKey: ['content', useLocale(), 'faqs'], queryFn: () => readContent('faqs') }) }`,
    [],
  ],
  [
    'what a function here asks in the language of the moment',
    `async function load() { return fetch(currentLocale()) }\nfunction useFaqs() { return useQuery({ queryKey: ['faqs'], queryFn: load }) }`,
    ['locale'],
  ],
])('%s', (_, text, missing) => {
  expect(
    missingIn(`import { api, currentLocale, getOrder, open, readContent, useLocale, useQuery } from 'x'\n${text}`),
  ).toEqual(missing)
})

/** What an answer does not depend on, though it is asked with it: each with its reason. */
const SAID_OTHERWISE: Readonly<Record<string, string>> = {
  ...one('an id is of one thing, whoever it is asked with', [
    "desk/care/documents/DocumentDialog.tsx ['document', document.id]: where",
    "web/care/documents/DocumentDialog.tsx ['document', document.id]: where",
    "web/care/call/IncomingCall.tsx ['consultations', 'one', id]: patient.id",
    "web/care/prescription/prescription-queries.ts ['prescriptions', 'of', id]: patient.id",
    "web/consultation/queries.ts ['consultations', 'one', id]: family",
    "web/subscription/queries.ts ['subscription', id]: profile.id",
  ]),
  'desk/access/people/queries.ts personKey(person): person beyond id, kind':
    'which kind and which id is all that there is of it',
  ...one('it asks those whom the key names', [
    "web/care/prescription/prescription-queries.ts ['prescriptions', type, ...family]: askFamily",
    "web/consultation/queries.ts ['consultations', which, ...family]: askFamily",
    "web/checkout/payment/payment-queries.ts ['payments', ...family]: askFamily",
    "web/kit/ongoing.ts ['consultations', 'ongoing', ...family]: askFamily",
  ]),
  ...one('it is the same one for as long as the page is open', [
    "web/care/call/IncomingCall.tsx ['consultations', 'calls', ...active.map(({ id }) => id)]: queries",
    'web/news/PushSection.tsx STATE: devices',
  ]),
  // Says which of the times are mine; a booking of another cart begins with no day in memory.
  "web/booking/queries.ts ['slots', clinicianId, productId, from, to]: cartKey":
    'asked again whenever a time is taken or left',
}
function one(reason: string, keys: string[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, reason]))
}

const reads = sourceFiles(ROOT, ['web', 'desk', 'ui'])
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .flatMap((path) => readsIn(path, readFileSync(join(ROOT, path), 'utf8')).map((read) => ({ path, ...read })))

test('no screen shows one thing under another one’s name: what is asked with is in the key of what is kept', () => {
  const problems = reads.flatMap(({ path, key, missing }) => missing.map((name) => `${path} ${key}: ${name}`))
  expect(problems.filter((problem) => !(problem in SAID_OTHERWISE))).toEqual([])
  expect(Object.keys(SAID_OTHERWISE).filter((one) => !problems.includes(one))).toEqual([])
})

/** What could meet by its form, and never does: each with its reason. */
const NEVER_MEET: Readonly<Record<string, string>> = {
  ...one('`which` is upcoming or past', [
    "web/care/call/IncomingCall.tsx ['consultations', 'calls', ...active.map(({ id }) => id)] | web/consultation/queries.ts ['consultations', which, ...family]",
    "web/care/call/IncomingCall.tsx ['consultations', 'one', id] | web/consultation/queries.ts ['consultations', which, ...family]",
    "web/care/guest/guest-queries.ts keyOf(id) | web/consultation/queries.ts ['consultations', which, ...family]",
    "web/consultation/queries.ts ['consultations', which, ...family] | web/consultation/queries.ts ['consultations', 'one', id]",
    "web/consultation/queries.ts ['consultations', which, ...family] | web/kit/ongoing.ts ['consultations', 'ongoing', ...family]",
  ]),
  "web/checkout/payment/payment-queries.ts ['payments', ...family] | web/checkout/payment/payment-queries.ts ['payments', 'one', id]":
    'nobody’s id is a word',
}

const patterns = (text: string) => readsIn('screen.tsx', text).map(({ pieces }) => pieces)
test.each([
  ['the same words', `{ queryKey: ['order', id], queryFn }`, `{ queryKey: ['order', other], queryFn }`, true],
  ['other words', `{ queryKey: ['order', id], queryFn }`, `{ queryKey: ['payment', id], queryFn }`, false],
  ['a list and one of it', `{ queryKey: ['order'], queryFn }`, `{ queryKey: ['order', id], queryFn }`, false],
  ['any number, and one', `{ queryKey: ['order', ...family], queryFn }`, `{ queryKey: ['order', id], queryFn }`, true],
])('keys that may meet: %s', (_, one, other, meet) => {
  const [first = [], second = []] = patterns(`const queryFn = 1\nconst a = ${one}\nconst b = ${other}`)
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
  expect(meeting.filter((one) => !(one in NEVER_MEET))).toEqual([])
  expect(Object.keys(NEVER_MEET).filter((one) => !meeting.includes(one))).toEqual([])
})

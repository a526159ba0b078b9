import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from './files.ts'
import { keyProblems } from './keys.ts'
import { ROOT } from './run.ts'

const missingIn = (text: string) => keyProblems('screen.tsx', text).flatMap(({ missing }) => missing)

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
])('%s', (_, text, missing) => {
  expect(missingIn(`import { api, useQuery, getOrder } from 'x'\n${text}`)).toEqual(missing)
})

/** What an answer does not depend on, though it is asked with it: each with its reason. */
const SAID_OTHERWISE: Readonly<Record<string, string>> = {
  ...one('an id is of one thing, whoever it is asked with', [
    "desk/care/documents/DocumentDialog.tsx ['document', document.id]: where",
    "web/care/documents/DocumentDialog.tsx ['document', document.id]: where",
    "web/care/call/IncomingCall.tsx ['consultations', 'one', id]: patient",
    "web/care/prescription/prescription-queries.ts ['prescriptions', 'of', id]: patient",
    "web/care/queries.ts ['consultations', 'one', id]: family",
    "web/subscription/queries.ts ['subscription', id]: profile",
  ]),
  ...one('it asks those whom the key names', [
    "web/care/prescription/prescription-queries.ts ['prescriptions', type, ...family]: askFamily",
    "web/care/queries.ts ['consultations', which, ...family]: askFamily",
    "web/checkout/payment-queries.ts ['payments', ...family]: askFamily",
    "web/kit/ongoing.ts ['consultations', 'ongoing', ...family]: askFamily",
  ]),
  ...one('it is the same one for as long as the page is open', [
    "web/care/call/IncomingCall.tsx ['consultations', 'calls', ...active.map(({ id }) => id)]: queries",
    'web/profile/PushSection.tsx STATE: devices',
  ]),
  // Says which of the times are mine; a booking of another cart begins with no day in memory.
  "web/booking/queries.ts ['slots', clinicianId, productId, from, to]: cartKey":
    'asked again whenever a time is taken or left',
  "web/invite/queries.ts ['my-referrer', campaignId]: location": 'the origin of the link, which is the page’s',
}
function one(reason: string, keys: string[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, reason]))
}

test('no screen shows one thing under another one’s name: what is asked with is in the key of what is kept', () => {
  const screens = sourceFiles(ROOT, ['web', 'desk', 'ui']).filter(
    (path) => /\.tsx?$/.test(path) && !path.includes('.test.'),
  )
  const problems = screens.flatMap((path) =>
    keyProblems(path, readFileSync(join(ROOT, path), 'utf8')).flatMap(({ key, missing }) =>
      missing.map((name) => `${path} ${key}: ${name}`),
    ),
  )
  expect(problems.filter((problem) => !(problem in SAID_OTHERWISE))).toEqual([])
  expect(Object.keys(SAID_OTHERWISE).filter((one) => !problems.includes(one))).toEqual([])
})

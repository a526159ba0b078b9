import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { sourceFiles } from './files.ts'
import { ROOT } from './run.ts'
import { decisionsIn, deedsAmong, deedsSentIn, hasScreen, makersIn, triedIn } from './sends.ts'

const sourcesOf = (...folders: string[]) =>
  sourceFiles(ROOT, folders)
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
const isTest = ({ path }: { path: string }) => path.includes('.test.')
const helpsTests = ({ path }: { path: string }) => /\/test-[^/]+$|^ui\/testing\//.test(path)

const pages = sourcesOf('web', 'desk')
const modules = pages.filter((source) => !isTest(source) && !helpsTests(source))
const declared = sourceFiles(ROOT, ['core']).filter((path) => path.endsWith('.ts') && !isTest({ path }))
const deeds = new Set(
  (await Promise.all(declared.map((path) => import(pathToFileURL(join(ROOT, path)).href)))).flatMap(deedsAmong),
)
const sent = modules.flatMap((source) =>
  deedsSentIn(source, deeds).map((deed) => ({ path: source.path, deed, isScreen: hasScreen(source) })),
)

const said = (text: string) => ({ path: 'web/care/Screen.tsx', text })
const IMPORTS = `import { cancelOrder, getOrder } from '@cuida/core/x.ts'
import { wishOf } from './wish.ts'
import { rate, useCancel } from './calls.ts'
`

test.each([
  ['a deed is sent', 'api(cancelOrder, { id })', ['cancelOrder']],
  ['in two ways', 'isOne ? api(cancelOrder, one) : send(cancelOrder, other)', ['cancelOrder', 'cancelOrder']],
  ['under whatever name', 'const deed = { call: cancelOrder }', ['cancelOrder']],
  ['a read is none', 'api(getOrder, { id })', []],
  ['how it was refused sends nothing', "refusedWith(cancelOrder, error, 'TOO_LATE')", []],
  ['nor does its type', 'type Wish = Input<typeof cancelOrder>', []],
])('sent from a module: %s', (_, code, sent) =>
  expect(deedsSentIn(said(IMPORTS + code), new Set(['cancelOrder']))).toEqual(sent),
)

test.each([
  ['what it has', 'cancel.mutate(reason)', []],
  ['its fields', 'cancel.mutate({ id: order.id, reason: reason.trim() })', []],
  ['what a module made of it', 'cancel.mutateAsync(wishOf(values, order?.id))', []],
  ['a choice', 'cancel.mutate(isMine ? own : other)', ['isMine ? own : other']],
  ['a no', 'leave.mutate(!isAway)', ['!isAway']],
  ['a default', "save.mutate({ note: note ?? '' })", ["{ note: note ?? '' }"]],
  ['what a name was given before', 'const who = isMine ? me : child\nask.mutate({ who })', ['isMine ? me : child']],
  ['what another module’s function is given', 'rate(id, stars, isKind ? words : null)', ['isKind ? words : null']],
  ['what a hook is given, which sends nothing yet', 'useCancel(isMine ? own : other)', []],
  ['a function of its own', 'const made = (v) => v\nsave.mutate(made(values))', ['made(values)']],
])('a screen hands on %s', (_, code, decisions) =>
  expect(decisionsIn(said(IMPORTS + code), new Set(['web/care/calls.ts']))).toEqual(decisions),
)

test('a test says what it looks at: modules, and the deeds that it expects to leave', () => {
  const text = `${IMPORTS}import { useCancel } from './queries.ts'\nexpect(sent).toEqual([asks(cancelOrder, { id }), asks(cancelOrder, {})])`
  expect(triedIn({ path: 'web/care/sends.test.ts', text })).toEqual({
    named: [
      '@cuida/core/x.ts cancelOrder',
      '@cuida/core/x.ts getOrder',
      'web/care/wish.ts wishOf',
      'web/care/calls.ts rate',
      'web/care/calls.ts useCancel',
      'web/care/queries.ts useCancel',
    ],
    deeds: ['cancelOrder', 'cancelOrder'],
  })
})

test('no screen sends a deed by itself: modules do, which need no browser', () => {
  expect(sent.filter(({ isScreen }) => isScreen).map(({ path, deed }) => `${path}: ${deed}`)).toEqual([])
})

const senders = new Set(sent.map(({ path }) => path))

/** What only looks like one. */
const NO_DECISION: Readonly<Record<string, string>> = {
  'desk/access/sign-in/TotpForm.tsx: typedCode(new FormData(event.currentTarget))': 'reads what is typed',
  "desk/access/sign-in/SignInAgain.tsx: staff?.email ?? ''": 'who works here is known by then',
  "web/access/registration/VerifyPhoneScreen.tsx: currentStep('verify') ?? currentStep('social-verify')":
    'one is under way or the other: each has its own token',
  'web/care/guest/GuestCallStage.tsx: { secret, ...entered, leg: `${peer}-guest` }': 'there is one for each of the two',
  'web/booking/questions/QuestionsScreen.tsx: questions[at - 1]': 'the question that is shown',
  'web/access/code/CodeForm.tsx: typedCode(new FormData(event.currentTarget))': 'reads what is typed',
  'web/care/paper/PaperButton.tsx: `${t(`care.papers.file.${type}`)}-${dayOf(at, timeZone)}.pdf`':
    'names a file of the device',
  'web/checkout/card/AddCard.tsx: await frame.current.tokenise()': 'what the card’s own frame answers',
}

test('no screen makes up what it sends: it hands on what it has, or what a function of a module made of it', () => {
  const decided = modules
    .filter(hasScreen)
    .flatMap((source) => decisionsIn(source, senders).map((wish) => `${source.path}: ${wish}`))
  expect(decided.filter((one) => !(one in NO_DECISION))).toEqual([])
  expect(Object.keys(NO_DECISION).filter((one) => !decided.includes(one))).toEqual([])
})

const tests = pages.filter(isTest).map(triedIn)

test('what makes a wish for a screen is looked at by a test', () => {
  const makers = new Set(modules.filter(hasScreen).flatMap(makersIn))
  const tried = new Set(tests.flatMap(({ named }) => named))
  expect(makers.size).toBeGreaterThan(10)
  expect([...makers].filter((maker) => !tried.has(maker))).toEqual([])
})

test('every deed that leaves a page is looked at as it leaves, by a test of the module that sends it', () => {
  const triedBy = ({ path, deed }: { path: string; deed: string }) =>
    tests
      .filter(({ named }) => named.some((name) => name.startsWith(`${path} `)))
      .flatMap((one) => one.deeds.filter((tried) => tried === deed)).length
  const placesOf = (path: string, deed: string) => sent.filter((one) => one.path === path && one.deed === deed).length
  const untried = sent.filter((one) => triedBy(one) < placesOf(one.path, one.deed))
  expect([...new Set(untried.map(({ path, deed }) => `${path}: ${deed}`))]).toEqual([])
})

test('there is something to look at', () => {
  expect(deeds.size).toBeGreaterThan(140)
  expect(new Set(sent.map(({ deed }) => deed)).size).toBeGreaterThan(135)
})

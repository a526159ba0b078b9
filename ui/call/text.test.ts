import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTextTalk, type TextLine, upsertLine } from './text.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Two pages with a data channel that the test can reopen. */
function twoPages() {
  const ana = pageOf()
  const marta = pageOf()
  const connect = () => {
    const one = channel()
    const two = channel()
    one.send = (data) => two.onmessage?.({ data })
    two.send = (data) => one.onmessage?.({ data })
    ana.talk.use(one as unknown as RTCDataChannel, 'clinician')
    marta.talk.use(two as unknown as RTCDataChannel, 'patient')
    for (const side of [one, two]) side.readyState = 'open'
    for (const side of [one, two]) side.onopen?.()
    return () => {
      one.readyState = two.readyState = 'closed'
    }
  }
  return { ana, marta, connect }
}
function pageOf() {
  let lines: readonly TextLine[] = []
  const talk = createTextTalk((all) => {
    lines = all
  })
  return { talk, read: () => lines.map(({ text, mine, done }) => `${mine ? 'I' : 'they'}: ${text}${done ? '' : '…'}`) }
}
const channel = () => ({
  readyState: 'connecting',
  send: (_: string) => {},
  onopen: undefined as (() => void) | undefined,
  onmessage: undefined as ((event: { data: string }) => void) | undefined,
})

test('typed text and corrections reach the other side within half a second, before the line is finished', () => {
  const { ana, marta, connect } = twoPages()
  connect()
  ana.talk.write('M')
  ana.talk.write('Me duelle')
  vi.advanceTimersByTime(500)
  expect(marta.read()).toEqual(['they: Me duelle…'])
  ana.talk.write('Me duele')
  vi.advanceTimersByTime(500)
  expect(marta.read()).toEqual(['they: Me duele…'])
  ana.talk.send()
  expect(marta.read()).toEqual(['they: Me duele'])
  expect(ana.read()).toEqual(['I: Me duele'])
})

test('a deleted unfinished line disappears, and an empty line is not sent', () => {
  const { ana, marta, connect } = twoPages()
  connect()
  ana.talk.write('x')
  vi.advanceTimersByTime(500)
  ana.talk.write('')
  vi.advanceTimersByTime(500)
  ana.talk.send()
  expect([ana.read(), marta.read()]).toEqual([[], []])
})

test('text written during an interruption arrives once afterwards', () => {
  const { ana, marta, connect } = twoPages()
  const disconnect = connect()
  ana.talk.write('uno')
  ana.talk.send()
  disconnect()
  ana.talk.write('dos')
  ana.talk.send()
  marta.talk.write('tres')
  marta.talk.send()
  expect(marta.read()).toEqual(['they: uno', 'I: tres'])
  connect()
  expect(marta.read()).toEqual(['they: uno', 'I: tres', 'they: dos'])
  expect(ana.read()).toEqual(['I: uno', 'I: dos', 'they: tres'])
})

test('a later participant, and another guest after them, read only what is written from then on', () => {
  const { talk } = pageOf()
  const connect = (to: 'clinician' | 'guest') => {
    const sentTexts: string[] = []
    const one = { ...channel(), readyState: 'open', send: (data: string) => void sentTexts.push(JSON.parse(data).text) }
    talk.use(one as unknown as RTCDataChannel, to)
    one.onopen?.()
    return sentTexts
  }
  const sendText = (text: string) => {
    talk.write(text)
    talk.send()
  }
  const marta = connect('clinician')
  sendText('uno')
  talk.welcome('guest')
  const luis = connect('guest')
  sendText('dos')
  expect(connect('guest')).toEqual(['dos'])
  talk.welcome('guest')
  const sonia = connect('guest')
  sendText('tres')
  expect({ marta, luis, sonia }).toEqual({ marta: ['uno', 'dos', 'tres'], luis: ['dos'], sonia: ['tres'] })
})

test('a line keeps its author’s name when another guest takes the role', () => {
  let names: (string | undefined)[] = []
  const talk = createTextTalk((lines) => {
    names = lines.map(({ author }) => author)
  })
  const one = channel()
  const receive = (id: string) => one.onmessage?.({ data: JSON.stringify({ id, text: 'hola', done: true }) })
  talk.name('guest', 'Luis')
  talk.use(one as unknown as RTCDataChannel, 'guest')
  receive('a')
  talk.name('guest', 'Sonia')
  receive('b')
  expect(names).toEqual(['Luis', 'Sonia'])
})

test.each([
  ['that is no JSON', '{'],
  ['that is no line of text', JSON.stringify({ text: 'x' })],
  ['that is too long', JSON.stringify({ id: 'a', text: 'x'.repeat(1_001), done: true })],
])('a message %s changes nothing', (_, data) => {
  const { talk, read } = pageOf()
  const one = channel()
  talk.use(one as unknown as RTCDataChannel, 'clinician')
  one.onmessage?.({ data })
  expect(read()).toEqual([])
})

test('a finished line cannot be changed, and no participant can change another’s line', () => {
  const ownLine = { id: 'a', text: 'sí', done: true, mine: true }
  expect(upsertLine([ownLine], { ...ownLine, text: 'no' })).toEqual([ownLine])
  expect(upsertLine([ownLine], { ...ownLine, text: 'no', mine: false })).toHaveLength(2)
})

test('the newest two hundred lines are kept', () => {
  const many = Array.from({ length: 201 }, (_, n) => ({ id: `${n}`, text: `${n}`, done: true, mine: false }))
  const lines = many.reduce<readonly TextLine[]>(upsertLine, [])
  expect([lines.length, lines[0]?.text]).toEqual([200, '1'])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CartChange } from './cart.ts'
import { type CartContent, changeSince, emptyContent, mergeCart, mergeReply } from './merge.ts'

const questions = ['a', 'b', 'c']
const ANA = '0b8a9c5e-2f4d-4c7b-9a41-6f2f3f8f7a10'
const cart: CartContent = {
  productId: '1',
  patientId: ANA,
  symptoms: [{ questionId: 'a', answer: true }],
  summary: 'It began on Monday.',
  contactMethod: 'video',
  clinicianId: ANA,
  ageConfirmed: true,
}

test('what is left out stays', () => expect(mergeCart(cart, { productId: '1' }, questions)).toEqual(cart))

test('null takes a person or a clinician away', () => {
  const merged = mergeCart(cart, { productId: '1', patientId: null, clinicianId: null }, questions, ANA)
  expect(merged).toEqual({ ...cart, patientId: null, clinicianId: null })
})

describe('answers belong to a person', () => {
  const LEO = '0b8a9c5e-2f4d-4c7b-9a41-6f2f3f8f7a11'
  const answered = { symptoms: cart.symptoms, summary: cart.summary, ageConfirmed: true }
  const unanswered = { symptoms: [], summary: null, ageConfirmed: false }
  test.each([
    ['stay when the same person is chosen again', ANA, ANA, answered],
    ['that nobody in particular gave are the holder’s', null, ANA, answered],
    ['of the holder stay when nobody in particular is chosen', ANA, null, answered],
    ['are dropped when the cart becomes a child’s', ANA, LEO, unanswered],
    ['that nobody in particular gave are not a child’s', null, LEO, unanswered],
    ['of a child are not the holder’s', LEO, ANA, unanswered],
    ['of a child are not those of nobody in particular', LEO, null, unanswered],
  ])('%s', (_, before, after, expected) => {
    const merged = mergeCart({ ...cart, patientId: before }, { productId: '1', patientId: after }, questions, ANA)
    expect(merged).toEqual({ ...cart, patientId: after, ...expected })
  })
  test('of a guest are not those of somebody whom a session names', () =>
    expect(mergeCart({ ...cart, patientId: null }, { productId: '1', patientId: LEO }, questions)).toMatchObject(
      unanswered,
    ))
  test('that come with the new person are theirs', () => {
    const symptoms = [{ questionId: 'b', answer: 2 }]
    const merged = mergeCart(cart, { productId: '1', patientId: LEO, answersFor: LEO, symptoms }, questions, ANA)
    expect(merged).toMatchObject({ patientId: LEO, symptoms, summary: null })
  })
  test('of a tab that knows of another person than the cart’s are not taken; what else it changed is', () => {
    const symptoms = [{ questionId: 'b', answer: 2 }]
    const late = { productId: '1', answersFor: LEO, symptoms, summary: 'Leo coughs.', contactMethod: 'phone' } as const
    expect(mergeCart(cart, late, questions, ANA)).toEqual({ ...cart, contactMethod: 'phone' })
  })
})

describe('answers', () => {
  test('merge one by one, in the order of the questions', () => {
    const symptoms = [
      { questionId: 'c', answer: 'x' },
      { questionId: 'b', answer: 2 },
    ]
    const merged = mergeCart(cart, { productId: '1', symptoms }, questions)
    expect(merged.symptoms.map(({ questionId }) => questionId)).toEqual(['a', 'b', 'c'])
  })
  test('a new answer replaces the old one', () => {
    const merged = mergeCart(cart, { productId: '1', symptoms: [{ questionId: 'a', answer: false }] }, questions)
    expect(merged.symptoms).toEqual([{ questionId: 'a', answer: false }])
  })
  test('answers to questions that nobody asked are not kept', () => {
    expect(mergeCart(cart, { productId: '1', symptoms: [{ questionId: 'z', answer: 1 }] }, questions)).toEqual(cart)
  })
})

test('another product begins anew, for the same person', () => {
  const merged = mergeCart(cart, { productId: '2', symptoms: [{ questionId: 'b', answer: 1 }] }, questions)
  expect(merged).toEqual({
    ...emptyContent('2'),
    patientId: ANA,
    contactMethod: 'video',
    symptoms: [{ questionId: 'b', answer: 1 }],
  })
})

test('changes of different things end the same, whatever their order', () => {
  const changes: CartChange[] = [
    { productId: '1', symptoms: [{ questionId: 'b', answer: 1 }] },
    { productId: '1', symptoms: [{ questionId: 'c', answer: 2 }] },
    { productId: '1', summary: 'A new summary.' },
    { productId: '1', contactMethod: 'phone' },
    { productId: '1', clinicianId: null },
    { productId: '1', ageConfirmed: false },
  ]
  const apply = (order: CartChange[]) => order.reduce((each, change) => mergeCart(each, change, questions), cart)
  const expected = apply(changes)
  fc.assert(
    fc.property(fc.shuffledSubarray(changes, { minLength: 6 }), (order) => {
      expect(apply(order)).toEqual(expected)
    }),
  )
})

/** What an app that shows this tells the server. */
const wantedOf = ({ summary, contactMethod, ...rest }: CartContent): CartChange => ({
  ...rest,
  summary: summary ?? '',
  contactMethod: contactMethod ?? undefined,
})

describe('a change', () => {
  test('tells only what the cart does not say yet', () => {
    const symptoms = [...cart.symptoms, { questionId: 'b', answer: 2 }]
    const wanted: CartChange = { ...wantedOf(cart), symptoms, contactMethod: 'phone' }
    const told = { productId: '1', symptoms: [{ questionId: 'b', answer: 2 }], contactMethod: 'phone' }
    expect(changeSince(cart, wanted)).toEqual(told)
  })
  test('of nothing names the product alone', () => {
    expect(changeSince(cart, wantedOf(cart))).toEqual({ productId: '1' })
    expect(changeSince(emptyContent('1'), { productId: '1', summary: '', clinicianId: null })).toEqual({
      productId: '1',
    })
  })
  test('is told of each thing alone', () => {
    const LUIS = 'c0a7e1de-93a5-4b41-8d56-2f1f6b1a9e11'
    const changes: Partial<CartChange>[] = [
      ...[
        { patientId: LUIS },
        { patientId: null },
        { summary: 'Another.' },
        { summary: '' },
        { contactMethod: 'phone' },
      ],
      ...[{ clinicianId: LUIS }, { clinicianId: null }, { ageConfirmed: false }],
    ] as Partial<CartChange>[]
    for (const change of changes)
      expect(changeSince(cart, { ...wantedOf(cart), ...change })).toEqual({ productId: '1', ...change })
  })
  test('of an answer is told with that answer, and not with those that stayed', () => {
    const before = {
      ...cart,
      symptoms: [
        { questionId: 'a', answer: ['x', 'y'] },
        { questionId: 'b', answer: 2 },
      ],
    }
    const symptoms = [
      { questionId: 'a', answer: ['x'] },
      { questionId: 'b', answer: 2 },
    ]
    expect(changeSince(before, { productId: '1', symptoms })).toEqual({
      productId: '1',
      symptoms: symptoms.slice(0, 1),
    })
  })
  test('of another product, or of a cart that nobody knows, is told whole', () => {
    const wanted = { productId: '2', symptoms: [], clinicianId: null }
    expect(changeSince(cart, wanted)).toBe(wanted)
    expect(changeSince(undefined, wanted)).toBe(wanted)
  })
})

/** A tab: what its person sees, what is on its way, and what the server last told it. */
interface Tab {
  shown: CartContent
  known: CartContent
  sent: { shown: CartContent; change: CartChange } | undefined
  reply: CartContent | undefined
}
type Step =
  | { tab: number; does: 'answer'; question: string }
  | { tab: number; does: 'summary' | 'send' | 'arrive' | 'hear' }

test('tabs that write at once lose nothing: the cart ends as if each change had been made alone, in order of arrival [B4.15]', () => {
  const tab = fc.integer({ min: 0, max: 2 })
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ tab, does: fc.constant('answer' as const), question: fc.constantFrom(...questions) }),
    fc.record({ tab, does: fc.constantFrom('summary' as const, 'send' as const, 'arrive' as const, 'hear' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const play = new Play()
      for (const each of steps) play.step(each)
      play.settle()
      expect(play.contentOf(play.server)).toEqual(play.contentOf(play.expected))
      for (const each of play.tabs) expect(play.contentOf(each.shown)).toEqual(play.contentOf(play.expected))
    }),
    { numRuns: 1_000 },
  )
})

class Play {
  server = emptyContent('1')
  /** The same edits, each told to a cart by itself when the change that carries it arrives. */
  expected = emptyContent('1')
  readonly tabs = [0, 1, 2].map((): Tab & { edits: CartChange[]; carried: CartChange[] } => ({
    shown: emptyContent('1'),
    known: emptyContent('1'),
    sent: undefined,
    reply: undefined,
    edits: [],
    carried: [],
  }))
  #count = 0

  contentOf = ({ symptoms, summary }: CartContent) => ({
    answers: Object.fromEntries(symptoms.map(({ questionId, answer }) => [questionId, answer])),
    summary: summary ?? '',
  })

  step(step: Step): void {
    const tab = this.tabs[step.tab]
    if (!tab) return
    const edit = (change: CartChange) => {
      tab.edits.push(change)
      tab.shown = mergeCart(tab.shown, change, questions)
    }
    if (step.does === 'answer')
      edit({ productId: '1', symptoms: [{ questionId: step.question, answer: ++this.#count }] })
    if (step.does === 'summary') edit({ productId: '1', summary: `Summary number ${++this.#count}` })
    if (step.does === 'send' && !tab.sent) {
      tab.sent = { shown: tab.shown, change: changeSince(tab.known, wantedOf(tab.shown)) }
      tab.carried = tab.edits
      tab.edits = []
    }
    if (step.does === 'arrive' && tab.sent && !tab.reply) {
      this.server = mergeCart(this.server, tab.sent.change, questions)
      for (const one of tab.carried) this.expected = mergeCart(this.expected, one, questions)
      tab.reply = this.server
    }
    if (step.does === 'hear' && tab.sent && tab.reply) {
      tab.shown = mergeReply(tab.sent.shown, tab.shown, tab.reply)
      tab.known = tab.reply
      tab.sent = undefined
      tab.reply = undefined
    }
  }

  /** Everybody's last words arrive, and everybody hears the end of it. */
  settle(): void {
    for (let round = 0; round < 3; round++)
      for (const [tab] of this.tabs.entries())
        for (const does of ['arrive', 'hear', 'send', 'arrive', 'hear'] as const) this.step({ tab, does })
  }
}

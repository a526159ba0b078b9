import type { CartChange } from '@cuida/core/booking/cart/cart.ts'
import { type CartContent, emptyContent, mergeCart } from '@cuida/core/booking/cart/merge.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookingOf, type Changes, removeSentChanges, withChange } from './booking.ts'

const questions = ['a', 'b', 'c']
const stored = { productId: '1', productSlug: 'medical', mode: 'later', sessionKey: 'k'.repeat(43) } as const

/** A tab's view of the cart, its unsaved changes, and the request in progress. */
interface Tab {
  cart: CartContent
  changes: Changes
  sent: Changes | undefined
  reply: CartContent | undefined
  /** The same edits one by one: those of the request in progress, and the later ones. */
  carried: CartChange[]
  edits: CartChange[]
}
type Step = { tab: number; does: 'summary' | 'send' | 'arrive' | 'hear' | 'refetch' } | { tab: number; does: string }

test('concurrent writes of several tabs lose nothing: each field ends with the last value received [B4.15]', () => {
  const does = fc.constantFrom(...questions, 'summary', 'send', 'arrive', 'hear', 'refetch')
  const steps = fc.array(fc.record({ tab: fc.integer({ min: 0, max: 2 }), does }), { maxLength: 80 })
  fc.assert(
    fc.property(steps, (all) => {
      const play = new Play()
      for (const each of all) play.step(each)
      play.settle()
      expect(contentOf(play.server)).toEqual(contentOf(play.expected))
      for (const tab of play.tabs) expect(contentOf(bookingIn(tab))).toEqual(contentOf(play.expected))
    }),
    { numRuns: 1_000 },
  )
})

const bookingIn = ({ cart, changes }: Tab) => bookingOf(stored, cart as never, changes)
const contentOf = ({ symptoms, summary }: Pick<CartContent, 'symptoms' | 'summary'>) => ({
  answers: Object.fromEntries(symptoms.map(({ questionId, answer }) => [questionId, answer])),
  summary: summary ?? '',
})

class Play {
  server = emptyContent('1')
  expected = emptyContent('1')
  readonly tabs = [0, 1, 2].map((): Tab => {
    return { cart: this.server, changes: {}, sent: undefined, reply: undefined, carried: [], edits: [] }
  })
  #count = 0

  step({ tab: at, does }: Step): void {
    const tab = this.tabs[at] as Tab
    if (does === 'summary') this.#edit(tab, { summary: `Summary number ${++this.#count}` })
    else if (questions.includes(does)) this.#edit(tab, { symptoms: [{ questionId: does, answer: ++this.#count }] })
    else if (does === 'refetch' && !tab.sent) tab.cart = this.server
    else if (does === 'send' && !tab.sent) {
      tab.sent = tab.changes
      tab.carried = tab.edits
      tab.edits = []
    } else if (does === 'arrive' && tab.sent && !tab.reply) {
      const { isAnew: _, ...change } = tab.sent
      this.server = mergeCart(this.server, { productId: '1', ...change }, questions)
      for (const one of tab.carried) this.expected = mergeCart(this.expected, one, questions)
      tab.reply = this.server
    } else if (does === 'hear' && tab.sent && tab.reply) {
      tab.changes = removeSentChanges(tab.changes, tab.sent)
      tab.cart = tab.reply
      tab.sent = undefined
      tab.reply = undefined
    }
  }

  #edit(tab: Tab, change: Pick<CartChange, 'summary' | 'symptoms'>): void {
    tab.edits.push({ productId: '1', ...change })
    const booking = bookingIn(tab)
    const { symptoms: changedSymptoms = [], ...rest } = change
    const symptoms = [
      ...booking.symptoms.filter(({ questionId }) => questionId !== changedSymptoms[0]?.questionId),
      ...changedSymptoms,
    ]
    tab.changes = withChange(tab.changes, booking, changedSymptoms.length > 0 ? { symptoms } : rest)
  }

  /** Delivers every outstanding request and reply to every tab. */
  settle(): void {
    for (const does of ['arrive', 'hear', 'send', 'arrive', 'hear', 'refetch'])
      for (const tab of this.tabs.keys()) this.step({ tab, does })
  }
}

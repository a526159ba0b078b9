import { beforeEach, expect, test, vi } from 'vitest'
import { bankFrame } from './bank-frame.ts'
import type { FromFrame } from './protocol.ts'
import { type FakeElement, stubDocument } from './test-form.ts'

let listener: (event: { data: unknown }) => void
beforeEach(() => {
  stubDocument()
  const addEventListener = (_: string, handler: typeof listener) => {
    listener = handler
  }
  vi.stubGlobal('window', { addEventListener })
})

const question = { kind: 'challenge', url: 'https://bank.test/acs', request: 'eyJ0aHJlZURT' } as never
function renderBankFrame() {
  const sent: FromFrame[] = []
  const bank = bankFrame(question, { title: 'Your bank', send: (message) => void sent.push(message) })
  const page = bank.element as unknown as FakeElement
  return { sent, bank, frame: page.one('iframe'), form: page.one('form'), input: page.one('input') }
}

test("the bank's frame cannot navigate the app nor learn its URL", () => {
  const { frame } = renderBankFrame()
  const may = frame.getAttribute('sandbox')?.split(' ')
  expect(may).toEqual(expect.arrayContaining(['allow-scripts', 'allow-forms', 'allow-same-origin']))
  for (const never of ['allow-top-navigation', 'allow-top-navigation-by-user-activation', 'allow-modals'])
    expect(may).not.toContain(never)
  expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer')
  expect(frame.getAttribute('title')).toBe('Your bank')
})

test("the provider's request is posted into the mounted frame", () => {
  const { bank, frame, form, input } = renderBankFrame()
  const attributes = ['method', 'action', 'target'].map((name) => form.getAttribute(name))
  expect(attributes).toEqual(['post', 'https://bank.test/acs', frame.getAttribute('name')])
  expect([input.getAttribute('type'), input.getAttribute('name'), input.getAttribute('value')]).toEqual([
    ...['hidden', 'creq', 'eyJ0aHJlZURT'],
  ])
  const submit = vi.fn()
  Object.assign(form, { submit })
  bank.submit()
  expect(submit).toHaveBeenCalledOnce()
})

test('the completion message is reported as a hint, other messages are ignored', () => {
  const { sent } = renderBankFrame()
  for (const data of [null, undefined, 'COMPLETE', 7, [], {}, { status: 'PENDING' }, { type: 'complete' }])
    listener({ data })
  expect(sent).toEqual([])
  listener({ data: { status: 'COMPLETE', cardNumber: '4444' } })
  expect(sent).toEqual([{ type: 'complete' }])
})

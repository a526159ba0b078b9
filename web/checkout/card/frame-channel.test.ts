import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { openAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type FromFrame, MESSAGE_KEYS, type ToFrame, UI_MESSAGE_KEYS } from './frame/protocol.ts'
import { FrameChannel } from './frame-channel.ts'

// The app's end of the channel, without a browser: the test plays the form's end.

const PAYMENTS = 'https://pay.cuida.test'
const form = { kind: 'newCard', document: '' } as const
/** The computed style of the page. */
const style = { colorScheme: 'light', scrollPaddingBlockStart: '60px', scrollPaddingBlockEnd: '100px' }
const media = new EventTarget()
let restyled: () => void = () => {}
let stopped = 0

beforeEach(() => {
  freezeTime()
  loadMessages('en', Object.fromEntries([...MESSAGE_KEYS, ...UI_MESSAGE_KEYS].map((key) => [key, `message of ${key}`])))
  openAddress('/checkout')
  style.colorScheme = 'light'
  stopped = 0
  Object.assign(document.documentElement, { lang: 'en' })
  vi.stubGlobal('getComputedStyle', () => ({
    ...style,
    getPropertyValue: (name: string) => ` ${name} of the partner `,
  }))
  vi.stubGlobal('matchMedia', () => media)
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(changed: () => void) {
        restyled = changed
      }
      observe = vi.fn()
      disconnect = () => void stopped++
    },
  )
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal('scrollBy', vi.fn())
})

function channel({ top = 0 } = {}) {
  const sent: { message: ToFrame; origin: string; port: MessagePort }[] = []
  const iframe = {
    src: `${PAYMENTS}/card?kind=new`,
    focus: vi.fn(),
    getBoundingClientRect: () => ({ top }),
    contentWindow: {
      postMessage: (message: ToFrame, origin: string, [port]: [MessagePort]) => sent.push({ message, origin, port }),
    },
  }
  const ears = {
    height: vi.fn(),
    wrong: vi.fn(),
    enter: vi.fn(),
    failed: vi.fn(),
    installments: vi.fn(),
    complete: vi.fn(),
  }
  const frameChannel = new FrameChannel(iframe as never, form, ears)
  onTestFinished(() => frameChannel.close())
  /** The form has loaded and answers. */
  function opened() {
    frameChannel.open()
    const { port } = sent.at(-1) as (typeof sent)[number]
    const messages: ToFrame[] = []
    port.onmessage = ({ data }) => messages.push(data)
    onTestFinished(() => port.close())
    return { messages, say: (message: FromFrame | object) => actAndFlush(() => port.postMessage(message)) }
  }
  return { channel: frameChannel, iframe, ears, sent, opened }
}

describe('a loaded form', () => {
  test("the form is opened at its exact origin only, with messages, language and the partner's colours", () => {
    const { sent, opened } = channel()
    opened()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.origin).toBe(PAYMENTS)
    expect(sent[0]?.message).toMatchObject({
      type: 'open',
      form,
      lang: 'en',
      messages: Object.fromEntries([...MESSAGE_KEYS, ...UI_MESSAGE_KEYS].map((key) => [key, `message of ${key}`])),
      theme: { scheme: 'light', properties: { '--brand': '--brand of the partner' } },
    })
  })

  test('a form that is ready does not fail', async () => {
    const { ears, opened } = channel()
    await opened().say({ type: 'ready' })
    await advanceTime(60_000)
    expect(ears.failed).not.toHaveBeenCalled()
  })

  test('the form reports its height and Enter', async () => {
    const { ears, opened } = channel()
    const { say } = opened()
    await say({ type: 'height', px: 312 })
    await say({ type: 'enter' })
    expect(ears.height).toHaveBeenCalledExactlyOnceWith(312)
    expect(ears.enter).toHaveBeenCalledOnce()
  })

  test("the form reports the card's installments and receives a new price once", async () => {
    const { channel: frameChannel, ears, opened } = channel()
    frameChannel.update({ ...form, amount: 2900 })
    const { messages, say } = opened()
    await say({ type: 'installments', offer: 'asking' })
    expect(ears.installments).toHaveBeenCalledExactlyOnceWith('asking')
    for (const amount of [2900, 2500, 2500]) await actAndFlush(() => frameChannel.update({ ...form, amount }))
    expect(messages).toEqual([{ type: 'amount', amount: 2500 }])
  })

  test('the form reports the end of a bank challenge', async () => {
    const { ears, opened } = channel()
    await opened().say({ type: 'complete' })
    expect(ears.complete).toHaveBeenCalledOnce()
  })

  test('an unknown message of the form is ignored', async () => {
    const { ears, opened } = channel()
    await opened().say({ type: 'pay', px: 1 })
    for (const ear of Object.values(ears)) expect(ear).not.toHaveBeenCalled()
  })

  test('a reloaded form gets a new channel, and the old one is closed', async () => {
    const { ears, opened } = channel()
    const before = opened()
    const after = opened()
    await before.say({ type: 'enter' })
    expect(ears.enter).not.toHaveBeenCalled()
    await after.say({ type: 'enter' })
    expect(ears.enter).toHaveBeenCalledOnce()
  })
})

describe('a missing form', () => {
  test('the form fails after twenty seconds', async () => {
    const { ears } = channel()
    await advanceTime(19_999)
    expect(ears.failed).not.toHaveBeenCalled()
    await advanceTime(1)
    expect(ears.failed).toHaveBeenCalledOnce()
  })

  test('the form fails after four seconds when the loaded page does not answer', async () => {
    const { ears, opened } = channel()
    await advanceTime(10_000)
    opened()
    await advanceTime(3_999)
    expect(ears.failed).not.toHaveBeenCalled()
    await advanceTime(1)
    expect(ears.failed).toHaveBeenCalledOnce()
    await advanceTime(60_000)
    expect(ears.failed).toHaveBeenCalledOnce()
  })

  test('a closed form does not fail', async () => {
    const { channel: closed, ears } = channel()
    closed.close()
    await advanceTime(60_000)
    expect(ears.failed).not.toHaveBeenCalled()
  })
})

/** The promise's current state: a test of a promise that never settles should fail instead of hanging. */
function watchPromise(promise: Promise<unknown>): { of: unknown } {
  const outcome: { of: unknown } = { of: 'nothing yet' }
  const record = (what: unknown) => {
    outcome.of = what
  }
  void promise.then(record, record)
  return outcome
}

describe('a token request', () => {
  const card = { cardToken: 'token', sessionId: 'form' }

  test('the reply has the token and what remains of the card', async () => {
    const { channel: open, ears, opened } = channel()
    const { say, messages } = opened()
    const outcome = watchPromise(open.tokenise())
    await say({ type: 'token', card })
    expect(outcome.of).toEqual(card)
    expect(messages).toEqual([{ type: 'submit' }])
    expect(ears.wrong).toHaveBeenLastCalledWith(0)
  })

  test('invalid fields return no card, their count is reported, and the app focuses the frame', async () => {
    const { channel: open, iframe, ears, opened } = channel()
    const { say, messages } = opened()
    const outcome = watchPromise(open.tokenise())
    await say({
      type: 'problems',
      problems: [
        { field: 'number', code: 'REQUIRED' },
        { field: 'expiry', code: 'EXPIRED' },
      ],
    })
    expect(outcome.of).toBeUndefined()
    expect(ears.wrong).toHaveBeenLastCalledWith(2)
    expect(iframe.focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true })
    await actAndFlush(() => undefined)
    expect(messages).toEqual([{ type: 'submit' }, { type: 'focus' }])
  })

  test.each([
    ['BAD_CARD_DETAILS', 400],
    ['UNAVAILABLE', 503],
    ['OFFLINE', 503],
  ])('the request fails with %s, which is a %i', async (code, status) => {
    const { channel: open, iframe, opened } = channel()
    const { say } = opened()
    const outcome = watchPromise(open.tokenise())
    await say({ type: 'failed', code })
    expect(outcome.of).toMatchObject({ code, status })
    expect(iframe.focus).not.toHaveBeenCalled()
  })

  test('the request times out after twenty seconds', async () => {
    const { channel: open, opened } = channel()
    opened()
    const onError = vi.fn()
    void open.tokenise().catch(onError)
    await advanceTime(19_999)
    expect(onError).not.toHaveBeenCalled()
    await advanceTime(1)
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'OFFLINE' }))
  })

  test('the request ends when the form is closed', async () => {
    const { channel: open, opened } = channel()
    opened()
    const outcome = watchPromise(open.tokenise())
    await actAndFlush(() => open.close())
    expect(outcome.of).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('scrolling the form into view', () => {
  // The viewport is 800 px high; the upper 60 and the lower 100 are covered.
  test.each([
    ['a visible part does not scroll', 200, { top: 10, bottom: 60 }, undefined],
    ['a part just below the header does not scroll', 50, { top: 10, bottom: 60 }, undefined],
    ['a part above the viewport scrolls up', 0, { top: 10, bottom: 60 }, -50],
    ['a part just above the footer does not scroll', 640, { top: 10, bottom: 60 }, undefined],
    ['a part below the viewport scrolls down', 660, { top: 10, bottom: 60 }, 20],
    ['a part higher than the viewport scrolls to its start', 100, { top: 100, bottom: 900 }, 140],
  ])('%s', async (_, top, stretch, by) => {
    const { opened } = channel({ top })
    await opened().say({ type: 'reveal', ...stretch })
    expect(vi.mocked(scrollBy).mock.calls).toEqual(by === undefined ? [] : [[0, by]])
  })

  test('on a page without fixed bars every part counts as visible', async () => {
    vi.stubGlobal('getComputedStyle', () => ({ colorScheme: 'light', getPropertyValue: () => '' }))
    await channel({ top: 1 }).opened().say({ type: 'reveal', top: 0, bottom: 799 })
    expect(scrollBy).not.toHaveBeenCalled()
    await channel({ top: 2 }).opened().say({ type: 'reveal', top: 0, bottom: 799 })
    expect(scrollBy).toHaveBeenCalledExactlyOnceWith(0, 1)
  })
})

describe('the theme', () => {
  test('the form gets new colours when the system or the person changes them', async () => {
    const { messages } = channel().opened()
    style.colorScheme = 'dark'
    await actAndFlush(() => media.dispatchEvent(new Event('change')))
    await actAndFlush(() => restyled())
    await actAndFlush(() => undefined)
    expect(messages.map((message) => 'theme' in message && message.theme.scheme)).toEqual(['dark', 'dark'])
  })

  test('a closed form no longer observes the theme', async () => {
    const { channel: open, opened } = channel()
    const { messages } = opened()
    open.close()
    expect(stopped).toBe(1)
    await actAndFlush(() => media.dispatchEvent(new Event('change')))
    expect(messages).toEqual([])
  })
})

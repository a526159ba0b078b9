import { beforeEach, expect, test, vi } from 'vitest'
import { forgetChat, markOf, readStoredChat } from './chat-mark.ts'

const session = vi.hoisted(() => ({ id: vi.fn<() => string | undefined>() }))
vi.mock('../../kit/api.ts', () => ({ session }))

const URL_OF_CHAT = 'https://help.cuida.test/help-window'
let entries: Map<string, string>
let frame: Record<string, unknown> & {
  contentWindow: { postMessage: ReturnType<typeof vi.fn> }
  sandbox: { add: ReturnType<typeof vi.fn> }
}
beforeEach(() => {
  vi.useFakeTimers()
  entries = new Map()
  session.id.mockReturnValue('s-1')
  frame = { remove: vi.fn(), contentWindow: { postMessage: vi.fn() }, sandbox: { add: vi.fn() } } as never
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  })
  vi.stubGlobal('document', { createElement: vi.fn(() => frame), body: { append: vi.fn() } })
})

test("a session's chat has one mark however often it is opened; another session's has another", () => {
  expect(readStoredChat()).toBeUndefined()
  const ownMark = markOf(URL_OF_CHAT)
  expect(markOf(URL_OF_CHAT)).toBe(ownMark)
  expect(readStoredChat()?.owner).toBe(ownMark)
  for (const other of ['s-2', undefined]) {
    session.id.mockReturnValue(other)
    expect(readStoredChat()).toBeUndefined()
    expect(markOf(URL_OF_CHAT)).not.toBe(ownMark)
  }
})

test('the mark does not reveal its session', () => {
  expect(markOf(URL_OF_CHAT)).not.toContain('s-1')
})

test('an invalid mark counts as none', () => {
  entries.set('chat', '{"url"')
  expect(readStoredChat()).toBeUndefined()
})

test("clearing opens the chat's page invisibly, asks it to clear its storage, and times out", () => {
  markOf(URL_OF_CHAT)
  forgetChat()
  expect(entries.size).toBe(0)
  expect(frame).toMatchObject({ hidden: true, src: URL_OF_CHAT })
  expect(frame.sandbox.add).toHaveBeenCalledExactlyOnceWith('allow-scripts', 'allow-same-origin')
  ;(frame.onload as () => void)()
  expect(frame.contentWindow.postMessage).toHaveBeenCalledExactlyOnceWith(
    { type: 'forget' },
    'https://help.cuida.test',
    [expect.anything()],
  )
  vi.advanceTimersByTime(5_000)
  expect(frame.remove).toHaveBeenCalled()
})

test('without a chat no page is opened', () => {
  forgetChat()
  expect(document.createElement).not.toHaveBeenCalled()
})

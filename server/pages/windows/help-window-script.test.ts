import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { HELP_SCRIPT } from './help-window-script.ts'

const APP = 'https://app.test'
const SCRIPT = 'https://static.zdassets.com/ekr/snippet.js?key=k'

/** A minimal browser, with the owner of the chat that this device has stored. */
function page({ keeps = true, owner = 'of-before' } = {}) {
  const log: string[] = []
  let storedValue = owner
  const stored = (name: string) => ({
    clear: () => log.push(`clear ${name}`),
    getItem: () => storedValue,
    setItem: (_: string, value: string) => {
      storedValue = value
      log.push(`keep for ${value}`)
    },
  })
  const refused = () => {
    throw new Error('Access is denied for this document')
  }
  let listener: (event: object) => void = () => {}
  const script: Record<string, unknown> = {}
  const on: Record<string, () => void> = {}
  let late = () => {}
  const login: { ask?: (use: (pass: string) => void) => void; done?: (error: Error | null) => void } = {}
  const context = {
    document: {
      currentScript: { dataset: { widget: SCRIPT, apps: APP } },
      createElement: () => script,
      body: { append: () => log.push(`load ${script.src} as ${script.id}`) },
    },
    addEventListener: (_: string, act: typeof listener) => {
      listener = act
    },
    get localStorage() {
      return keeps ? stored('local') : refused()
    },
    get sessionStorage() {
      return keeps ? stored('session') : refused()
    },
    zE: undefined as unknown,
    setTimeout: (act: () => void) => {
      log.push('wait')
      late = act
    },
  }
  const port = { postMessage: vi.fn(), onmessage: (_: object) => {} }
  runInNewContext(HELP_SCRIPT, context)
  const arrive = () => {
    context.zE = (command: string, action: string, argument?: unknown, done?: unknown) => {
      if (command === 'messenger:on') on[action] = argument as () => void
      else if (action === 'loginUser') Object.assign(login, { ask: argument, done })
      else log.push([command, action, argument].filter((part) => part !== undefined).join(' '))
      if (command === 'messenger' && (action === 'open' || action === 'close')) on[action]?.()
    }
    ;(script.onload as () => void)()
  }
  const open = (origin = APP, more = {}) =>
    listener({ origin, data: { type: 'open', locale: 'pt-BR', owner: 'ana', ...more }, ports: [port] })
  const forget = (origin = APP) => listener({ origin, data: { type: 'forget' }, ports: [port] })
  const sentTypes = () => port.postMessage.mock.calls.map(([{ type }]) => type)
  const saysItKeeps = () => port.postMessage.mock.calls.find(([{ type }]) => type === 'ready')?.[0].keeps
  return {
    log,
    port,
    open,
    tooLong: () => late(),
    forget,
    login,
    arrive,
    sentTypes,
    saysItKeeps,
    lose: () => (script.onerror as () => void)(),
  }
}

test("the page loads nothing before the app's message, and ignores other senders [B2.26]", () => {
  const { log, open, forget } = page()
  open('https://evil.test')
  forget('https://evil.test')
  expect(log).toEqual([])
})

test("another person's stored chat is deleted before the widget loads, which receives only the language", () => {
  const { log, open, arrive, sentTypes, saysItKeeps, login } = page()
  open()
  open()
  expect(log).toEqual(['clear local', 'clear session', 'keep for ana', `load ${SCRIPT} as ze-snippet`])
  arrive()
  expect(log.slice(4)).toEqual(['messenger:set locale pt-BR', 'messenger open'])
  expect(sentTypes()).toEqual(['ready'])
  expect(saysItKeeps()).toBe(true)
  expect(login).toEqual({})
})

test('a stored chat continues for its owner', () => {
  const { log, open, arrive, saysItKeeps } = page({ owner: 'ana' })
  open()
  arrive()
  expect(saysItKeeps()).toBe(true)
  expect(log).toEqual([`load ${SCRIPT} as ze-snippet`, 'messenger:set locale pt-BR', 'messenger open'])
})

test('the app closes the widget without losing the chat', () => {
  const { log, port, open, arrive, sentTypes } = page({ owner: 'ana' })
  open()
  port.onmessage({ data: { type: 'close' } })
  arrive()
  log.length = 0
  port.onmessage({ data: { type: 'close' } })
  expect(log).toEqual(['messenger close'])
  expect(sentTypes()).toEqual(['ready', 'closed'])
})

test('a request to forget deletes the chat and loads nothing', () => {
  const { log, forget, open, sentTypes } = page()
  forget()
  open()
  expect(log).toEqual(['clear local', 'clear session'])
  expect(sentTypes()).toEqual(['forgotten'])
})

test('the widget is given a fresh token from the app each time it asks for one', () => {
  const { port, open, arrive, sentTypes, login } = page()
  open(APP, { identified: true })
  arrive()
  for (const pass of ['first', 'second']) {
    const used: string[] = []
    login.ask?.((passToken) => used.push(passToken))
    expect(sentTypes().at(-1)).toBe('pass')
    port.onmessage({ data: { type: 'pass', pass } })
    expect(used).toEqual([pass])
  }
  login.done?.(null)
  expect(sentTypes()).not.toContain('unknown')
  login.done?.(new Error('LoginFailedError'))
  expect(sentTypes().at(-1)).toBe('unknown')
})

test('an identified widget opens once the person is known, or after five seconds: a chat begun anonymously would be lost', () => {
  const known = page()
  const refused = page()
  const slow = page()
  for (const { open, arrive, log } of [known, refused, slow]) {
    open(APP, { identified: true })
    arrive()
    expect(log).not.toContain('messenger open')
  }
  known.login.done?.(null)
  known.tooLong()
  refused.login.done?.(new Error('LoginFailedError'))
  slow.tooLong()
  slow.login.done?.(null)
  for (const { log } of [known, refused, slow]) expect(log.filter((line) => line === 'messenger open')).toHaveLength(1)
})

test('in a browser without storage for frames the chat works, and the app is told that it does not last', () => {
  const { open, arrive, sentTypes, saysItKeeps } = page({ keeps: false })
  open()
  arrive()
  expect(sentTypes()).toEqual(['ready'])
  expect(saysItKeeps()).toBe(false)
})

test('a script that does not load, or is another one, is reported as failed', () => {
  const failedPage = page()
  failedPage.open()
  failedPage.lose()
  expect(failedPage.sentTypes()).toEqual(['failed'])
})

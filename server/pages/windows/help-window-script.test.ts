import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { HELP_SCRIPT } from './help-window-script.ts'

const APP = 'https://app.test'
const SCRIPT = 'https://static.zdassets.com/ekr/snippet.js?key=k'

/** A browser as far as the page needs one, with whose chat was kept on this device before. */
function page({ keeps = true, owner = 'of-before' } = {}) {
  const log: string[] = []
  let kept = owner
  const stored = (name: string) => ({
    clear: () => log.push(`clear ${name}`),
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value
      log.push(`keep for ${value}`)
    },
  })
  const refused = () => {
    throw new Error('Access is denied for this document')
  }
  let hear: (event: object) => void = () => {}
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
    addEventListener: (_: string, act: typeof hear) => {
      hear = act
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
    context.zE = (command: string, action: string, given?: unknown, done?: unknown) => {
      if (command === 'messenger:on') on[action] = given as () => void
      else if (action === 'loginUser') Object.assign(login, { ask: given, done })
      else log.push([command, action, given].filter((part) => part !== undefined).join(' '))
      if (command === 'messenger' && (action === 'open' || action === 'close')) on[action]?.()
    }
    ;(script.onload as () => void)()
  }
  const open = (origin = APP, more = {}) =>
    hear({ origin, data: { type: 'open', locale: 'pt-BR', owner: 'ana', ...more }, ports: [port] })
  const forget = (origin = APP) => hear({ origin, data: { type: 'forget' }, ports: [port] })
  const said = () => port.postMessage.mock.calls.map(([{ type }]) => type)
  const saysItKeeps = () => port.postMessage.mock.calls.find(([{ type }]) => type === 'ready')?.[0].keeps
  return {
    log,
    port,
    open,
    tooLong: () => late(),
    forget,
    login,
    arrive,
    said,
    saysItKeeps,
    lose: () => (script.onerror as () => void)(),
  }
}

test('nothing is loaded before the app asks, and nothing for anybody else [B2.26]', () => {
  const { log, open, forget } = page()
  open('https://evil.test')
  forget('https://evil.test')
  expect(log).toEqual([])
})

test('what somebody else’s chat left is forgotten before the widget comes; it is told the language and nothing else', () => {
  const { log, open, arrive, said, saysItKeeps, login } = page()
  open()
  open()
  expect(log).toEqual(['clear local', 'clear session', 'keep for ana', `load ${SCRIPT} as ze-snippet`])
  arrive()
  expect(log.slice(4)).toEqual(['messenger:set locale pt-BR', 'messenger open'])
  expect(said()).toEqual(['ready'])
  expect(saysItKeeps()).toBe(true)
  expect(login).toEqual({})
})

test('a chat goes on for whom it was kept', () => {
  const { log, open, arrive, saysItKeeps } = page({ owner: 'ana' })
  open()
  arrive()
  expect(saysItKeeps()).toBe(true)
  expect(log).toEqual([`load ${SCRIPT} as ze-snippet`, 'messenger:set locale pt-BR', 'messenger open'])
})

test('closed from the app, the widget closes and nothing of the chat is lost', () => {
  const { log, port, open, arrive, said } = page({ owner: 'ana' })
  open()
  port.onmessage({ data: { type: 'close' } })
  arrive()
  log.length = 0
  port.onmessage({ data: { type: 'close' } })
  expect(log).toEqual(['messenger close'])
  expect(said()).toEqual(['ready', 'closed'])
})

test('asked to forget, it does, and loads nothing', () => {
  const { log, forget, open, said } = page()
  forget()
  open()
  expect(log).toEqual(['clear local', 'clear session'])
  expect(said()).toEqual(['forgotten'])
})

test('who writes is told by a pass that the app brings, each time the widget wants one', () => {
  const { port, open, arrive, said, login } = page()
  open(APP, { identified: true })
  arrive()
  for (const pass of ['first', 'second']) {
    const used: string[] = []
    login.ask?.((given) => used.push(given))
    expect(said().at(-1)).toBe('pass')
    port.onmessage({ data: { type: 'pass', pass } })
    expect(used).toEqual([pass])
  }
  login.done?.(null)
  expect(said()).not.toContain('unknown')
  login.done?.(new Error('LoginFailedError'))
  expect(said().at(-1)).toBe('unknown')
})

test('who is told opens once that is known, or after a while: what a stranger wrote would be gone', () => {
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

test('a browser that keeps nothing for a frame has a chat all the same, and the app hears that it does not last', () => {
  const { open, arrive, said, saysItKeeps } = page({ keeps: false })
  open()
  arrive()
  expect(said()).toEqual(['ready'])
  expect(saysItKeeps()).toBe(false)
})

test('a script that does not come, or is something else, has failed', () => {
  const lost = page()
  lost.open()
  lost.lose()
  expect(lost.said()).toEqual(['failed'])
})

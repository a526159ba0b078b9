import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { HELP_SCRIPT } from './help-window-script.ts'

const APP = 'https://app.test'
const SCRIPT = 'https://static.zdassets.com/ekr/snippet.js?key=k'

/** A browser as far as the page needs one, with what an earlier chat on this device left behind. */
function page({ keeps = true } = {}) {
  const log: string[] = []
  const stored = (name: string) => ({ clear: () => log.push(`clear ${name}`) })
  const refused = () => {
    throw new Error('Access is denied for this document')
  }
  let hear: (event: object) => void = () => {}
  const script: Record<string, unknown> = {}
  const on: Record<string, () => void> = {}
  const world = {
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
  }
  const port = { postMessage: vi.fn(), onmessage: (_: object) => {} }
  runInNewContext(HELP_SCRIPT, world)
  const arrive = () => {
    world.zE = (command: string, action: string, given?: unknown) => {
      if (command === 'messenger:on') on[action] = given as () => void
      else log.push([command, action, given].filter((part) => part !== undefined).join(' '))
      if (command === 'messenger' && action === 'open') on.open?.()
    }
    ;(script.onload as () => void)()
  }
  const open = (origin = APP) => hear({ origin, data: { type: 'open', locale: 'pt-BR' }, ports: [port] })
  const said = () => port.postMessage.mock.calls.map(([{ type }]) => type)
  return { log, port, open, arrive, said, lose: () => (script.onerror as () => void)() }
}

test('nothing is loaded before the app asks, and nothing for anybody else', () => {
  const { log, open } = page()
  open('https://evil.test')
  expect(log).toEqual([])
})

test('what an earlier chat left is forgotten before the widget comes; it is told the language and nothing else', () => {
  const { log, open, arrive, said } = page()
  open()
  open()
  expect(log).toEqual(['clear local', 'clear session', `load ${SCRIPT} as ze-snippet`])
  arrive()
  expect(log.slice(3)).toEqual(['messenger:set locale pt-BR', 'messenger open'])
  expect(said()).toEqual(['ready'])
})

test('closed from the app, the widget deletes what it kept, and so does the page', () => {
  const { log, port, open, arrive, said } = page()
  open()
  arrive()
  log.length = 0
  port.onmessage({ data: { type: 'close' } })
  expect(log).toEqual(['messenger:set cookies false', 'clear local', 'clear session'])
  expect(said()).toEqual(['ready', 'closed'])
})

test('a browser that keeps nothing for a frame has a chat all the same', () => {
  const { open, arrive, said } = page({ keeps: false })
  open()
  arrive()
  expect(said()).toEqual(['ready'])
})

test('a script that does not come, or is something else, has failed', () => {
  const lost = page()
  lost.open()
  lost.lose()
  expect(lost.said()).toEqual(['failed'])
})

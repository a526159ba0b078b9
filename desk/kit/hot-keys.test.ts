import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useHotKey } from './hot-keys.ts'
import { HOT_KEYS_OFF_KEY, useListKeys } from './page/list-keys.ts'

describe('hot keys', () => {
  /** A fake event target. */
  class Thing {
    readonly #writes: boolean
    constructor(writes: boolean) {
      this.#writes = writes
    }
    matches = (what: string) => this.#writes && what.split(', ').includes('textarea')
  }
  let dialog: object | null = null
  beforeEach(() => {
    dialog = null
    vi.stubGlobal('Element', Thing)
    Object.assign(document, { querySelector: (what: string) => (what === 'dialog[open]' ? dialog : null) })
  })

  const press = (key: string, { target = new Thing(false), ...more }: { target?: Thing } & object = {}) => {
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key, ...more })
    Object.defineProperty(event, 'target', { value: target })
    return actAndFlush(() => {
      dispatchEvent(event)
      return event
    })
  }

  test('J and K move from the chosen row to its neighbours', async () => {
    const go = vi.fn()
    await renderHookWithQueries(() => useListKeys(['a', 'b', 'c'], 'b', go))
    await press('j')
    await press('K')
    expect(go.mock.calls.flat()).toEqual(['c', 'a'])
  })

  test('J and K do nothing at the end of the list', async () => {
    const go = vi.fn()
    await renderHookWithQueries(() => useListKeys(['a'], 'a', go))
    await press('j')
    await press('x')
    expect(go).not.toHaveBeenCalled()
  })

  test('a hot key runs its action and prevents the browser’s default', async () => {
    const act = vi.fn()
    await renderHookWithQueries(() => useHotKey('n', act))
    expect((await press('N')).defaultPrevented).toBe(true)
    expect((await press('m')).defaultPrevented).toBe(false)
    expect(act).toHaveBeenCalledOnce()
  })

  test.each([
    ['with Control, for the browser’s shortcuts,', { ctrlKey: true }],
    ['with Command', { metaKey: true }],
    ['with Alt', { altKey: true }],
  ])('%s hot keys do nothing', async (_, more) => {
    const act = vi.fn()
    await renderHookWithQueries(() => [useHotKey('j', act), useListKeys(['a'], undefined, act)])
    await press('j', more)
    expect(act).not.toHaveBeenCalled()
  })

  test('hot keys do nothing when they are switched off', async () => {
    const act = vi.fn()
    await renderHookWithQueries(() => [useHotKey('j', act), useListKeys(['a'], undefined, act)])
    localStorage.setItem(HOT_KEYS_OFF_KEY, '')
    await press('j')
    expect(act).not.toHaveBeenCalled()
  })

  test('hot keys do nothing while the user types or a dialog is open', async () => {
    const act = vi.fn()
    await renderHookWithQueries(() => [useHotKey('j', act), useListKeys(['a'], undefined, act)])
    await press('j', { target: new Thing(true) })
    dialog = {}
    await press('j')
    expect(act).not.toHaveBeenCalled()
    dialog = null
    await press('j')
    expect(act).toHaveBeenCalledTimes(2)
  })

  test('hot keys do nothing after their screen unmounts', async () => {
    const act = vi.fn()
    const screen = await renderHookWithQueries(() => [useHotKey('j', act), useListKeys(['a'], undefined, act)])
    await screen.unmount()
    await press('j')
    expect(act).not.toHaveBeenCalled()
  })
})

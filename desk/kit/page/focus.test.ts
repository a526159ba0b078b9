import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { openAddress } from '@cuida/ui/testing/query-client.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'

// Who works with the keys, or hears the page, is somewhere on it: where, is told here, on a page that draws nothing.

class Thing {
  isConnected = true
  tabIndex = 0
  readonly #isSeen: boolean
  readonly #list: object | null
  constructor({ isSeen = true, list = null as object | null } = {}) {
    this.#isSeen = isSeen
    this.#list = list
  }
  focus(): void {
    focused = this
  }
  checkVisibility = () => this.#isSeen
  scrollIntoView(): void {
    broughtInSight = this
  }
  closest = (what: string) => (what === 'nav' ? this.#list : null)
}
let focused: Thing | undefined
let broughtInSight: Thing | undefined
let scrolledTo: number | undefined
const outOfSight = new Thing({ isSeen: false })
let heading: Thing

/** The page arrived at an address, and somebody has gone on to another since; or not yet. */
async function page({ hasGoneOn = true } = {}) {
  vi.resetModules()
  openAddress('/orders')
  focused = undefined
  broughtInSight = undefined
  scrolledTo = undefined
  vi.stubGlobal('scrollTo', (_: number, top: number) => {
    scrolledTo = top
  })
  heading = new Thing()
  Object.assign(document, { querySelectorAll: (what: string) => (what === 'h1' ? [outOfSight, heading] : []) })
  Object.defineProperty(document, 'activeElement', { get: () => focused ?? null, configurable: true })
  const hooks = await import('./focus.ts')
  if (hasGoneOn) history.pushState(null, '', '/orders/7')
  return hooks
}
beforeEach(() => void vi.unstubAllGlobals())

describe('what has just been opened', () => {
  async function opening(before?: Thing, hasGoneOn = true) {
    const { useFocusOnArrival } = await page({ hasGoneOn })
    focused = before
    const opened = new Thing()
    const screen = await renderHookWithQueries(() => Object.assign(useFocusOnArrival<never>(), { current: opened }))
    return { opened, screen }
  }

  test.each([
    ['nothing has it', undefined],
    ['only the page has it', document.body as unknown as Thing],
    ['what had it is out of sight', outOfSight],
  ])('takes the focus where %s', async (_, before) => {
    const { opened } = await opening(before)
    expect(focused).toBe(opened)
  })

  test('begins at its top, where the page itself scrolls', async () => {
    await opening()
    expect(scrolledTo).toBe(0)
  })

  test('leaves it where it is', async () => {
    const field = new Thing()
    await opening(field)
    expect(focused).toBe(field)
  })

  test('does not take it where the page arrived: there its reader starts at the top', async () => {
    await opening(undefined, false)
    expect(focused).toBeUndefined()
  })

  test.each([true, false])(
    'gives it to the heading that can be seen, when it is gone (gone on before: %s)',
    async (hasGoneOn) => {
      const { opened, screen } = await opening(undefined, hasGoneOn)
      opened.isConnected = false
      focused = undefined
      await screen.unmount()
      expect(focused).toBe(heading)
      expect(heading.tabIndex).toBe(-1)
    },
  )

  test('gives it to nothing while it stands there still, or something else has it by then', async () => {
    const staying = await opening()
    focused = undefined
    await staying.screen.unmount()
    expect(focused).toBeUndefined()
    const { opened, screen } = await opening()
    opened.isConnected = false
    const next = new Thing()
    focused = next
    await screen.unmount()
    expect(focused).toBe(next)
  })

  test('leaves a page without a heading alone', async () => {
    const { opened, screen } = await opening()
    Object.assign(document, { querySelectorAll: () => [outOfSight] })
    opened.isConnected = false
    focused = undefined
    await screen.unmount()
    expect(focused).toBeUndefined()
  })
})

describe('who comes back to a list', () => {
  async function list(chosen: boolean) {
    const { useFocusOnReturn, useFocusOnArrival } = await page({ hasGoneOn: false })
    const nav = { querySelectorAll: () => [heading] }
    const row = new Thing({ list: nav })
    let isChosen = chosen
    const screen = await renderHookWithQueries(() => Object.assign(useFocusOnReturn<never>(isChosen), { current: row }))
    const becomes = (next: boolean) => {
      isChosen = next
      return screen.rerender()
    }
    return { row, screen, becomes, useFocusOnArrival }
  }

  test('goes on at the row that they left by', async () => {
    const { row, becomes } = await list(true)
    await becomes(false)
    expect(focused).toBe(row)
  })

  test('sees the row that is chosen, by whatever it is chosen', async () => {
    const { row, becomes } = await list(false)
    expect(broughtInSight).toBeUndefined()
    await becomes(true)
    expect(broughtInSight).toBe(row)
  })

  test('stays where they are, if that is somewhere', async () => {
    const { becomes } = await list(true)
    const field = new Thing()
    focused = field
    await becomes(false)
    expect(focused).toBe(field)
  })

  test('is not sent to a row that was not chosen, or that still is', async () => {
    const { becomes } = await list(false)
    await becomes(false)
    await becomes(true)
    await becomes(true)
    expect(focused).toBeUndefined()
    await becomes(false)
    expect(focused).toBeDefined()
  })

  test('has been somewhere by then: what is opened next takes the focus, also at the first address', async () => {
    const { becomes, useFocusOnArrival } = await list(true)
    await becomes(false)
    focused = undefined
    const opened = new Thing()
    await renderHookWithQueries(() => Object.assign(useFocusOnArrival<never>(), { current: opened }))
    expect(focused).toBe(opened)
  })

  test('goes on at its heading, when the row that they were at leaves it', async () => {
    const { row, screen } = await list(false)
    focused = row
    await screen.unmount()
    expect(focused).toBe(heading)
  })

  test('is not moved by a row that they were not at', async () => {
    const { screen } = await list(false)
    const field = new Thing()
    focused = field
    await actAndFlush(() => screen.unmount())
    expect(focused).toBe(field)
  })
})

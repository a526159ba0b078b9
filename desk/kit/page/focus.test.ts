import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { openAddress } from '@cuida/ui/testing/query-client.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'

// Where the focus goes for keyboard and screen reader users, tested with a fake document.

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

/** A page that was loaded at an address; by default the user has navigated since. */
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

describe('a newly opened pane', () => {
  async function opening(before?: Thing, hasGoneOn = true) {
    const { useFocusOnArrival } = await page({ hasGoneOn })
    focused = before
    const opened = new Thing()
    const screen = await renderHookWithQueries(() => Object.assign(useFocusOnArrival<never>(), { current: opened }))
    return { opened, screen }
  }

  test.each([
    ['no element has it', undefined],
    ['only the body has it', document.body as unknown as Thing],
    ['the focused element is hidden', outOfSight],
  ])('the pane takes the focus where %s', async (_, before) => {
    const { opened } = await opening(before)
    expect(focused).toBe(opened)
  })

  test('the page scrolls to its top, where the page itself scrolls', async () => {
    await opening()
    expect(scrolledTo).toBe(0)
  })

  test('the scroll position is kept otherwise', async () => {
    const field = new Thing()
    await opening(field)
    expect(focused).toBe(field)
  })

  test('the pane does not take the focus on the page load', async () => {
    await opening(undefined, false)
    expect(focused).toBeUndefined()
  })

  test.each([true, false])(
    'a closed pane moves the focus to the visible heading (navigated before: %s)',
    async (hasGoneOn) => {
      const { opened, screen } = await opening(undefined, hasGoneOn)
      opened.isConnected = false
      focused = undefined
      await screen.unmount()
      expect(focused).toBe(heading)
      expect(heading.tabIndex).toBe(-1)
    },
  )

  test('the focus does not move while the pane is still there or another element has it', async () => {
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

  test('a page without a heading causes no error', async () => {
    const { opened, screen } = await opening()
    Object.assign(document, { querySelectorAll: () => [outOfSight] })
    opened.isConnected = false
    focused = undefined
    await screen.unmount()
    expect(focused).toBeUndefined()
  })
})

describe('returning to a list', () => {
  async function list(isInitiallyChosen: boolean) {
    const { useFocusOnReturn, useFocusOnArrival } = await page({ hasGoneOn: false })
    const nav = { querySelectorAll: () => [heading] }
    const row = new Thing({ list: nav })
    let isChosen = isInitiallyChosen
    const screen = await renderHookWithQueries(() => Object.assign(useFocusOnReturn<never>(isChosen), { current: row }))
    const becomes = (next: boolean) => {
      isChosen = next
      return screen.rerender()
    }
    return { row, screen, becomes, useFocusOnArrival }
  }

  test('the focus goes to the row that the user left by', async () => {
    const { row, becomes } = await list(true)
    await becomes(false)
    expect(focused).toBe(row)
  })

  test('the chosen row scrolls into view, however it was chosen', async () => {
    const { row, becomes } = await list(false)
    expect(broughtInSight).toBeUndefined()
    await becomes(true)
    expect(broughtInSight).toBe(row)
  })

  test('the focus stays on an element that has it', async () => {
    const { becomes } = await list(true)
    const field = new Thing()
    focused = field
    await becomes(false)
    expect(focused).toBe(field)
  })

  test('the focus does not go to a row that was not chosen, or still is', async () => {
    const { becomes } = await list(false)
    await becomes(false)
    await becomes(true)
    await becomes(true)
    expect(focused).toBeUndefined()
    await becomes(false)
    expect(focused).toBeDefined()
  })

  test('after a return, the next opened pane takes the focus, even at the first address', async () => {
    const { becomes, useFocusOnArrival } = await list(true)
    await becomes(false)
    focused = undefined
    const opened = new Thing()
    await renderHookWithQueries(() => Object.assign(useFocusOnArrival<never>(), { current: opened }))
    expect(focused).toBe(opened)
  })

  test('the focus goes to the list’s heading when its row is removed', async () => {
    const { row, screen } = await list(false)
    focused = row
    await screen.unmount()
    expect(focused).toBe(heading)
  })

  test('the focus does not move when another row is removed', async () => {
    const { screen } = await list(false)
    const field = new Thing()
    focused = field
    await actAndFlush(() => screen.unmount())
    expect(focused).toBe(field)
  })
})

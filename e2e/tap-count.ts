import type { BrowserContext, Page } from '@playwright/test'

/** What a person did on the way: taps, text fields typed into, and screens (addresses, each page of questions one) in order. */
export interface TapCount {
  taps: string[]
  typed: Set<string>
  screens: string[]
}

/** Counts every tap, typed field and screen of this context, frames of other origins included. */
export async function countTaps(context: BrowserContext): Promise<TapCount> {
  const count: TapCount = { taps: [], typed: new Set(), screens: [] }
  await context.exposeBinding('reportTap', (_, name: string) => void count.taps.push(name))
  await context.exposeBinding('reportTyped', (_, name: string) => void count.typed.add(name))
  await context.exposeBinding('reportScreen', (_, name: string) => {
    if (count.screens.at(-1) !== name) count.screens.push(name)
  })
  await context.addInitScript(() => {
    const page = globalThis as unknown as Record<'reportTap' | 'reportTyped' | 'reportScreen', (name: string) => void>
    const place = () => location.pathname.replaceAll(/[0-9a-f-]{20,}/g, ':id')
    addEventListener(
      'pointerdown',
      ({ target }) => page.reportTap(`${place()} ${(target as Element).textContent?.trim().slice(0, 30)}`),
      true,
    )
    addEventListener(
      'input',
      ({ target }) => {
        const { type, name, id } = target as HTMLInputElement
        if (!/radio|checkbox|range|select/.test(type)) page.reportTyped(`${place()} ${name || id}`)
      },
      true,
    )
    const observer = new MutationObserver(() => {
      const question = new URLSearchParams(location.search).get('question') ?? ''
      if (window === top && document.querySelector('h1')) page.reportScreen(`${place()} ${question}`.trim())
    })
    document.addEventListener('DOMContentLoaded', () =>
      observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true }),
    )
  })
  return count
}

/** Starts again from zero, on the page as it is. */
export function resetCount(count: TapCount): void {
  count.taps.length = 0
  count.typed.clear()
  count.screens.length = 0
}

/** The numbers as one line, for a test's annotation. */
export const countText = ({ taps, typed, screens }: TapCount): string =>
  `${taps.length} taps, ${typed.size} typed, ${screens.length} screens`

/** Waits until the page stands still for a moment, so that a late screen is counted. */
export const settle = (page: Page): Promise<void> => page.waitForTimeout(400)

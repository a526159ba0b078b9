import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { LARGEST_PAGE_SIZE, loadAllPages } from './load-all-pages.ts'

/** A list, the newest first, that gains an item before every page. */
function growing(length: number) {
  const items = Array.from({ length }, (_, at) => ({ id: `${at}` }))
  return async ({ after }: { after?: string }) => {
    const from = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1
    const page = items.slice(from, from + Number(LARGEST_PAGE_SIZE))
    const next = from + page.length < items.length ? (page.at(-1)?.id ?? null) : null
    items.unshift({ id: `new ${items.length}` })
    return { items: page, next }
  }
}

test('every item is returned once, in order, while new ones arrive', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 450 }), async (length) => {
      const all = await loadAllPages(growing(length))
      expect(all.map(({ id }) => id)).toEqual(Array.from({ length }, (_, at) => `${at}`))
    }),
    { numRuns: 60, examples: [[0], [99], [100], [101], [200], [250]] },
  ))

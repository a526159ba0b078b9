/** The largest page size. */
export const LARGEST_PAGE_SIZE = '100'

/**
 * Loads a whole list page by page, each after the last item of the previous page: rows added meanwhile cause neither
 * duplicates nor gaps.
 */
export async function loadAllPages<T>(
  fetchPage: (after: { after?: string }) => Promise<{ items: T[]; next: string | null }>,
): Promise<T[]> {
  const found: T[] = []
  for (let after: string | undefined; ; ) {
    const { items, next } = await fetchPage(after === undefined ? {} : { after })
    found.push(...items)
    // A process of the release before, during an upgrade, sends no `next`.
    if (!next || next === after) return found
    after = next
  }
}

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
  for (let after = {}; ; ) {
    const { items, next } = await fetchPage(after)
    found.push(...items)
    if (next === null) return found
    after = { after: next }
  }
}

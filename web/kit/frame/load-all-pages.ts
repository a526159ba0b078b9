/** The largest page size. */
export const LARGEST_PAGE_SIZE = '100'

/**
 * Loads a whole list page by page, each after the last item of the previous page: rows added meanwhile cause neither
 * duplicates nor gaps.
 */
export async function loadAllPages<T extends { id: string }>(
  fetchPage: (before: { before?: string }) => Promise<{ items: T[] }>,
): Promise<T[]> {
  const found: T[] = []
  for (;;) {
    const last = found.at(-1)
    const { items } = await fetchPage(last ? { before: last.id } : {})
    found.push(...items)
    if (items.length < Number(LARGEST_PAGE_SIZE)) return found
  }
}

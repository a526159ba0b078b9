/** As many as one question gets. */
export const PAGE = '100'

/**
 * All of a list, a page at a time, each after the last of the one before: what comes in meanwhile doubles nothing and
 * hides nothing.
 */
export async function everyPage<T extends { id: string }>(
  ask: (before: { before?: string }) => Promise<{ items: T[] }>,
): Promise<T[]> {
  const found: T[] = []
  for (;;) {
    const last = found.at(-1)
    const { items } = await ask(last ? { before: last.id } : {})
    found.push(...items)
    if (items.length < Number(PAGE)) return found
  }
}

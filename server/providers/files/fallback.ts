import type { Files } from './port.ts'

/**
 * Two stores while files move from the previous to the current one (`moveFiles`): new files go to the current store,
 * reads find a file in either.
 */
export const filesWithFallback = (current: Files, previous: Files): Files => ({
  ...current,
  get: async (name) =>
    // Looks again in the current store: the file may have moved between the two looks.
    (await current.get(name)) ?? (await previous.get(name)) ?? (await current.get(name)),
  /**
   * In this order, which `moveFiles` relies on: a copy that is finished before the first removal is removed by the
   * second, and a later one finds the original gone.
   */
  async remove(name) {
    await previous.remove(name)
    await current.remove(name)
  },
  async *olderThan(moment) {
    yield* previous.olderThan(moment)
    yield* current.olderThan(moment)
  },
})

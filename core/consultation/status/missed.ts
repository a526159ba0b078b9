import type { Action } from './actions.ts'

/** One "nobody answered" counts for so long: who is in the shower at noon is not three times absent at five past. */
export const MISSES_APART_MINUTES = 5

/** From when on it may be said again that this patient was not reached, in ms; undefined: now. */
export function nextMissFrom(actions: readonly Pick<Action, 'type' | 'createdAt'>[], now: number): number | undefined {
  const last = actions.findLast(({ type }) => type === 'UNASSIGNED')
  const from = last && Date.parse(last.createdAt) + MISSES_APART_MINUTES * 60_000
  return from !== undefined && from > now ? from : undefined
}

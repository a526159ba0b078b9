import type { Rule } from './policy/test-rule.ts'
import type { Actors, IdsByKind } from './test-actors.ts'

const last = (position: string) => position.slice(position.lastIndexOf('.') + 1)

/** A valid input for a call: ids from `things` at every position, except one from `foreign`. */
export function buildInput(
  { slot }: Actors,
  { ids, rest, isStrict }: Rule,
  things: IdsByKind,
  { position, foreign }: { position?: string; foreign?: Partial<IdsByKind> } = {},
): Record<string, unknown> {
  const named = Object.entries(ids).map(([at, kind]) => [last(at), (at === position ? foreign : things)?.[kind]])
  return { ...(rest ?? {}), ...(isStrict ? {} : slot), ...Object.fromEntries(named) }
}

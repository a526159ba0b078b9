import type { Call, Input } from '@cuida/core/kit/call.ts'
import type { QueryClient } from '@tanstack/react-query'

/** What names a read: how it is declared. What is no call of ours (content, this device) names itself in the same way. */
export interface Declared {
  method: string
  path: string
}

export type Asked<C extends Declared> = C extends Call ? Partial<Input<C>> : unknown

export type ReadKey = readonly [name: string, ...asked: unknown[]]

/**
 * Where an answer is kept: under its declaration, what was asked, and what else it depends on (`per`), such as the
 * reader's language. Without what was asked, or with a part of it: all that begin so.
 */
export function readKey<C extends Declared>({ method, path }: C, asked?: Asked<C>, per?: unknown): ReadKey {
  const name = `${method} ${path}`
  if (asked === undefined) return [name]
  return per === undefined ? [name, asked] : [name, asked, per]
}

/** Of one shape, one place: what is put together of several answers never stands where one does; nor do pages (use-pages.ts). */
export const gatheredKey = (declared: Declared, per?: unknown): ReadKey => [...readKey(declared), 'gathered', per]

/** Everything that was read by a declaration, or a part of it. */
export type Stale = Declared | ReadKey

export const keyOf = (one: Stale): ReadKey => ('path' in one ? readKey(one) : one)

/** What is on a screen is asked for again, and the rest when it next is. Lasts until it is there. */
export async function askAgain(queries: QueryClient, stale: readonly Stale[]): Promise<void> {
  await Promise.all(stale.map((one) => queries.invalidateQueries({ queryKey: keyOf(one) })))
}

/** Nothing stays of what was read but this, which is of nobody. */
export const forgetAllBut = (queries: QueryClient, kept: readonly Declared[]): void => {
  const names = new Set(kept.map((declared) => readKey(declared)[0]))
  queries.removeQueries({ predicate: ({ queryKey: [name] }) => !names.has(String(name)) })
}

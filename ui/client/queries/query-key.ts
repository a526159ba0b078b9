import type { Call, Input } from '@cuida/core/kit/call.ts'
import type { QueryClient } from '@tanstack/react-query'

/** What identifies a query: its call declaration. Other sources (content, the device) use the same shape. */
export interface CallDeclarationKey {
  method: string
  path: string
}

export type CallInput<C extends CallDeclarationKey> = C extends Call ? Partial<Input<C>> : unknown

export type CallKey = readonly [name: string, ...asked: unknown[]]

/**
 * The query key of a call: declaration, input, and what else the reply depends on (`per`), such as the
 * language. Without input, or with part of it, it matches all keys that begin so.
 */
export function callKey<C extends CallDeclarationKey>(
  { method, path }: C,
  input?: CallInput<C>,
  per?: unknown,
): CallKey {
  const name = `${method} ${path}`
  if (input === undefined) return [name]
  return per === undefined ? [name, input] : [name, input, per]
}

/**
 * A combined query never shares the cache entry of a single call, as their data differ in shape; nor do pages
 * (use-pages.ts).
 */
export const combinedKey = (declared: CallDeclarationKey, per?: unknown): CallKey => [
  ...callKey(declared),
  'combined',
  per,
]

/** All queries of a declaration, or those below a key. */
export type StaleQueries = CallDeclarationKey | CallKey

export const keyOf = (one: StaleQueries): CallKey => ('path' in one ? callKey(one) : one)

/** Refetches the mounted queries, marks the others stale, and resolves after the refetch. */
export async function invalidateQueries(queries: QueryClient, stale: readonly StaleQueries[]): Promise<void> {
  await Promise.all(stale.map((one) => queries.invalidateQueries({ queryKey: keyOf(one) })))
}

/** Removes all queries but those of these declarations, which hold no personal data. */
export const forgetAllBut = (queries: QueryClient, keptCalls: readonly CallDeclarationKey[]): void => {
  const names = new Set(keptCalls.map((declared) => callKey(declared)[0]))
  queries.removeQueries({ predicate: ({ queryKey: [name] }) => !names.has(String(name)) })
}

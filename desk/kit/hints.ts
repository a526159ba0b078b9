import { createHints, type Hints, type Listener } from '@cuida/ui/client/hints.ts'
import { askAgain, type Stale } from '@cuida/ui/client/reads/read-key.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { session } from './api.ts'

let hints: Hints | undefined

/** One stream a tab, opened by whoever listens first. */
function onHint(listener: Listener): () => void {
  hints ??= createHints(session, '/v1/desk/events')
  return hints.onHint(listener)
}

/** Asks everything anew when the clinic's content is another one. */
export function useContentHints(): void {
  const queries = useQueryClient()
  useEffect(() => onHint((topics) => topics.includes('content') && void queries.invalidateQueries()), [queries])
}

/** Asks these again as soon as the server hints that something changed: always the same ones, from where they are declared. */
export function useHints(stale: readonly Stale[]): void {
  const queries = useQueryClient()
  useEffect(() => onHint(() => void askAgain(queries, stale)), [queries, stale])
}

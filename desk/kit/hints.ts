import { createHints } from '@cuida/ui/client/hints.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { session } from './api.ts'

const hints = createHints(session, '/v1/desk/events')

/** Asks everything anew when the clinic's content is another one. */
export function useContentHints(): void {
  const queries = useQueryClient()
  useEffect(() => hints.onHint((topics) => topics.includes('content') && void queries.invalidateQueries()), [queries])
}

/** Asks everything about the queue again as soon as the server hints that something changed. */
export function useHints(queryKey: readonly string[]): void {
  const queries = useQueryClient()
  const key = queryKey.join(' ')
  useEffect(() => hints.onHint(() => void queries.invalidateQueries({ queryKey: key.split(' ') })), [queries, key])
}

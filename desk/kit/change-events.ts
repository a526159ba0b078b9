import { type ChangeEvents, createChangeEvents, type Listener } from '@cuida/ui/client/change-events.ts'
import { invalidateQueries, type StaleQueries } from '@cuida/ui/client/queries/query-key.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { session } from './api.ts'

let changeEvents: ChangeEvents | undefined

/** One stream per tab, opened by the first listener. */
function onChangeEvent(listener: Listener): () => void {
  changeEvents ??= createChangeEvents(session, '/v1/desk/events')
  return changeEvents.onChange(listener)
}

/** Refetches all queries when the clinic's content changes. */
export function useContentChanges(): void {
  const queries = useQueryClient()
  useEffect(() => onChangeEvent((topics) => topics.includes('content') && void queries.invalidateQueries()), [queries])
}

/** Invalidates these queries on each change event. `stale` must be a constant: a new array would subscribe again. */
export function useChangeEvents(stale: readonly StaleQueries[]): void {
  const queries = useQueryClient()
  useEffect(() => onChangeEvent(() => void invalidateQueries(queries, stale)), [queries, stale])
}

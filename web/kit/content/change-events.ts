import { type ChangeEvents, createChangeEvents, type Listener } from '@cuida/ui/client/change-events.ts'
import { invalidateQueries, type StaleQueries } from '@cuida/ui/client/queries/query-key.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fromApi } from '../../platform/platform.ts'
import { session } from '../api.ts'

let changeEvents: ChangeEvents | undefined

/** One stream per tab, opened by the first listener. */
export function onChangeEvent(listener: Listener): () => void {
  changeEvents ??= createChangeEvents(session, fromApi('/v1/events'))
  return changeEvents.onChange(listener)
}

let contentEvents: ChangeEvents | undefined

/** Calls the listener when the partner's content changes, signed in or not. */
export function onContentChange(listener: () => void): () => void {
  contentEvents ??= createChangeEvents(session, fromApi('/v1/content/events'), { guests: 'only' })
  const stops = [onChangeEvent((topics) => topics.includes('content') && listener()), contentEvents.onChange(listener)]
  return () => stops.forEach((stop) => void stop())
}

/** Invalidates these queries on each change event. `stale` must be a constant: a new array would subscribe again. */
export function useChangeEvents(stale: readonly StaleQueries[]): void {
  const queries = useQueryClient()
  useEffect(() => onChangeEvent(() => void invalidateQueries(queries, stale)), [queries, stale])
}

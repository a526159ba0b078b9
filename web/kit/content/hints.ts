import { createHints, type Hints, type Listener } from '@cuida/ui/client/hints.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fromApi } from '../../platform/platform.ts'
import { session } from '../api.ts'

let hints: Hints | undefined

/** One stream a tab, opened by whoever listens first. */
export function onHint(listener: Listener): () => void {
  hints ??= createHints(session, fromApi('/v1/events'))
  return hints.onHint(listener)
}

let ofContent: Hints | undefined

/** Hears that the clinic's content is another one, whether somebody is signed in or not. */
export function onContentChange(listener: () => void): () => void {
  ofContent ??= createHints(session, fromApi('/v1/content/events'), { guests: 'only' })
  const stops = [onHint((topics) => topics.includes('content') && listener()), ofContent.onHint(listener)]
  return () => stops.forEach((stop) => void stop())
}

/** Asks these queries again as soon as the server hints that something of mine changed. */
export function useHints(...queryKey: string[]): void {
  const queries = useQueryClient()
  const key = queryKey.join(' ')
  useEffect(() => onHint(() => void queries.invalidateQueries({ queryKey: key.split(' ') })), [queries, key])
}

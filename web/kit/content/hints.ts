import { createHints, type Hints, type Listener } from '@cuida/ui/client/hints.ts'
import { askAgain, type Stale } from '@cuida/ui/client/reads/read-key.ts'
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

/** Asks these again as soon as the server hints that something of mine changed: always the same ones, from where they are declared. */
export function useHints(stale: readonly Stale[]): void {
  const queries = useQueryClient()
  useEffect(() => onHint(() => void askAgain(queries, stale)), [queries, stale])
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onContentChange } from './change-events.ts'

/** Asks again for what was read, when the content has changed. */
export function LiveContent() {
  const queries = useQueryClient()
  useEffect(() => onContentChange(() => void queries.invalidateQueries()), [queries])
  return null
}

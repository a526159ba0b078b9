import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onContentChange } from './change-events.ts'

/** Refetches queries when the content changes. */
export function LiveContent() {
  const queries = useQueryClient()
  useEffect(() => onContentChange(() => void queries.invalidateQueries()), [queries])
  return null
}

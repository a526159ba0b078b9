import { session } from './api.ts'

/** What was begun and not sent, by what it is about. */
export type Drafts<T> = Pick<Map<string, T>, 'get' | 'set' | 'delete' | 'size'>

/**
 * It waits here while somebody looks at something else, and is gone with the page; whoever signs in next finds nothing of
 * it either.
 */
export function keptDrafts<T>(): Drafts<T> {
  const drafts = new Map<string, T>()
  session.onChange((isSignedIn) => {
    if (!isSignedIn) drafts.clear()
  })
  return drafts
}

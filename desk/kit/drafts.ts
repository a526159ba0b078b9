import { session } from './api.ts'

/** Unsent drafts by key. */
export type Drafts<T> = Pick<Map<string, T>, 'get' | 'set' | 'delete' | 'size'>

/** Drafts in memory: they survive a visit to another page, but neither a reload nor a sign-out. */
export function createDrafts<T>(): Drafts<T> {
  const drafts = new Map<string, T>()
  session.onChange((isSignedIn) => {
    if (!isSignedIn) drafts.clear()
  })
  return drafts
}

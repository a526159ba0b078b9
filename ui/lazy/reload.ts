import { entryOfPage } from './keep-trying.ts'

const KEY = 'reloaded'

/** For a screen that has nothing yet to lose: the page anew, once for each build. False when that was tried already. */
export function reloadOnce(): boolean {
  const build = entryOfPage() ?? ''
  if (sessionStorage.getItem(KEY) === build) return false
  sessionStorage.setItem(KEY, build)
  location.reload()
  return true
}

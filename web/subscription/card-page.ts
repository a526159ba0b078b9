import { useEffect, useState } from 'react'
import { platform } from '../platform/platform.ts'

const KEY = 'card-page'

/** Only http and https URLs are followed. */
const isPage = (url: string | null | undefined): url is string => typeof url === 'string' && /^https?:\/\//.test(url)

export function toCardPage(url: string): void {
  if (!isPage(url)) return
  sessionStorage.setItem(KEY, url)
  platform().openExternal(url)
}

/**
 * Redirects to the provider's card page once its URL is known, if the patient has just requested it here. `wasThere`:
 * this tab has visited the open card page and came back.
 */
export function useCardPage(activationUrl: string | null | undefined, isAsking: boolean, onGone: () => void) {
  const [visitedUrl] = useState(() => sessionStorage.getItem(KEY))
  useEffect(() => {
    if (!isAsking || !isPage(activationUrl) || activationUrl === visitedUrl) return
    onGone()
    toCardPage(activationUrl)
  }, [activationUrl, isAsking, visitedUrl, onGone])
  return { wasThere: isPage(activationUrl) && activationUrl === visitedUrl }
}

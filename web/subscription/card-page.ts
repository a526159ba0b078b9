import { useEffect, useState } from 'react'
import { platform } from '../platform/platform.ts'

const KEY = 'card-page'

/** The provider's page is a web page: an address of any other kind is not followed. */
const isPage = (url: string | null | undefined): url is string => typeof url === 'string' && /^https?:\/\//.test(url)

export function toCardPage(url: string): void {
  if (!isPage(url)) return
  sessionStorage.setItem(KEY, url)
  platform().openExternal(url)
}

/**
 * Goes to the page where a card is given as soon as there is one, when that was just asked for here. `wasThere`: this
 * tab has been on the page that is open, and somebody came back from it.
 */
export function useCardPage(activationUrl: string | null | undefined, isAsking: boolean, onGone: () => void) {
  const [seen] = useState(() => sessionStorage.getItem(KEY))
  useEffect(() => {
    if (!isAsking || !isPage(activationUrl) || activationUrl === seen) return
    onGone()
    toCardPage(activationUrl)
  }, [activationUrl, isAsking, seen, onGone])
  return { wasThere: isPage(activationUrl) && activationUrl === seen }
}

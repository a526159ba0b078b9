import { useEffect, useState } from 'react'
import { goTo } from '../kit/navigation/navigation.ts'
import { platform } from '../platform/platform.ts'
import { pathOf } from '../routes.ts'

const KEY = 'card-page'

/** Only http and https URLs are followed. */
const isPage = (url: string | null | undefined): url is string => typeof url === 'string' && /^https?:\/\//.test(url)

/** Our own form, where the provider has no page for the card. */
const isOwnForm = (url: string): boolean => url === platform().origin + pathOf('subscriptionCard')

export function toCardPage(url: string): void {
  if (!isPage(url)) return
  if (isOwnForm(url)) goTo(pathOf('subscriptionCard'))
  else {
    sessionStorage.setItem(KEY, url)
    platform().openExternal(url)
  }
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

import { currentLocale } from '@cuida/ui/i18n/messages.ts'
import { useEffect } from 'react'
import { fetchInitialState } from '../../platform/fetch-initial-state.ts'
import { onContentChange } from './change-events.ts'
import { reloadMessages } from './messages.ts'
import { changePartner } from './partner.tsx'

/** Where the content may change at any moment: the page that is open has the settings and words that were published last. */
export function LivePartner() {
  useEffect(
    () =>
      onContentChange(() => {
        // What is shown goes on as it is where these do not come; the next change event or visit brings them.
        fetchInitialState(currentLocale())
          .then(({ config }) => changePartner(config))
          .catch(() => {})
        reloadMessages().catch(() => {})
      }),
    [],
  )
  return null
}

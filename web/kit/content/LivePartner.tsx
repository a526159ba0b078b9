import { currentLocale } from '@cuida/ui/i18n/messages.ts'
import { useEffect } from 'react'
import { fetchInitialState } from '../../platform/fetch-initial-state.ts'
import { onContentChange } from './change-events.ts'
import { reloadMessages } from './messages.ts'
import { changePartner } from './partner.tsx'

/** Applies newly published settings and messages to the open page. */
export function LivePartner() {
  useEffect(
    () =>
      onContentChange(() => {
        // After a failure the current settings stay; the next change event or visit brings the new ones.
        fetchInitialState(currentLocale())
          .then(({ config }) => changePartner(config))
          .catch(() => {})
        reloadMessages().catch(() => {})
      }),
    [],
  )
  return null
}

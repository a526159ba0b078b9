import { currentLocale } from '@cuida/ui/words/words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fetchBoot } from '../../platform/boot.ts'
import { onContentChange } from './hints.ts'
import { changePartner } from './partner.tsx'
import { renewWords } from './words.ts'

/** Where the content may change at any moment: the page that is open shows what an editor has just published. */
export function LiveContent() {
  const queries = useQueryClient()
  useEffect(
    () =>
      onContentChange(() => {
        void queries.invalidateQueries()
        // What is shown goes on as it is where these do not come; the next hint or visit brings them.
        fetchBoot(currentLocale())
          .then(({ config }) => changePartner(config))
          .catch(() => {})
        renewWords().catch(() => {})
      }),
    [queries],
  )
  return null
}

import { IconButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { NewsChoiceDialog } from './NewsChoiceDialog.tsx'

/** In the rail: of what one wants to hear, and how. */
export function NewsChoiceButton() {
  const [isOpen, setOpen] = useState(false)
  const title = t('desk.news.title')
  return (
    <>
      <IconButton icon="bell" label={title} title={title} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {isOpen && <NewsChoiceDialog onClose={() => setOpen(false)} />}
    </>
  )
}

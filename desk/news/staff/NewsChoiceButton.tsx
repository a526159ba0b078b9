import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { NewsChoiceDialog } from './NewsChoiceDialog.tsx'

/** Beside where one is signed in: of what one wants to hear, and how. */
export function NewsChoiceButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="bell" fit aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('desk.news.title')}
      </Button>
      {isOpen && <NewsChoiceDialog onClose={() => setOpen(false)} />}
    </>
  )
}

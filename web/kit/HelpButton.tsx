import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { lazy, Suspense, useState } from 'react'

const HelpSheet = lazy(() => import('./HelpSheet.tsx').then((module) => ({ default: module.HelpSheet })))

/** Help is at the right of every header (design §3); what it shows comes when it is asked for. */
export function HelpButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" fit icon="help" onClick={() => setOpen(true)}>
        {t('brand.help.open')}
      </Button>
      {open && (
        <Suspense>
          <HelpSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

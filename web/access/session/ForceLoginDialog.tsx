import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState, useTransition } from 'react'
import { goTo } from '../../kit/navigation.ts'
import { pathOf } from '../../routes.ts'
import { DevicesDrawing } from '../security/DevicesDrawing.tsx'
import { signInByForce } from './sign-in.ts'

/** Spec 1 §2 "Force-login modal", and the retry one after a failure: the same question, with what went wrong. */
export function ForceLoginDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const [failed, setFailed] = useState(false)
  const [busy, start] = useTransition()
  const force = () =>
    start(async () => {
      const outcome = await signInByForce(token).catch(() => undefined)
      if (outcome?.kind === 'in') return goTo(pathOf('redirect'), { replace: true })
      if (outcome?.kind === 'second-factor') return goTo(pathOf('signInMfa'))
      setFailed(true)
    })
  const words = failed ? 'access.force.retry' : 'access.force'
  return (
    <Dialog
      open
      title={t(`${words}.title`)}
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" busy={busy} onClick={force}>
            {t(`${words}.confirm`)}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('access.force.cancel')}
          </Button>
        </>
      }
    >
      <DevicesDrawing failed={failed} />
      <p>{t(`${words}.message`)}</p>
    </Dialog>
  )
}

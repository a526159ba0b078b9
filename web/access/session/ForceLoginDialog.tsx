import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState, useTransition } from 'react'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { DevicesDrawing } from '../security/DevicesDrawing.tsx'
import { signInByForce } from '../sign-in/sign-in.ts'

interface ForceLoginDialogProps {
  token: string
  onClose: () => void
  /** The account was blocked meanwhile: no further try would change that. */
  onBlocked: () => void
}

/**
 * A2.47, the first dialog and the retry one after a failure: the same question, with what went wrong. Another try
 * is offered where it can help; a question that waited too long is asked anew by signing in again.
 */
export function ForceLoginDialog({ token, onClose, onBlocked }: ForceLoginDialogProps) {
  const [problem, setProblem] = useState<'retry' | 'over'>()
  const [busy, start] = useTransition()
  const force = () =>
    start(async () => {
      try {
        const { kind } = await signInByForce(token)
        if (kind === 'in') return goTo(pathOf('redirect'), { replace: true })
        if (kind === 'second-factor') return goTo(pathOf('signInMfa'))
        if (kind === 'blocked') return onBlocked()
        setProblem('retry')
      } catch (failure) {
        setProblem(failure instanceof CallFailed && failure.status === 401 ? 'over' : 'retry')
      }
    })
  const words = problem ? `access.force.${problem}` : 'access.force'
  return (
    <Dialog
      open
      title={t(`${words}.title`)}
      onClose={onClose}
      actions={
        problem === 'over' ? (
          <Button variant="primary" onClick={onClose}>
            {t('access.force.over.confirm')}
          </Button>
        ) : (
          <>
            <Button variant="primary" busy={busy} onClick={force}>
              {t(`${words}.confirm`)}
            </Button>
            <Button variant="quiet" onClick={onClose}>
              {t('access.force.cancel')}
            </Button>
          </>
        )
      }
    >
      <DevicesDrawing failed={problem !== undefined} />
      <p>{t(`${words}.message`)}</p>
    </Dialog>
  )
}

import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useState, useTransition } from 'react'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import css from '../security/DevicesDrawing.module.css'
import { signInByForce } from '../sign-in/sign-in.ts'

interface ForceLoginDialogProps {
  token: string
  onClose: () => void
  /** The account was blocked meanwhile: another attempt would not help. */
  onBlocked: () => void
}

/**
 * A2.47: the first dialog, and after a failure the same question with the error. Offers a retry where it can help; an
 * expired token requires a new sign-in.
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
  const textKey = problem ? `access.force.${problem}` : 'access.force'
  return (
    <Dialog
      open
      title={t(`${textKey}.title`)}
      onClose={onClose}
      actions={
        problem === 'over' ? (
          <Button variant="primary" onClick={onClose}>
            {t('access.force.over.confirm')}
          </Button>
        ) : (
          <>
            <Button variant="primary" busy={busy} onClick={force}>
              {t(`${textKey}.confirm`)}
            </Button>
            <Button variant="quiet" onClick={onClose}>
              {t('access.force.cancel')}
            </Button>
          </>
        )
      }
    >
      <DevicesDrawing failed={problem !== undefined} />
      <p>{t(`${textKey}.message`)}</p>
    </Dialog>
  )
}

/** Two connected devices, or a broken connection. Decorative: the text is below. */
function DevicesDrawing({ failed }: { failed: boolean }) {
  return (
    <svg className={css.drawing} viewBox="0 0 160 96" aria-hidden="true">
      <rect x="10" y="22" width="72" height="48" rx="8" />
      <path d="M2 78h88" />
      <rect x="112" y="18" width="38" height="66" rx="9" />
      <path d="M127 75h8" />
      {failed ? <path d="M86 46h6M102 46h6M93 39l8 14" /> : <path d="M86 46h22" />}
      <circle className={css.here} cx="131" cy="44" r="8" />
      <circle cx="46" cy="46" r="8" />
    </svg>
  )
}

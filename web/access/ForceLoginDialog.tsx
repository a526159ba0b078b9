import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useMutation } from '@tanstack/react-query'
import { goTo } from '../kit/navigation.ts'
import { pathOf } from '../routes.ts'
import { signInByForce } from './sign-in.ts'

/** Spec 1 §2 "Force-login modal", and the retry one after a failure: the same question, with what went wrong. */
export function ForceLoginDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const force = useMutation({
    mutationFn: () => signInByForce(token),
    onSuccess: ({ kind }) => {
      if (kind === 'in') goTo(pathOf('redirect'), { replace: true })
      if (kind === 'second-factor') goTo(pathOf('signInMfa'))
    },
  })
  const words = force.isError ? 'access.force.retry' : 'access.force'
  return (
    <Dialog
      open
      title={t(`${words}.title`)}
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" busy={force.isPending} onClick={() => force.mutate()}>
            {t('access.force.confirm')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('access.force.cancel')}
          </Button>
        </>
      }
    >
      <p>{t(`${words}.message`)}</p>
    </Dialog>
  )
}

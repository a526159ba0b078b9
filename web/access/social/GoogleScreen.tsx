import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goBack } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import codeFormCss from '../code/CodeForm.module.css'
import { PasswordGate } from '../security/PasswordGate.tsx'
import { proofMessage } from '../security/ProofForm.tsx'
import css from '../security/Security.module.css'
import {
  redirectToLinkGoogle,
  removeGoogle,
  useInvalidateSecurityQueries,
  useSecurity,
} from '../security/security-queries.ts'

/** Links Google to the account as another way to sign in, or removes it. */
export function GoogleScreen() {
  const { data, error } = useSecurity()
  const changed = useInvalidateSecurityQueries()
  async function unlink(password: string): Promise<void> {
    await removeGoogle(password)
    changed()
    showToast(t('access.google.unlinked'))
    goBack(pathOf('security'))
  }
  return (
    <Screen title="Google">
      <FailureAlert failure={error} />
      {!data && !error && <Skeleton lines={4} />}
      {data?.google === 'off' && <Alert tone="info" title={t('access.google.off')} />}
      {data?.google === 'linked' && (
        <div className={css.page}>
          <Alert tone="success" title={t('access.google.linked')} />
          <PasswordGate>
            <PasswordProof danger action={t('access.google.unlink')} onPassword={unlink} />
          </PasswordGate>
        </div>
      )}
      {data?.google === 'unlinked' && (
        <div className={css.page}>
          <p>{t('access.google.intro')}</p>
          <PasswordGate>
            <PasswordProof action={t('access.google.link')} onPassword={redirectToLinkGoogle} />
          </PasswordGate>
        </div>
      )}
    </Screen>
  )
}

interface PasswordProofProps {
  action: string
  danger?: boolean
  onPassword: (password: string) => Promise<void>
}

/** Asks for the password again before an action that a borrowed device must not do. */
function PasswordProof({ action, danger, onPassword }: PasswordProofProps) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password ? undefined : 'REQUIRED' }),
    submit: ({ password }) => onPassword(password),
    message: proofMessage,
  })
  return (
    <form {...form.props} className={codeFormCss.form}>
      <FailureAlert failure={form.failure} />
      <PasswordInput label={t('access.totp.password')} autoComplete="current-password" {...form.field('password')} />
      <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={form.busy}>
        {action}
      </Button>
    </form>
  )
}

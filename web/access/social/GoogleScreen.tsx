import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goBack } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { PasswordGate } from '../security/PasswordGate.tsx'
import { PasswordProof } from '../security/PasswordProof.tsx'
import css from '../security/Security.module.css'
import { goLinkGoogle, removeGoogle, useSecurity, useSecurityChanged } from '../security/security-queries.ts'

/** Google as one more way in: to the account that is there, or out of it. */
export function GoogleScreen() {
  const { data, error } = useSecurity()
  const changed = useSecurityChanged()
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
            <PasswordProof action={t('access.google.link')} onPassword={goLinkGoogle} />
          </PasswordGate>
        </div>
      )}
    </Screen>
  )
}

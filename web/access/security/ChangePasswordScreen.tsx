import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { goBack } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { NewPasswordForm } from '../recovery/NewPasswordForm.tsx'
import { savePassword, useInvalidateSecurityQueries } from './security-queries.ts'

/** Changes the password, given the current one. */
export function ChangePasswordScreen() {
  const changed = useInvalidateSecurityQueries()
  async function save(passwords: { currentPassword: string; password: string }): Promise<void> {
    await savePassword(passwords)
    changed()
    showToast(t('access.password.changed'))
    goBack(pathOf('security'))
  }
  return (
    <Screen title={t('access.password.title')}>
      <NewPasswordForm asksCurrent endsOthers act={t('access.password.save')} onPassword={save} />
    </Screen>
  )
}

import { Button } from '@cuida/ui/Button/Button.tsx'
import { isUnreachable } from '@cuida/ui/client/call-failed.ts'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { failureMessage } from '../failure/FailureAlert.tsx'
import { signOut } from '../session/session.tsx'

/** A session exists, but its profile could not be loaded. The request is retried meanwhile. */
export function SessionFailed({
  failure,
  isAsking,
  onRetry,
}: {
  failure: Error
  isAsking: boolean
  onRetry: () => void
}) {
  return (
    <Screen title={t('brand.session.title')}>
      <ErrorState title={failureMessage(failure)} failure={failure} busy={isAsking} onAction={onRetry}>
        {isUnreachable(failure) && <p>{t('brand.session.again')}</p>}
      </ErrorState>
      <Button variant="quiet" onClick={() => void signOut()}>
        {t('brand.session.signOut')}
      </Button>
    </Screen>
  )
}
